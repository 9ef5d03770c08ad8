"""Reports the results of a run against the mock: called operations, valid requests, decoded examples.

    tell.py DOCUMENT REPORT LOG

An example that was not decoded is validated against its own schema by openapi-schema-validator from PyPI. If it is invalid,
that is the document's mistake, which is reported; otherwise it is ours, and the exit code is 1.
"""
import json
import sys
from pathlib import Path

from openapi_schema_validator import OAS30ReadValidator, OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from document import Document

document = Document(sys.argv[1])
report = json.loads(Path(sys.argv[2]).read_text())
lines = [line.split("\t", 3) for line in Path(sys.argv[3]).read_text().splitlines() if line.count("\t") >= 3]
operations = {f"{each.method} {each.template}": each for each in document.operations}
is_old = document.root["openapi"].startswith("3.0")
validator_class = OAS30ReadValidator if is_old else OAS31Validator
registry = Registry().with_resource("document:", Resource(contents=document.root, specification=DRAFT202012))


def absolute(node):
    """A schema whose references are resolved in the document, wherever the schema is."""
    if isinstance(node, list):
        return [absolute(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: f"document:{each}" if key == "$ref" and isinstance(each, str) else absolute(each) for key, each in node.items()
    }


def contradictions(example):
    """The first place where an example violates its own schema."""
    validator = validator_class(absolute(example.schema), registry=registry)
    return [
        f"{'.'.join(map(str, error.absolute_path)) or 'the whole'}: {error.message[:140]}"
        for error in sorted(validator.iter_errors(example.value), key=lambda each: list(map(str, each.absolute_path)))
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
sys.exit(1 if ours or report["unknown"] else 0)
