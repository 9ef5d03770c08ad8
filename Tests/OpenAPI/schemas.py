"""Makes up and validates values for the JSON Schemas in OpenAPI 3.1 documents of modelgen."""
import base64
import copy
import json
import re
from urllib.parse import unquote

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
    "null": type(None),
}
FORMATS = {
    "date-time": (r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", "2024-02-29T12:00:%02dZ"),
    "date": (r"\d{4}-\d\d-\d\d", "2024-02-%02d"),
    "uuid": (r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "6F9619FF-8B86-D011-B42D-00C04FC964%02d"),
    "uri": (r"[A-Za-z][A-Za-z0-9+.-]*:.*", "https://example.org/%d"),
}
BITS = {"int8": 7, "int16": 15, "int32": 31, "int64": 63}


class Misfit(Exception):
    """A value does not match its schema."""


class Schemas:
    def __init__(self, document):
        self.document = document

    def resolved(self, schema):
        """A schema merged with the target of its reference; its own keywords are kept."""
        while isinstance(schema, dict) and "$ref" in schema:
            target = self.document
            for key in schema["$ref"].removeprefix("#/").split("/"):
                target = target[unquote(key).replace("~1", "/").replace("~0", "~")]
            schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
        return schema

    def at(self, schema, path):
        """The schema of the value at a key path, `data.items`."""
        for key in keys(path):
            schema = self.resolved(schema).get("properties", {}).get(key, {})
        return schema

    # Making up values

    def make(self, schema, number, name="value"):
        """A value that matches a schema; numbers and strings are different each time."""
        schema = self.resolved(schema)
        if schema is True or schema == {}:
            return number
        for key in ("const", "default"):
            if key in schema:
                return copy.deepcopy(schema[key])
        if "enum" in schema:
            return schema["enum"][number % len(schema["enum"])]
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.make(schema[key][number % len(schema[key]) if key == "oneOf" else 0], number, name)
        if "allOf" in schema:
            return {key: value for part in schema["allOf"] for key, value in self.make(part, number, name).items()}
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        # A value that may be null is null once: the third time.
        kind = "null" if "null" in kinds and number == 3 else kinds[0]
        if kind == "object":
            return self.make_object(schema, number)
        if kind == "array":
            first = [self.make(each, number, name) for each in schema.get("prefixItems", [])]
            rest = range(len(first), schema.get("minItems", 2))
            made = first + [self.make(schema.get("items", {}), number + index, name) for index in rest]
            return [each for index, each in enumerate(made) if each not in made[:index]] if schema.get("uniqueItems") else made
        if kind == "integer":
            return min(max(number, schema.get("minimum", number)), schema.get("maximum", number))
        if kind == "number":
            return number + 0.5
        if kind == "boolean":
            return number % 2 == 0
        if kind == "null":
            return None
        if schema.get("format") in FORMATS:
            return FORMATS[schema["format"]][1] % (number + 9)
        if schema.get("format") == "byte":
            return base64.b64encode(f"{name} {number}".encode()).decode()
        if "pattern" in schema:
            for text in (str(number), f"-{number}.5", f"{name}{number}", "2024-02-29", "00:00:00", "aGk=", "beef"):
                if re.search(schema["pattern"], text):
                    return text
            raise SystemExit(f"no value is known for the pattern {schema['pattern']}")
        return f"{name} {number}".ljust(schema.get("minLength", 0), "x")

    def make_object(self, schema, number):
        made = {
            key: self.make(value, number, key) for key, value in schema.get("properties", {}).items()
            if not self.resolved(value).get("writeOnly")
        }
        others = schema.get("additionalProperties")
        if isinstance(others, dict):
            names = schema.get("propertyNames", {})
            key = names["enum"][0] if "enum" in names else str(number)
            made[key] = self.make(others, number, key)
        return made

    # Validating values

    def check(self, value, schema, place, forbidden):
        """Raises a Misfit if a value does not match the schema.

        `forbidden` marks what this direction must not contain: `readOnly` in a request, `writeOnly` in a response.
        """
        schema = self.resolved(schema)
        if schema is True or schema == {}:
            return
        for part in schema.get("allOf", []):
            self.check(value, part, place, forbidden)
        for key in ("anyOf", "oneOf"):
            if key in schema:
                fits = [choice for choice in schema[key] if self.fits(value, choice, place, forbidden)]
                if not fits or key == "oneOf" and len(fits) > 1:
                    raise Misfit(f"{place} is {'none' if not fits else 'more than one'} of its kinds")
        kinds = schema.get("type", list(TYPES))
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if not any(isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds):
            if not (isinstance(value, float) and value.is_integer() and "integer" in kinds):
                raise Misfit(f"{place} is not of type {' or '.join(kinds)}")
        if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
            raise Misfit(f"{place} is not one of its values")
        if isinstance(value, dict):
            self.check_object(value, schema, place, forbidden)
        elif isinstance(value, list):
            self.check_list(value, schema, place, forbidden)
        elif isinstance(value, str):
            check_text(value, schema, place)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            bits = BITS.get(schema.get("format"))
            if bits and not -(2**bits) <= value < 2**bits:
                raise Misfit(f"{place} does not fit into {schema['format']}")
            if value < schema.get("minimum", value) or value > schema.get("maximum", value):
                raise Misfit(f"{place} is out of range")

    def fits(self, value, schema, place, forbidden):
        try:
            self.check(value, schema, place, forbidden)
        except Misfit:
            return False
        return True

    def check_object(self, value, schema, place, forbidden):
        properties = schema.get("properties", {})
        if len(value) < schema.get("minProperties", 0):
            raise Misfit(f"{place} says nothing")
        for key in schema.get("required", []):
            # What only the other side sends is only required in that direction.
            if key not in value and not self.resolved(properties.get(key, {})).get(forbidden):
                raise Misfit(f"{place}.{key} is missing")
        for key, member in value.items():
            other = schema.get("additionalProperties", True)
            names = schema.get("propertyNames", {})
            if key in properties:
                if self.resolved(properties[key]).get(forbidden):
                    raise Misfit(f"{place}.{key} is {forbidden}")
                self.check(member, properties[key], f"{place}.{key}", forbidden)
            elif other is False:
                raise Misfit(f"{place}.{key} is not known")
            elif isinstance(other, dict):
                if "enum" in names and key not in names["enum"] or not re.search(names.get("pattern", ""), key):
                    raise Misfit(f"{place}.{key} is not a valid key")
                self.check(member, other, f"{place}.{key}", forbidden)

    def check_list(self, value, schema, place, forbidden):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            raise Misfit(f"{place} has {len(value)} elements")
        if schema.get("uniqueItems") and any(each in value[:index] for index, each in enumerate(value)):
            raise Misfit(f"{place} has an element twice")
        first = schema.get("prefixItems", [])
        for index, element in enumerate(value):
            inner = first[index] if index < len(first) else schema.get("items", {})
            self.check(element, inner, f"{place}[{index}]", forbidden)

    def parameter(self, texts, schema, place):
        """The strings of a parameter, one or several, as a value of its schema."""
        schema = self.resolved(schema)
        if schema.get("type") == "array":
            value = [self.parameter([text], schema.get("items", {}), place) for text in texts]
        elif len(texts) > 1:
            raise Misfit(f"{place} is there {len(texts)} times")
        else:
            value = self.literal(texts[0], schema)
        self.check(value, schema, place, "readOnly")
        return value

    def literal(self, text, schema):
        """A string as the number, Boolean or object that a schema requires, otherwise unchanged."""
        schema = self.resolved(schema)
        inner = schema.get("anyOf", [schema])[0]
        if self.resolved(inner).get("type") in ("integer", "number", "boolean", "object"):
            try:
                return json.loads(text)
            except ValueError:
                pass
        return text


def check_text(value, schema, place):
    pattern = FORMATS.get(schema.get("format"), (None,))[0]
    if pattern and not re.fullmatch(pattern, value) or not re.search(schema.get("pattern", ""), value):
        raise Misfit(f"{place} is not written as it should be")
    if schema.get("format") == "byte":
        try:
            base64.b64decode(value, validate=True)
        except ValueError as error:
            raise Misfit(f"{place} is not base64") from error


def keys(path):
    return path.split(".") if path else []


def value_at(value, path):
    """The value at a key path, or None."""
    for key in keys(path):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def placed(value, path, whole):
    """A document with a value at a key path; if the path is empty, it is the value."""
    *outer, last = keys(path) or [None]
    if last is None:
        return value
    inner = whole
    for key in outer:
        if not isinstance(inner.get(key), dict):
            inner[key] = {}
        inner = inner[key]
    inner[last] = value
    return whole
