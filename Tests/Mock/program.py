"""Writes a Swift program that calls every operation of a generated client, and the values that it passes.

    program.py DOCUMENT SOURCES SENT

An operation is called once for each of its examples, or once if it has none, with what it requires: the document's example
of the body, or else a value made from its schema, read by the generated types themselves. It is called once more with
everything that it can take.
"""
import json
import re
import sys
from pathlib import Path

import wire
from document import Document, is_json
from values import DIFFICULT, HEADER, Values

document = Document(sys.argv[1])
# A path that contains a query has constant parameters.
by_place = {(each.method, each.place(lambda mark: mark + "{}").split("?")[0].strip("/")): each for each in document.operations}

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
    "Listed": ("GET", "", "list", ["_ query: ListQuery", "in resource: Resource"]),
    "Gettable": ("GET", "/{id}", "get", ["_ key: PathKey", "in resource: Resource"]),
    "Creatable": ("POST", "", "create", ["_ draft: Draft", "in resource: Resource"]),
    "Updatable": ("PUT", "/{id}", "update", ["_ body: Self", "in resource: Resource"]),
    "Patchable": ("PATCH", "/{id}", "patch", ["_ key: PathKey", "_ patch: Patch", "in resource: Resource"]),
    "Deletable": ("DELETE", "/{id}", "delete", ["_ key: PathKey", "in resource: Resource"]),
}


def functions(text):
    """The operations of a file: method, path, model, name, parameters, body. First those that are written out, then those
    that a protocol provides."""
    model, place = None, None
    inherited = []
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if line.startswith("nonisolated extension") and not line.endswith("{"):
            line = " ".join(each.strip() for each in lines[index:lines.index("{", index) if "{" in lines[index:] else index + 6]) + " {"
        if match := re.match(r"nonisolated extension (\w+)(?:: ([\w, ]+?))? *{", line):
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
            while not re.search(r"-> Endpoint<.*> {", head):
                next_index += 1
                head += " " + lines[next_index].strip()
            declared = re.match(r"static func (`?\w+`?)\((.*)\) -> Endpoint<(.*)> {", head)
            if declared:
                end = next((number for number in range(next_index + 1, len(lines)) if lines[number].startswith("    }")), next_index)
                yield place[1], place[2], model, declared[1], split(declared[2]), "\n".join(lines[next_index:end])
            place = None
    for model, place in places.items():
        if place.path is None or place in done:
            continue
        done.append(place)
        for protocol in place.protocols:
            if protocol in PROTOCOLS:
                method, rest, name, parameters = PROTOCOLS[protocol]
                yield method, place.path.rstrip("/") + rest, model, name, parameters, ""


def swift(value):
    """A value as JSON in a raw string literal."""
    return f'mockValue(####"{json.dumps(value, ensure_ascii=False, default=str)}"####)'


class Call:
    """A call of an operation, with the values that it passes."""

    def __init__(self, operation, path, model, text, is_full):
        self.operation, self.model, self.is_full = operation, model, is_full
        # The names on the wire, by those of the arguments.
        set = r'\.(?:set|add)\((?:deep: )?"((?:[^"\\]|\\.)*)", (?:json(?:Values)?: )?`?(\w+)`?'
        self.keys = {name: json.loads(f'"{key}"') for key, name in re.findall(set, re.sub(r"\(\n\s+", "(", text))}
        names = re.findall(r"{([^}]*)}", operation.template)
        self.steps = dict(zip(re.findall(r"\\\(`?(\w+)", next(iter(re.findall(r'\.\w+,\s+"([^"]*)"', text)), "")), names))
        self.steps.update(zip(re.findall(r"{([^}]*)}", path), names))
        self.parameters, self.body, self.is_file = [], None, False

    def sent(self):
        return {"parameters": self.parameters, "body": self.body, "is_file": self.is_file}

    def values(self, place):
        text = "text" if not self.is_full else HEADER if place == "header" else DIFFICULT
        return Values(document, self.is_full, text, is_sent=True)

    def argument(self, parameter, text):
        """The argument for a parameter; None if it is omitted."""
        label, _, rest = parameter.partition(":")
        label, _, name = label.strip().partition(" ")
        type, _, default = rest.strip().partition(" = ")
        if name == "resource":
            given = [each for each in (self.argument(each, text) for each in places[self.model].parameters) if each]
            return f"in: {self.model}.resource({', '.join(given)})" if given else None
        prefix = "" if label == "_" else f"{label}: "
        bare = (name or label).strip("`")
        if type.endswith("ListQuery"):
            given = [self.argument(each, text) for each in list_parameters(list_query(self.model, text))]
            return f"{prefix}.init({', '.join(each for each in given if each)})" if not default or self.is_full else None
        if type == "WholeList":
            return prefix + ".init()"
        if default and not self.is_full:
            return None
        type = type.rstrip("?")
        if bare in ("body", "draft", "patch") and self.json_schema() is not None:
            return prefix + self.json_body()
        if type in ("UploadSource", "[UploadSource]"):
            return prefix + self.file(bare, type)
        return prefix + self.value(bare, type)

    def json_schema(self):
        for media_type, content in (self.operation.body or {}).get("content", {}).items():
            if is_json(media_type):
                return content
        return None

    def json_body(self):
        content = self.json_schema()
        examples = document.examples(content)
        made = self.values("body").made(content.get("schema"))
        self.body = examples[0][1] if examples and not self.is_full else made
        return swift(self.body)

    def file(self, bare, type):
        names = [name for name in self.fields() if name == self.keys.get(bare)]
        if not names:
            self.is_file = True
            return "mockFile"
        self.body = self.body or {}
        self.body[names[0]] = ["\0file"] if type.startswith("[") else "\0file"
        return "[mockFile]" if type.startswith("[") else "mockFile"

    def fields(self):
        found = {}
        for media_type, content in (self.operation.body or {}).get("content", {}).items():
            if "form" in media_type:
                found = {**wire.property_schemas(document, content.get("schema", {})), **found}
        return found

    def value(self, bare, type):
        for place, name, property, schema, parameter in self.candidates(bare):
            made = self.values(place).made(schema)
            if not self.is_full and not isinstance(parameter.get("example", {}), (dict, list)):
                made = parameter["example"]
            if type == "[String]" and not isinstance(made, list):
                made = [made]
            if place in ("header", "path") and isinstance(made, list):
                made = [str(each).replace(",", "") for each in made]
            if parameter.get("style") == "spaceDelimited":
                made = [str(each).replace(" ", "") for each in made]
            self.note(place, name, property, made)
            if type == "Date":
                return swift(BY_TYPE["Date"].strip('"'))
            if type == "String" and not isinstance(made, str):
                return swift(json.dumps(made) if isinstance(made, (dict, list)) else str(made))
            return swift(made)
        unmatched.append(f"{self.operation.method} {self.operation.template}: {bare}")
        return f'mockValue(####"{BY_TYPE.get(type, json.dumps("text"))}"####)'

    def note(self, place, name, property, value):
        if place == "body":
            self.body = {**(self.body or {}), name: value}
        elif property is None:
            self.parameters.append([place, name, value])
        else:
            known = next((each for each in self.parameters if each[:2] == [place, name]), None)
            if known is None:
                known = [place, name, {}]
                self.parameters.append(known)
            known[2][property] = value

    def candidates(self, bare):
        """The parameters, properties of parameters and fields that an argument may mean."""
        parameters = self.operation.parameters
        key = self.keys.get(bare)
        step = self.steps.get("id" if bare == "key" else bare)
        for each in parameters:
            if step == each["name"] if each["in"] == "path" else each["name"] in (key, f"{key}".removesuffix("[]")):
                schema = each.get("schema") or next(iter(each.get("content", {}).values()), {}).get("schema", {})
                yield each["in"], each["name"], None, schema, each
        for each in parameters:
            if key in (properties := wire.property_schemas(document, each.get("schema", {}))):
                yield each["in"], each["name"], key, properties[key], {}
        for name, schema in self.fields().items():
            if name in (key, f"{key}".removesuffix("[]")):
                yield "body", name, None, schema, {}


def list_query(model, text):
    """The struct of a list's query."""
    found = re.search(rf"extension {model}: (?:(?!\n}}).)*?\n    struct ListQuery(.*?)\n    }}", text, re.S)
    return found[1] if found else ""


def list_parameters(struct):
    for line in struct.split("\n"):
        if line.strip().startswith("var ") and "{" not in line and line.startswith("        var"):
            property = line.strip().removeprefix("var ")
            yield property + (" = nil" if property.endswith("?") else "")


calls, rounds, sent, unmatched, seen, named, missing, places, done = [], [], {}, [], set(), set(), [], {}, []
services = set()
for file in sorted(Path(sys.argv[2]).glob("*.swift")):
    text = file.read_text()
    services.update(re.findall(r"struct (\w+): (?:RESTAPI|AuthenticatedAPI|MultiCredentialAPI)", text))
    for method, path, model, name, parameters, body in functions(text):
        place = (method, re.sub(r"{[^}]*}", "{}", path).strip("/"))
        operation = by_place.get(place)
        if operation is None:
            missing.append(f"{method} {path}")
        # An operation has several names if its body is of several kinds.
        if operation is None or (place, name) in named:
            continue
        seen.add(place)
        named.add((place, name))
        title = f"{method} {operation.template}"
        count = max(1, len(operation.examples))
        for number in range(count + 1):
            call = Call(operation, path, model, list_query(model, text) + body, is_full=number == count)
            given = [each for each in (call.argument(each, text) for each in parameters) if each is not None]
            kind = "true" if operation.examples else "false"
            request = f"{model}.{name}({', '.join(given)})"
            calls.append(f"    await mockCall({json.dumps(title, ensure_ascii=False)}, {kind}) {{ try await api.send({request}) }}")
            if number == 0:
                rounds.append(calls[-1].replace("mockCall", "mockAnswers"))
            sent.setdefault(title, []).append(call.sent())

calls += rounds
output = Path(sys.argv[2])
Path(sys.argv[3]).write_text(json.dumps(sent, default=str))
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
for what, list in (("without a call", left), ("not in the document", missing), ("without a known meaning", unmatched)):
    if list:
        print(f"  {what}: {', '.join(list)}")
