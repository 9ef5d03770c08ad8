"""Reports the results of a run against the mock: called operations, valid requests, decoded examples and random answers.

    tell.py DOCUMENT REPORT LOG

An example that was not decoded is validated against its own schema by openapi-schema-validator from PyPI. If it is invalid,
that is the document's mistake, which is reported; otherwise it is ours, and the exit code is 1.
"""
import json
import sys
from pathlib import Path

import wire
from answers import Checker
from document import Document

document = Document(sys.argv[1])
report = json.loads(Path(sys.argv[2]).read_text())
lines = [line.split("\t", 3) for line in Path(sys.argv[3]).read_text().split("\n") if line.count("\t") >= 3]
operations = {f"{each.method} {each.template}": each for each in document.operations}
checker = Checker(document)


def contradictions(example):
    """The first place where an example violates its own schema."""
    return [
        f"{'.'.join(map(str, error.absolute_path)) or 'the whole'}: {error.message[:140]}"
        for error in sorted(checker.errors(example.value, example.schema), key=lambda each: list(map(str, each.absolute_path)))
    ]


counts = {kind: sum(line[0] == kind for line in lines) for kind in ("ok", "failed", "none", "other")}
examples = counts["ok"] + counts["failed"]
ours, theirs = [], []
for kind, title, number, why in lines:
    if kind == "failed":
        found = operations[title].examples
        problems = contradictions(found[int(number) % len(found)])
        (theirs if problems else ours).append((title, why, problems))
    elif kind == "other":
        ours.append((title, why, []))
called = len(report["called"])
requests = len(report["valid"]) + len(report["invalid"])
print(f"{called} of {len(operations)} operations called")
print(f"{len(report['valid'])} of {requests} requests are what the document says")
print(f"{counts['ok']} of {examples} examples decoded, {len(theirs)} contradict their own schema")
for title, why, problems in theirs:
    print(f"  the document is wrong: {title}: {'; '.join(problems[:2])}\n    we say: {why[:200]}")
print(f"{len(report['different'])} differences between what was passed and what was sent")
for title, why in report["different"]:
    print(f"  not sent as the document says: {title}: {why[:300]}")
for title, path, why, body in report["invalid"]:
    print(f"  not valid: {title}: {path[:120]}: {why[:300]} {body[:120]}")
for title in report["unknown"]:
    print(f"  no such operation: {title}")
for title, why, _ in ours:
    print(f"  not decoded: {title}: {why[:300]}")

# Random answers: what is decoded, written again, is the answer without what the document does not have.


def names(node, found, only=None):
    """The names of all properties, or of those with a keyword."""
    for key, each in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else []:
        if key == "properties" and isinstance(each, dict):
            found.update(name for name, schema in each.items() if only is None or document.resolved(schema).get(only) is True)
        names(each, found, only)
    return found


declared, read_only, defaults = names(document.root, set()), names(document.root, set(), "readOnly"), wire.defaults(document.root, {})


def lost(written, answer, path=""):
    """The first place where a decoded and written value differs from the answer."""
    if isinstance(answer, dict) and isinstance(written, dict):
        for key, each in answer.items():
            if each is None and written.get(key) in (None, *defaults.get(key, [])) or key in read_only and key not in written:
                continue
            if key in written or key in declared:
                if found := lost(written.get(key), each, f"{path}.{key}"):
                    return found
        more = [key for key in written if key not in answer and written[key] not in (None, *defaults.get(key, []))]
        return f"{path}.{more[0]} is new: {written[more[0]]!r}" if more else None
    if isinstance(answer, list) and isinstance(written, list):
        if len(answer) != len(written):
            return f"{path} has {len(written)} elements, not {len(answer)}"
        return next((found for index, pair in enumerate(zip(written, answer)) if (found := lost(*pair, f"{path}[{index}]"))), None)
    return None if wire.is_same(written, answer) else f"{path} is {json.dumps(written)}, not {json.dumps(answer)}"


def within(written, answer):
    """The same for a page, which is one of the lists in the answer."""
    inner = [each for each in answer.values() if isinstance(each, list)] if isinstance(answer, dict) else []
    inner += [each for value in (answer.values() if isinstance(answer, dict) else []) if isinstance(value, dict) for each in value.values() if isinstance(each, list)]
    found = [lost(written, each) for each in inner]
    return None if None in found else min(found, key=lambda each: "elements" in each) if found else lost(written, answer)


totals = {}
for kind, title, number, why in lines:
    if kind not in ("answer", "refused"):
        continue
    found = report["answers"].get(title, {}).get(number)
    if found is None:
        continue
    status, _, what, answer = found
    total = totals.setdefault(what, [0, []])
    total[0] += 1
    if kind == "refused":
        total[1].append(f"{title} #{number}: refused: {why[:400]}")
    elif why:
        written = json.loads(why)
        is_page = isinstance(written, list) and isinstance(answer, dict)
        if problem := (within if is_page else lost)(written, answer):
            total[1].append(f"{title} #{number}: {problem[:300]}")
for what, (count, problems) in totals.items():
    print(f"{count - len(problems)} of {count} random answers ({what}) decoded without loss")
    for each in problems:
        print(f"  {what}: {each}")
sys.exit(1 if ours or report["unknown"] or totals.get("valid", [0, []])[1] else 0)
