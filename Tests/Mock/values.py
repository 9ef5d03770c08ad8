"""Values for schemas that have no example."""
import re

# What percent-encoding, forms and lists could mistake for their own.
DIFFICULT = "a b&c=d+e/f?;é%41\"'<#,g"
HEADER = "a b&c=d+e/f?;%41\"'<#"
TEXTS = {
    "date-time": "2024-01-02T03:04:05Z", "date": "2024-01-02", "uuid": "6f9619ff-8b86-d011-b42d-00c04fc964ff",
    "uri": "https://example.com/a?b=c&d", "url": "https://example.com/a", "email": "a@example.com", "byte": "YQ==",
    "ipv4": "10.0.0.1", "time": "03:04:05", "hostname": "example.com", "decimal": "1.5",
}


KINDS = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}


def fits(value, kind):
    """Whether a value is of a kind; many documents have examples that are not."""
    return value is not None and (not isinstance(kind, str) or kind not in KINDS or isinstance(value, KINDS[kind]))


class Values:
    """Makes values of a document's schemas: the smallest valid ones, or such with everything that a request may contain."""

    def __init__(self, document, is_full=False, text="text", is_sent=False):
        self.document, self.is_full, self.text, self.is_sent = document, is_full, text, is_sent

    def made(self, schema, depth=0):
        schema = self.document.resolved(schema or {})
        if schema is True:
            schema = {}
        for key in ("example", "default"):
            if not self.is_full and fits(schema.get(key), schema.get("type")):
                return schema[key]
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return [each for each in schema["enum"] if each is not None][-1 if self.is_full else 0]
        for key in ("oneOf", "anyOf"):
            if schema.get(key) and "properties" not in schema:
                choices = [each for each in schema[key] if not self.is_null(each)]
                if schema.get("type") == "object" and all(set(each) <= {"required"} for each in choices):
                    break
                return self.chosen(schema, choices, depth)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = next((each for each in kind if each != "null"), "null")
        if schema.get("allOf"):
            merged = {}
            for part in schema["allOf"]:
                value = self.made(part, depth + 1)
                merged = {**merged, **value} if isinstance(value, dict) and isinstance(merged, dict) else value
            return {**merged, **self.object(schema, depth)} if isinstance(merged, dict) else merged
        if kind == "object" or "properties" in schema:
            return self.object(schema, depth)
        if kind == "array":
            count = max(2 if self.is_full else 1, schema.get("minItems", 1)) if depth < 6 else schema.get("minItems", 0)
            return [self.made(schema.get("items", {}), depth + 1) for _ in range(min(count, schema.get("maxItems", count)))]
        if kind in ("integer", "number"):
            least = schema.get("minimum", schema.get("exclusiveMinimum", 1))
            return max(1, least if isinstance(least, (int, float)) and not isinstance(least, bool) else 1)
        if kind == "boolean":
            return True
        return self.string(schema)

    def is_null(self, schema):
        return self.document.resolved(schema).get("type") == "null"

    def chosen(self, schema, choices, depth):
        """The first alternative, with the key that distinguishes it."""
        value = self.made(choices[0], depth + 1)
        key = schema.get("discriminator", {}).get("propertyName")
        if isinstance(value, dict) and key and value.get(key) in (None, "text", self.text):
            mapping = schema["discriminator"].get("mapping", {})
            target = choices[0].get("$ref", "")
            names = [name for name, place in mapping.items() if place.split("/")[-1] == target.split("/")[-1]]
            value[key] = names[0] if names else target.split("/")[-1]
        return value

    def string(self, schema):
        text = TEXTS.get(schema.get("format"), self.text if "format" not in schema and "pattern" not in schema else "text")
        if re.fullmatch(r"\^\[0-9a-fA-F\]\+\$", schema.get("pattern", "")):
            text = "abcdef01"
        if "ssh-" in schema.get("pattern", ""):
            text = "ssh-rsa AAAA"
        return text.ljust(schema.get("minLength", 0), "0")[:schema.get("maxLength", 1000)]

    def object(self, schema, depth):
        whole = self.whole(schema)
        required = whole.get("required", []) if depth < 8 else []
        properties = whole.get("properties", {})
        # The required properties of one of several alternatives.
        for key in ("anyOf", "oneOf"):
            for part in schema.get(key, [])[:1]:
                required = [*required, *self.document.resolved(part).get("required", [])]
        names = [*required, *(properties if self.is_full and depth < 3 else [])]
        names = [name for name in dict.fromkeys(names) if not self.is_sent or not self.is_read_only(properties.get(name, {}))]
        value = {name: self.made(properties.get(name, {}), depth + 1) for name in names}
        others = schema.get("additionalProperties")
        if self.is_full and not properties and isinstance(others, dict) and others and depth < 4:
            value["a key"] = self.made(others, depth + 1)
        return value

    def whole(self, schema):
        """A schema with the properties of its `allOf`: one part may require what only another describes."""
        properties, required = {}, []
        for part in schema.get("allOf", []):
            part = self.whole(self.document.resolved(part))
            properties.update(part["properties"])
            required += part["required"]
        properties.update(schema.get("properties", {}))
        return {"properties": properties, "required": [*required, *schema.get("required", [])]}

    def is_read_only(self, schema):
        return self.document.resolved(schema).get("readOnly") is True
