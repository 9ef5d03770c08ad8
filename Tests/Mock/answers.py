"""Random answers that a document allows."""
import random
import re

from openapi_schema_validator import OAS30ReadValidator, OAS31Validator
from referencing import Registry, Resource, Specification

from document import is_json

TEXTS = {
    "date-time": ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123Z", "2024-01-02T03:04:05.123456Z", "2024-01-02T03:04:05+02:00"],
    "date": ["2024-02-29"], "uuid": ["6f9619ff-8b86-4011-b42d-00c04fc964ff"], "uri": ["https://example.com/a?b=c&d=%C3%A9"],
    "url": ["https://example.com/a"], "email": ["a@example.com"], "byte": ["YQ=="], "ipv4": ["10.0.0.1"], "time": ["03:04:05"],
    "decimal": ["1.5"], "hostname": ["example.com"], "ipv6": ["::1"],
}
PATTERNED = ["abc", "1", "12345678", "0a1b2c3d", "1.5", "a@example.com", "https://example.com", "#ff0000", "en", "US", "AA", "0x0", "+15551234567",
             "AC0123456789abcdef0123456789abcdef", "2024-01-02", "12:30", "0123456789abcdef0123456789abcdef01234567", "a_b", "a/b", "6f9619ff-8b86-4011-b42d-00c04fc964ff"]


def absolute(node):
    """A schema whose references are resolved in the document, wherever the schema is."""
    if isinstance(node, list):
        return [absolute(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {key: f"document:{each}" if key == "$ref" and isinstance(each, str) else absolute(each) for key, each in node.items()}


def without_patterns(node):
    """A schema without the constraint that random texts rarely fulfill."""
    if isinstance(node, list):
        return [without_patterns(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {key: without_patterns(each) for key, each in node.items() if key != "pattern" or not isinstance(each, str)}


class Checker:
    """Finds where a value contradicts a schema."""

    def __init__(self, document):
        is_old = document.root["openapi"].startswith("3.0")
        self.validator_class = OAS30ReadValidator if is_old else OAS31Validator
        contents = Resource(contents=without_patterns(document.root), specification=Specification.OPAQUE)
        self.registry = Registry().with_resource("document:", contents)

    def errors(self, value, schema):
        return self.validator_class(absolute(without_patterns(schema)), registry=self.registry).iter_errors(value)

    def accepts(self, value, schema):
        try:
            return next(self.errors(value, schema), None) is None
        except Exception:  # A schema that is not one.
            return False


class Answers:
    """Makes values of schemas at random."""

    def __init__(self, document, seed):
        self.document, self.random = document, random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def merged(self, schema):
        """A schema without `allOf`, and with one alternative of `oneOf` and `anyOf`."""
        schema = self.document.resolved(schema)
        if not isinstance(schema, dict):
            return {}
        whole = {key: each for key, each in schema.items() if key not in ("allOf", "oneOf", "anyOf")}
        parts = list(schema.get("allOf", []))
        for key in ("oneOf", "anyOf"):
            if schema.get(key):
                part = self.random.choice(schema[key])
                mapping = schema.get("discriminator", {}).get("mapping", {})
                names = [name for name, place in mapping.items() if place == part.get("$ref")]
                if "discriminator" in schema and "$ref" in part:
                    name = names[0] if names else part["$ref"].split("/")[-1]
                    parts.append({"properties": {schema["discriminator"]["propertyName"]: {"const": name}}})
                parts.append(part)
        for part in parts:
            part = self.merged(part)
            for key, each in part.items():
                if key == "properties":
                    known = whole.setdefault("properties", {})
                    whole["properties"] = {**each, **known, **{
                        name: {"allOf": [known[name], each[name]]} for name in each if name in known and "const" not in known[name]}}
                elif key == "required":
                    whole["required"] = [*whole.get("required", []), *each]
                elif key == "nullable" and len(parts) > 1:
                    continue
                else:
                    whole.setdefault(key, each)
        return whole

    def made(self, schema, depth=0):
        schema = self.merged(schema)
        kind = schema.get("type")
        if "const" in schema:
            return schema["const"]
        if (schema.get("nullable") or isinstance(kind, list) and "null" in kind) and self.chance(0.2 if depth < 4 else 0.7):
            return None
        if schema.get("enum"):
            return self.random.choice(schema["enum"])
        if isinstance(kind, list):
            kind = self.random.choice([each for each in kind if each != "null"] or ["null"])
        if kind == "object" or "properties" in schema or kind is None and isinstance(schema.get("additionalProperties"), dict):
            return self.object(schema, depth)
        if kind == "array" or kind is None and "items" in schema:
            least = schema.get("minItems", 0)
            count = self.random.randint(least, max(least, min(3, schema.get("maxItems", 3)))) if depth < 4 else least
            return [self.made(schema.get("items", {}), depth + 1) for _ in range(count)]
        if kind == "null":
            return None
        if kind == "boolean":
            return self.chance(0.5)
        if kind == "integer":
            format = re.fullmatch(r"(u-?)?int(8|16|32|64)", schema.get("format", ""))
            if not format:
                return self.number(schema, [0, 7, 2147483648, -1])
            most = min(2 ** (int(format[2]) - (0 if format[1] else 1)) - 1, 9007199254740993)
            return self.number(schema, [0, 7, most] if format[1] else [0, 7, most, -1])
        if kind == "number":
            # A `Float` has 24 bits.
            return self.number(schema, [0, 1, 1.5, -2.25, 0.1, 1234.125 if schema.get("format") == "float" else 12345678.125])
        if kind == "string":
            return self.string(schema)
        return self.random.choice(["text", 1, True, {"a": [1, None]}, ["x"]])

    def number(self, schema, choices):
        least, most = schema.get("minimum", -1e18), schema.get("maximum", 1e18)
        fitting = [each for each in choices if least <= each <= most]
        return self.random.choice(fitting or [least if least > -1e18 else most])

    def string(self, schema):
        texts = TEXTS.get(schema.get("format"), ["text", "", "é \"quoted\" \\ / \u2028 \U0001F600", "2024-01-02"])
        if "pattern" in schema and "format" not in schema:
            texts = [schema["example"]] if isinstance(schema.get("example"), str) and self.chance(0.5) else PATTERNED
        text = self.random.choice(texts)
        return text.ljust(schema.get("minLength", 0), "0")[:schema.get("maxLength", 1000)]

    def object(self, schema, depth):
        properties, required = schema.get("properties", {}), schema.get("required", [])
        share = [0.8, 0.7, 0.5, 0.3, 0.1][min(depth, 4)]
        names = [name for name in properties if name in required or self.chance(share)]
        value = {name: self.made(properties[name], depth + 1) for name in names if self.document.resolved(properties[name]).get("writeOnly") is not True}
        value.update({name: "text" for name in required if name not in properties})
        others = schema.get("additionalProperties")
        if isinstance(others, dict) and not properties and depth < 6:
            value.update({key: self.made(others, depth + 1) for key in self.random.sample(["a key", "b", "c.d/e~f", "7"], self.random.randint(0, 2))})
        return value

    # What servers send although the document does not say so.

    def strange(self, value, schema, kind, depth=0):
        """A value with what clients should survive: `more` keys, `unknown` values of enums, `null` for absent properties."""
        schema = self.merged(schema) if depth < 12 else {}
        if isinstance(value, list):
            return [self.strange(each, schema.get("items", {}), kind, depth + 1) for each in value]
        if isinstance(value, dict):
            properties, required = schema.get("properties", {}), schema.get("required", [])
            value = {key: self.strange(each, properties.get(key, {}), kind, depth + 1) for key, each in value.items()}
            if kind == "more" and properties:
                value["x-more"] = {"a": [1]}
            if kind == "null":
                value.update({key: None for key in properties if key not in value and key not in required})
            return value
        if kind == "unknown" and isinstance(value, str) and len(schema.get("enum", [])) > 1:
            return "something-new"
        return value


def answer(document, checker, operation, title, number):
    """Status, media type and value of a random answer that is valid; none if none was found."""
    for status, response in operation.successes:
        for media_type, content in response.get("content", {}).items():
            if not is_json(media_type) or not content.get("schema"):
                continue
            schema = content["schema"]
            kind = {0: None, 1: None, 2: None, 3: None, 4: "more", 5: "unknown", 6: "null"}[number % 7]
            for attempt in range(40):
                made = Answers(document, f"{title} {number} {attempt}")
                value = made.made(schema)
                if checker.accepts(value, schema):
                    if kind is not None:
                        made = Answers(document, f"{title} {number} {attempt}")
                        value = made.strange(value, schema, kind)
                    return (int(status) if str(status).isdigit() else 200), media_type, kind or "valid", value
            return None
        break
    return None
