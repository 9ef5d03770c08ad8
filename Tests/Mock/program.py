"""Writes a Swift program that calls every operation of a generated client.

    program.py DOCUMENT GENERATED OUTPUT

An operation is called once for each of its examples, or once if it has none. It sends the document's example of the body,
or else a value made from its schema, read by the generated types themselves.
"""
import json
import re
import sys
from pathlib import Path

from document import Document

document = Document(sys.argv[1])
by_place = {(each.method, each.place(lambda mark: mark + "{}").strip("/")): each for each in document.operations}

COMMENT = re.compile(r"^    /// ([A-Z]+) `([^`]*)`$")
BY_TYPE = {
    "String": '"text"', "Int": "1", "Int64": "1", "Int32": "1", "Double": "1", "Float": "1", "Bool": "true",
    "Date": '"2024-01-02T03:04:05Z"', "UUID": '"6f9619ff-8b86-d011-b42d-00c04fc964ff"', "URL": '"https://example.com/a"',
}


def split(text):
    """Splits at commas outside brackets and strings."""
    parts, depth, start, quoted = [], 0, 0, False
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        if quoted:
            continue
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


class Place:
    """The place of a model's objects: its resource, with the parameters of its path."""

    def __init__(self, protocols):
        self.protocols, self.path, self.parameters = protocols, None, []


PROTOCOLS = {
    "Paged": ("GET", "", "list", ["_ query: ListQuery", "in resource: Resource"]),
    "Listable": ("GET", "", "list", ["_ query: ListQuery", "in resource: Resource"]),
    "Gettable": ("GET", "/{id}", "get", ["_ key: PathKey", "in resource: Resource"]),
    "Deletable": ("DELETE", "/{id}", "delete", ["_ key: PathKey", "in resource: Resource"]),
}


def functions(text):
    """The operations of a file: method, path, model, name, parameters, result. First those that are written out, then those
    that a protocol provides."""
    model, place = None, None
    inherited = []
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if match := re.match(r"nonisolated extension (\w+)(?:: ([\w, ]+))? {", line):
            model = match[1]
            if match[2] and "JSON" not in match[2]:
                places[model] = Place(match[2].split(", "))
        elif line.startswith("nonisolated"):
            model = None
        if match := re.match(r"    static let resource = Resource<\w+>\(\"[^\"]*\", at: \"([^\"]*)\"\)", line):
            places[model].path = match[1]
        if line.startswith("    static func resource("):
            head = " ".join(each.strip() for each in lines[index:index + 12])
            places[model].parameters = split(re.match(r"static func resource\((.*?)\) -> Resource", head)[1])
            path = re.search(r'at: "([^"]*)"', head)
            places[model].path = re.sub(r"\\\(`?(\w+)`?\)", r"{\1}", path[1]) if path else None
            continue
        if match := COMMENT.match(line):
            place = match
        if match := re.match(r"    static func (\S+?)\((.*)", line):
            if place is None or model is None:
                continue
            head, next_index = line.strip(), index
            while " -> Endpoint<" not in head:
                next_index += 1
                head += " " + lines[next_index].strip()
            declared = re.match(r"static func (`?\w+`?)\((.*)\) -> Endpoint<(.*)> {", head)
            if declared:
                yield place[1], place[2], model, declared[1], split(declared[2]), declared[3]
            place = None
    for model, place in places.items():
        if place.path is None or place in done:
            continue
        done.append(place)
        for protocol in place.protocols:
            if protocol in PROTOCOLS:
                method, rest, name, parameters = PROTOCOLS[protocol]
                yield method, place.path.rstrip("/") + rest, model, name, parameters, ""


def words(name):
    return re.sub(r"[^a-z0-9]", "", name.lower())


def swift(value):
    """A value as JSON in a raw string literal."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f'mockValue(####"{text}"####)'


def argument(parameter, operation, model):
    """The argument for a parameter; None if it can be omitted."""
    label, _, rest = parameter.partition(":")
    label, _, name = label.strip().partition(" ")
    type, _, default = rest.strip().partition(" = ")
    if default:
        return None
    if name == "resource":
        given = [argument(each, operation, model) for each in places[model].parameters]
        return f"in: {model}.resource({', '.join(given)})" if given else None
    prefix = "" if label == "_" else f"{label}: "
    bare = (name or label).strip("`")
    if type == "Date":
        return prefix + f'mockValue(####"{BY_TYPE[type]}"####)'
    if type.endswith("ListQuery"):
        return prefix + "__QUERY__"
    if type in ("UploadSource", "[UploadSource]"):
        return prefix + ("mockFile" if type == "UploadSource" else "[mockFile]")
    if bare in ("body", "draft", "patch"):
        for media_type, content in (operation.body or {}).get("content", {}).items():
            if "json" in media_type:
                examples = document.examples(content)
                return prefix + swift(examples[0][1] if examples else document.made(content.get("schema")))
        return prefix + swift(document.made(next(iter((operation.body or {}).get("content", {}).values()), {}).get("schema")))
    candidates = [each for each in operation.parameters if words(each["name"]) == words(bare)]
    if not candidates:
        candidates = [each for each in operation.parameters if each["in"] == "path" and words(bare).endswith(words(each["name"]))]
    if not candidates and bare in ("id", "key"):
        # The key of an object is the last parameter of its own path.
        names = re.findall(r"{([^}]*)}", operation.template)
        place = re.sub(r"{[^}]*}", "{}", operation.template).strip("/").split("/")
        index = [step for step in operation.path_as_written.split("/")].index("{id}") if "{id}" in operation.path_as_written else -1
        if index >= 0:
            count = sum("{" in step for step in operation.path_as_written.split("/")[:index])
            candidates = [each for each in operation.parameters if each["name"] == names[count]]
    for content in (operation.body or {}).get("content", {}).values():
        properties = document.resolved(content.get("schema", {})).get("properties", {})
        for key, schema in properties.items():
            if not candidates and words(key) == words(bare):
                return prefix + swift(document.made(schema))
    if candidates:
        parameter = candidates[0]
        schema = parameter.get("schema") or next(iter(parameter.get("content", {}).values()), {}).get("schema", {})
        if "example" in parameter and not isinstance(parameter["example"], (dict, list)):
            return prefix + swift(parameter["example"])
        return prefix + swift(document.made(schema))
    return prefix + f'mockValue(####"{BY_TYPE.get(type, json.dumps("text"))}"####)'


calls, seen, missing, places, done = [], set(), [], {}, []
services = set()
for file in sorted(Path(sys.argv[2]).glob("*.swift")):
    text = file.read_text()
    services.update(re.findall(r"struct (\w+): RESTAPI", text))
    for method, path, model, name, parameters, result in functions(text):
        place = (method, re.sub(r"{[^}]*}", "{}", path).strip("/"))
        operation = by_place.get(place)
        if operation is None or place in seen:
            if operation is None:
                missing.append(f"{method} {path}")
            continue
        seen.add(place)
        operation.path_as_written = path
        given = [argument(each, operation, model) for each in parameters]
        given = [each for each in given if each is not None]
        query = next((index for index, each in enumerate(given) if "__QUERY__" in each), None)
        if query is not None:
            struct = re.search(rf"extension {model}: .*?\n    struct ListQuery[^\n]*{{\n(.*?)\n\n", text, re.S)
            needed = [
                argument(line.strip().removeprefix("var "), operation, model) for line in (struct[1] if struct else "").split("\n")
                if line.strip().startswith("var ") and not line.strip().endswith("?") and " = " not in line
            ]
            given[query] = given[query].replace("__QUERY__", f".init({', '.join(each for each in needed if each)})")
        call = f"{model}.{name}({', '.join(given)})"
        title = json.dumps(f"{method} {operation.template}", ensure_ascii=False)
        for number in range(max(1, len(operation.examples))):
            kind = "true" if operation.examples else "false"
            calls.append(f"    await mockCall({title}, {kind}) {{ _ = try await api.send({call}) }}")

output = Path(sys.argv[3])
parts = [calls[start:start + 50] for start in range(0, len(calls), 50)]
service = sorted(services)[0]
text = (Path(__file__).parent / "Program.swift").read_text().replace("__SERVICE__", service)
text = text.replace("__PARTS__", "\n        ".join(f"await mockPart{number}(api)" for number in range(len(parts))))
(output / "MockProgram.swift").write_text(text)
for number, part in enumerate(parts):
    (output / f"MockPart{number}.swift").write_text(
        f"import ModelREST\nimport ModelRuntime\n\nfunc mockPart{number}(_ api: {service}) async {{\n" + "\n".join(part) + "\n}\n")
left = [each.method + " " + each.template for place, each in by_place.items() if place not in seen]
print(f"{len(seen)} of {len(by_place)} operations are called, in {len(calls)} calls")
if left:
    print(f"  without a call: {', '.join(left)}")
