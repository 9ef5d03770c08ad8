"""Compares a request with the values from which it was made, as the document says that they are sent.

Independent of openapi-core, which ignores what is not in the document and accepts any text as a string.
"""
import json
import re
from datetime import datetime
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import unquote, unquote_plus

FORM = "application/x-www-form-urlencoded"


def kind(document, schema):
    schema = document.resolved(schema or {})
    found = schema.get("type")
    if isinstance(found, list):
        found = next((each for each in found if each != "null"), None)
    if found is None and ("properties" in schema or "additionalProperties" in schema):
        return "object"
    for key in ("allOf", "anyOf", "oneOf"):
        kinds = [kind(document, each) for each in schema.get(key, [])] if found is None else []
        kinds = [each for each in kinds if each != "null"]
        # A list or one of its elements are the same.
        if kinds:
            return "array" if "array" in kinds else kinds[0]
    return found


def pairs(text):
    """The raw names and values of a query or a form."""
    return [tuple((pair.split("=", 1) + [""])[:2]) for pair in text.split("&") if pair]


def seconds(text):
    """A date and time without its fraction, or a text that is none."""
    try:
        return datetime.fromisoformat(re.sub(r"\.\d+", "", text).replace("Z", "+00:00"))
    except ValueError:
        return text


def is_same(received, sent):
    """Whether a value that was sent as text, or as JSON, is this one."""
    if isinstance(sent, dict):
        return isinstance(received, dict) and not difference(received, sent)
    if isinstance(sent, list):
        return isinstance(received, list) and len(received) == len(sent) and all(map(is_same, received, sent))
    if received == sent and type(received) is type(sent):
        return True
    if isinstance(received, (int, float)) and isinstance(sent, (int, float)):
        return received == sent
    text = json.dumps(sent) if isinstance(sent, bool) else str(sent)
    if str(received).lower() == text.lower() and (isinstance(received, str) and re.fullmatch("[0-9a-fA-F-]{36}", text)):
        return True
    date = re.compile(r"\d{4}-\d\d-\d\dT")
    if isinstance(received, str) and isinstance(sent, str) and date.match(received) and date.match(sent):
        return received[:19] == sent[:19] or seconds(received) == seconds(sent)
    return received == text


def difference(received, sent, path="", known={}):
    """The first difference between two JSON values; absent is null, or one of the known defaults."""
    if isinstance(sent, dict) and isinstance(received, dict):
        for key in [*sent, *(each for each in received if each not in sent)]:
            if sent.get(key) is None and received.get(key) in (None, *known.get(key, [])):
                continue
            if found := difference(received.get(key), sent.get(key), f"{path}.{key}", known):
                return found
        return None
    if isinstance(sent, list) and isinstance(received, list) and len(sent) == len(received):
        return next((found for index, pair in enumerate(zip(received, sent)) if (found := difference(*pair, f"{path}[{index}]", known))), None)
    return None if received is not None and is_same(received, sent) else f"{path or 'the body'} is {json.dumps(received)}, not {json.dumps(sent, default=str)}"


class Reader:
    """Takes the values of parameters out of the pairs of a query or a form."""

    def __init__(self, document, text):
        self.document, self.left = document, pairs(text)

    def all(self, name):
        found = [value for key, value in self.left if unquote_plus(key) == name]
        self.left = [pair for pair in self.left if unquote_plus(pair[0]) != name]
        return found

    def members(self, prefix):
        """`prefix[a]`, `prefix[a][b]`."""
        value, rest = {}, []
        for key, text in self.left:
            match = re.fullmatch(re.escape(prefix) + r"((?:\[[^\]]*\])+)", unquote_plus(key))
            if not match:
                rest.append((key, text))
                continue
            steps = re.findall(r"\[([^\]]*)\]", match[1])
            place = value
            for step in steps[:-1]:
                place = place.setdefault(step, {})
            step = steps[-1] or str(len(place))
            place[step] = unquote_plus(text)
        self.left = rest
        return lists(value)

    def value(self, name, schema, style, explode):
        form = kind(self.document, schema)
        if style == "deepObject":
            return self.members(name) or None
        if form == "object" and style == "form" and explode:
            properties = self.document.resolved(schema).get("properties", {})
            names = properties or [unquote_plus(key) for key, _ in self.left]
            found = {each: self.value(each, properties.get(each, {}), "form", True) for each in names}
            return {key: each for key, each in found.items() if each is not None} or None
        found = self.all(name)
        if not found:
            return None
        if form == "object" and style == "form" and schema:
            parts = [unquote_plus(each) for each in found[0].split(",")]
            return dict(zip(parts[::2], parts[1::2]))
        if form == "array":
            separators = {"form": ",", "spaceDelimited": r"%20|\+", "pipeDelimited": r"\||%7C"}
            raw = found if explode else [part for each in found for part in re.split(separators.get(style, ","), each)]
            return [unquote_plus(each) for each in raw]
        if len(found) > 1:
            return [unquote_plus(each) for each in found]
        return unquote_plus(found[0])


def lists(value):
    if not isinstance(value, dict):
        return value
    value = {key: lists(each) for key, each in value.items()}
    return [value[key] for key in sorted(value, key=int)] if value and all(key.isdigit() for key in value) else value


def text_of(sent):
    """A list that is sent in a header or a path."""
    if isinstance(sent, list):
        return ",".join(str(text_of(each)) for each in sent)
    return sent


def problems(document, operation, sent, path_values, query, headers, body):
    """What differs between a request and the values it should have."""
    found = []

    def compare(place, name, received, wanted):
        if wanted is None and received is not None:
            found.append(f"{place} `{name}` was not passed, but is sent: {received!r}")
        elif wanted is not None and not (is_same(received, wanted) or difference(received, wanted) is None):
            found.append(f"{place} `{name}` is {received!r}, not {wanted!r}")

    reader = Reader(document, query)
    given = {(place, name): value for place, name, value in sent["parameters"]}
    for each in sorted(operation.parameters, key=lambda each: kind(document, each.get("schema")) == "object"):
        name, place = each["name"], each["in"]
        wanted = given.get((place, name))
        schema = each.get("schema")
        if place == "query":
            style = each.get("style", "form")
            received = reader.value(name, schema, style, each.get("explode", style == "form"))
            if schema is None and received is not None:
                received = json.loads(received)
            if wanted is None and (is_constant(document, schema, received) or is_default(document, schema, received)):
                continue
            if isinstance(received, list) and wanted is not None and not isinstance(wanted, list):
                received = received[0] if len(received) == 1 else received
            compare(place, name, received, wanted)
        elif place == "header" and name.lower() not in ("accept", "content-type", "authorization"):
            received = headers.get(name)
            if wanted is None and (is_constant(document, schema, received) or is_default(document, schema, received)):
                continue
            compare(place, name, received, text_of(wanted))
        elif place == "path":
            compare(place, name, unquote(path_values[name]), text_of(wanted))
    found += [f"the query has `{unquote_plus(key)}`, which is not in the document" for key, _ in reader.left]
    found += body_problems(document, operation, sent.get("body"), sent["is_file"], headers, body)
    accepted = headers.get("Accept")
    types = [media.split(";")[0].strip() for _, response in operation.successes for media in response.get("content", {})]
    if accepted and types and "*/*" not in accepted and not any(media in accepted or media == "*/*" for media in types):
        found.append(f"Accept is {accepted}, but the answer is {', '.join(types)}")
    return found


def is_constant(document, schema, received):
    schema = document.resolved(schema or {})
    values = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return len(values) == 1 and is_same(received, values[0])


def is_default(document, schema, received):
    standard = document.resolved(schema or {}).get("default")
    return received is not None and standard is not None and is_same(received, standard)


def defaults(node, found):
    """The defaults of all properties, by name."""
    for key, each in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else []:
        if key == "properties" and isinstance(each, dict):
            for name, schema in each.items():
                if isinstance(schema, dict) and "default" in schema:
                    found.setdefault(name, []).append(schema["default"])
        defaults(each, found)
    return found


def body_problems(document, operation, sent, is_file, headers, body):
    media = headers.get("Content-Type", "")
    if body is None or body == b"" and not media:
        required = (operation.body or {}).get("required") and operation.body.get("content")
        if sent is not None and sent != {}:
            return ["there is no body"]
        return ["there is no body, which is required"] if required else []
    if operation.body is None:
        return [f"there is a body, which the document does not have: {body[:60]!r}"]
    declared = operation.body.get("content", {})
    short = media.split(";")[0].strip().lower()
    content = next((each for name, each in declared.items() if name.split(";")[0].strip().lower() == short), None)
    if content is None:
        content = next((each for name, each in declared.items() if "*" in name and re.fullmatch(re.escape(name).replace(r"\*", ".*"), short)), None)
    if content is None:
        return [f"the body is `{media}`, but should be {', '.join(declared)}"]
    if "json" in short:
        try:
            found = difference(json.loads(body), sent, known=document.defaults)
        except ValueError as error:
            found = f"is not JSON: {error}"
        return [f"body: {found}"] if found else []
    if is_file:
        return [] if body == b"a file" else [f"the file is {body[:60]!r}"]
    schema = document.resolved(content.get("schema", {}))
    encodings = content.get("encoding", {})
    if short == FORM:
        return form_problems(document, schema, encodings, sent or {}, body.decode())
    if short.startswith("multipart/"):
        return multipart_problems(document, schema, encodings, sent or {}, media, body)
    return []


def property_schemas(document, schema):
    schema = document.resolved(schema)
    found = dict(schema.get("properties", {}))
    for key in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(key, []):
            found = {**property_schemas(document, part), **found}
    return found


def form_problems(document, schema, encodings, sent, text):
    reader, found = Reader(document, text), []
    for name, each in property_schemas(document, schema).items():
        encoding = encodings.get(name, {})
        style = encoding.get("style", "form")
        is_json = kind(document, each) == "object" and not {"style", "explode"} & set(encoding)
        received = reader.value(name, {} if is_json else each, style, encoding.get("explode", style == "form"))
        if is_json and isinstance(received, str):
            received = json.loads(received)
        if received is None and sent.get(name) is None:
            continue
        if isinstance(received, list) and not isinstance(sent.get(name), list):
            received = received[0]
        if received is None or not is_same(received, sent.get(name)) and difference(received, sent.get(name)):
            found.append(f"the field `{name}` is {received!r}, not {sent.get(name)!r}")
    return found + [f"the form has `{unquote_plus(key)}`, which is not in the document" for key, _ in reader.left]


def multipart_problems(document, schema, encodings, sent, media, body):
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + media.encode() + b"\r\n\r\n" + body)
    parts, found = {}, []
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        parts.setdefault(name, []).append(part)
    for name, each in property_schemas(document, schema).items():
        wanted = sent.get(name)
        given = parts.pop(name, [])
        if wanted is None and not given:
            continue
        values = wanted if kind(document, each) == "array" and isinstance(wanted, list) else [wanted]
        if len(given) != len(values):
            found.append(f"the part `{name}` is sent {len(given)} times, not {len(values)}: {wanted!r}")
            continue
        for part, value in zip(given, values):
            type, text = part.get("Content-Type"), part.get_payload(decode=True)
            allowed = [item.strip() for item in encodings.get(name, {}).get("contentType", "").split(",") if item.strip()]
            if allowed and not any(re.fullmatch(re.escape(item).replace(r"\*", ".*"), (type or "text/plain").split(";")[0]) for item in allowed):
                found.append(f"the part `{name}` is {type}, not {', '.join(allowed)}")
            if value == "\0file":
                if text != b"a file":
                    found.append(f"the file `{name}` is {text[:40]!r}")
                if part.get_filename() is None:
                    found.append(f"the file `{name}` has no name")
            elif isinstance(value, (dict, list)):
                if (type or "").split(";")[0] != "application/json":
                    found.append(f"the part `{name}` is {type}, not application/json")
                elif problem := difference(json.loads(text), value):
                    found.append(f"the part `{name}`: {problem}")
            elif not is_same(json.loads(text) if "json" in (type or "") else text.decode(), value):
                found.append(f"the part `{name}` is {text.decode()!r}, not {value!r}")
            for header, described in encodings.get(name, {}).get("headers", {}).items():
                if document.resolved(described).get("required") and part.get(header) is None:
                    found.append(f"the part `{name}` has no header {header}")
    return found + [f"there is a part `{name}`, which is not in the document" for name in parts]
