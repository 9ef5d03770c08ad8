"""A service implemented only from an OpenAPI document of modelgen, with the extensions `x-…` described in the reference."""
import base64
import copy
import json
import re
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from schemas import Misfit, Schemas, placed, value_at

MADE_UP = 5
# The default number of items on a page.
PAGE = 2
JSON = "application/json"


class Refused(Exception):
    """A request that fails. `by_code`: with a successful HTTP status and a code in the body, if the document has codes."""

    def __init__(self, status, message, by_code=False):
        super().__init__(message)
        self.status, self.by_code = status, by_code


class Service:
    def __init__(self, document):
        self.schemas = Schemas(document)
        self.prefix = urlsplit(document["servers"][0]["url"]).path.rstrip("/")
        self.scheme = next(iter(document.get("components", {}).get("securitySchemes", {}).values()), None)
        self.paths = []
        for template, item in document["paths"].items():
            pattern = re.sub(r"\\{([^}]*)\\}", r"([^/]+)", re.escape(template))
            names = re.findall(r"{([^}]*)}", template)
            self.paths.append((re.compile(pattern), names, template, item))
        # Literal paths come before those with parameters.
        self.paths.sort(key=lambda path: len(path[1]))
        self.lists, self.elements = {}, {}
        for _, _, template, item in self.paths:
            schema = self.schemas.resolved(self.value_schema(item.get("get", {})))
            if schema and schema.get("type") == "array":
                self.elements[template] = schema["items"]
                self.lists[template] = [self.schemas.make(schema["items"], number) for number in range(1, MADE_UP + 1)]

    # What the document says about an operation

    def success(self, operation):
        return next((value for key, value in operation.get("responses", {}).items() if key.startswith("2")), {})

    def schema(self, operation):
        """The schema of a whole response; None if it is not JSON."""
        return self.success(operation).get("content", {}).get(JSON, {}).get("schema")

    def envelope(self, operation):
        return self.success(operation).get("x-envelope", {})

    def value_schema(self, operation):
        """The schema of what an operation returns, within its envelope."""
        schema = self.schema(operation)
        if schema is None or "value" not in self.envelope(operation) and "code" in self.envelope(operation):
            # A code alone is not a value.
            return schema if schema and "$ref" in schema else None
        return self.schemas.at(schema, self.envelope(operation).get("value", ""))

    def key(self, template):
        """The property that identifies an item."""
        for _, _, path, item in self.paths:
            if path == template:
                parameters = next(iter(item.values())).get("parameters", [])
                return next((each["x-property"] for each in parameters if "x-property" in each), "id")
        return "id"

    # Requests

    def answer(self, method, target, headers, body):
        """A response: a status, headers and bytes."""
        parts = urlsplit(target)
        path = parts.path.removeprefix(self.prefix) if parts.path.startswith(self.prefix + "/") else ""
        for pattern, names, template, item in self.paths:
            match = pattern.fullmatch(path)
            operation = item.get(method.lower()) if match else None
            if operation is None:
                continue
            try:
                given = {("path", name): [unquote(text)] for name, text in zip(names, match.groups())}
                for name, text in parse_qsl(parts.query, True, True):
                    given.setdefault(("query", name), []).append(text)
                self.authenticate(headers, given)
                request = Request(method, template, operation, parts, headers)
                request.token = given.pop(("query", "token"), [None])[0] if operation.get("x-pagination") == "link" else None
                request.values = self.parameters(operation, given, headers)
                request.body = self.body(operation, headers, body)
                return self.perform(request)
            except Misfit as misfit:
                return self.refusal(Refused(400, str(misfit)), operation)
            except Refused as refused:
                return self.refusal(refused, operation)
        return 404, {"Content-Type": JSON}, json.dumps({"message": f"no {method} of {path}"}).encode()

    def authenticate(self, headers, given):
        """Whether there is a credential as the document requires. It does not say which ones are valid: here, all except `expired`."""
        if self.scheme is None:
            return
        if self.scheme["type"] == "apiKey":
            name = self.scheme["name"]
            credential = headers.get(name) if self.scheme["in"] == "header" else given.pop(("query", name), [None])[0]
        else:
            kind, _, credential = (headers.get("Authorization") or "").partition(" ")
            if kind.lower() != self.scheme["scheme"]:
                credential = None
            elif kind.lower() == "basic":
                credential = base64.b64decode(credential).decode()
                credential = credential if ":" in credential else None
        if not credential or credential == "expired":
            raise Refused(401, "no credential that is good")

    def parameters(self, operation, given, headers):
        values = {}
        for parameter in operation.get("parameters", []):
            name, place = parameter["name"], parameter["in"]
            texts = given.pop((place, name), None)
            if place == "header" and headers.get(name) is not None:
                texts = [headers[name]]
            if texts is not None:
                values[place, name] = self.schemas.parameter(texts, parameter.get("schema", {}), name)
            elif parameter.get("required"):
                raise Misfit(f"{name} is missing")
        if given:
            raise Misfit(f"{', '.join(name for _, name in given)}: the document knows no such parameter")
        return values

    def body(self, operation, headers, body):
        request = operation.get("requestBody")
        if request is None:
            if body:
                raise Misfit("a body that nobody asked for")
            return None
        media_type, _, rest = (headers.get("Content-Type") or "").partition(";")
        content = request["content"].get(media_type.strip())
        if content is None:
            raise Misfit(f"a body of the type {media_type}")
        schema = self.schemas.resolved(content.get("schema", {}))
        if media_type == "multipart/form-data":
            return self.form(list(multipart(body, rest)), schema, content.get("encoding", {}))
        if media_type == "application/x-www-form-urlencoded":
            return self.form([(name, text, False) for name, text in parse_qsl(body.decode(), True, True)], schema)
        if media_type != JSON:
            return body
        try:
            value = json.loads(body)
        except ValueError as error:
            raise Misfit(f"the body is not JSON: {error}") from error
        self.schemas.check(value, schema, "body", "readOnly")
        return value_at(value, request.get("x-envelope", {}).get("value", ""))

    def form(self, fields, schema, encodings={}):
        """The fields of a form as an object: repeated names become a list unless it is JSON, and a file its bytes."""
        texts = {}
        for name, text, is_file in fields:
            property = self.schemas.resolved(schema["properties"].get(name, {}))
            if ("contentMediaType" in property) != is_file:
                raise Misfit(f"{name} is {'a file' if is_file else 'no file'}")
            texts.setdefault(name, []).append(text)
        value = {}
        for name, given in texts.items():
            if name not in schema["properties"]:
                raise Misfit(f"{name}: the document knows no such field")
            if encodings.get(name, {}).get("contentType") == JSON and len(given) == 1:
                value[name] = json.loads(given[0])
            else:
                value[name] = self.schemas.parameter(given, schema["properties"][name], name)
        self.schemas.check(value, schema, "form", "readOnly")
        return value

    # Responses

    def perform(self, request):
        template = request.template
        key = re.fullmatch(r"(.*)/{([^}]*)}", template)
        if template in self.lists and "{" not in template and request.method in ("GET", "POST"):
            return self.on_list(request)
        if key and key[1] in self.lists:
            return self.on_item(request, key[1], key[2])
        item, element = self.owner(request)
        if template in self.lists:
            return self.success_of(request, self.lists[template])
        if "application/octet-stream" in self.success(request.operation).get("content", {}):
            return 200, {"Content-Type": "application/octet-stream"}, f"{request.method} {request.path}".encode()
        schema = self.value_schema(request.operation)
        if schema is None:
            return self.success_of(request, None)
        # The result is the item itself, if the types allow it.
        return self.success_of(request, item if item and schema == element else self.schemas.make(schema, 1))

    def owner(self, request):
        """The item in the path of an operation, `posts/{id}/publish`, and its schema."""
        owner = re.match(r"(.*?)/{([^}]*)}", request.template)
        if not owner or owner[1] not in self.lists:
            return None, None
        wanted, key = request.values["path", owner[2]], self.key(f"{owner[1]}/{{{owner[2]}}}")
        for item in self.lists[owner[1]]:
            if value_at(item, key) == wanted:
                return item, self.elements[owner[1]]
        raise Refused(404, f"{key} {wanted} is not there", by_code=True)

    def on_list(self, request):
        items, element = self.lists[request.template], self.elements[request.template]
        if request.method == "POST":
            item = self.completed(self.visible(request.body, element), element, items, self.item_key(request.template))
            items.append(item)
            return self.success_of(request, item, 201)
        query = {name: value for (place, name), value in request.values.items() if place == "query"}
        page = Page(request, query)
        known = self.schemas.resolved(element).get("properties", {})
        wanted = [
            item for item in items if all(
                item.get(name) in (value if isinstance(value, list) else [value])
                for name, value in query.items() if name in known)
        ]
        return self.success_of(request, wanted[page.start:page.start + page.size], page=page, total=len(wanted))

    def item_key(self, template):
        return next((self.key(path) for _, _, path, _ in self.paths if re.fullmatch(re.escape(template) + r"/{[^}]*}", path)), None)

    def visible(self, value, schema):
        """The value without write-only properties."""
        properties = self.schemas.resolved(schema).get("properties", {})
        return {key: each for key, each in value.items() if not self.schemas.resolved(properties.get(key, {})).get("writeOnly")}

    def completed(self, item, schema, items, key):
        """The properties that a new item lacks to match what the operation returns: a unique number, or a made-up value."""
        item = copy.deepcopy(item)
        properties = self.schemas.resolved(schema).get("properties", {})
        for name in dict.fromkeys([*([key] if key in properties else []), *self.schemas.resolved(schema).get("required", [])]):
            if name not in item:
                taken = [other[name] for other in items if isinstance(other.get(name), int)]
                item[name] = self.schemas.make(properties.get(name, {}), max(taken, default=len(items)) + 1, name)
        return item

    def on_item(self, request, template, name):
        items, element, key = self.lists[template], self.elements[template], self.key(request.template)
        wanted = request.values["path", name]
        index = next((index for index, item in enumerate(items) if value_at(item, key) == wanted), None)
        if index is None:
            raise Refused(404, f"{key} {wanted} is not there", by_code=True)
        if request.method == "DELETE":
            del items[index]
            return self.success_of(request, None)
        # Read-only properties are kept.
        if request.method in ("PUT", "PATCH"):
            properties = self.schemas.resolved(element).get("properties", {})
            kept = items[index] if request.method == "PATCH" or "PUT" not in self.methods(request.template) else {
                each: value for each, value in items[index].items()
                if self.schemas.resolved(properties.get(each, {})).get("readOnly")
            }
            items[index] = placed(wanted, key, {**kept, **self.visible(request.body, element)})
        return self.success_of(request, items[index])

    def methods(self, template):
        return [method.upper() for _, _, path, item in self.paths if path == template for method in item]

    def success_of(self, request, value, status=200, page=None, total=0):
        envelope, schema, headers = self.envelope(request.operation), self.schema(request.operation), {}
        if schema is None:
            return 204, headers, b""
        whole = value if "value" not in envelope and value is not None else {}
        if "value" in envelope:
            whole = placed(copy.deepcopy(value), envelope["value"], whole)
        if "meta" in envelope:
            whole = placed({"total": total}, envelope["meta"], whole)
        if "code" in envelope and isinstance(whole, dict):
            whole = placed(envelope["success"], envelope["code"], dict(whole))
        if page:
            whole, headers = page.turned(whole, total)
        self.schemas.check(whole, schema, "response", "writeOnly")
        return status, {**headers, "Content-Type": JSON}, json.dumps(whole).encode()

    def refusal(self, refused, operation):
        envelope = self.envelope(operation)
        if "code" not in envelope:
            return refused.status, {"Content-Type": JSON}, json.dumps({"message": str(refused)}).encode()
        whole = placed(str(refused.status), envelope["code"], {})
        if "message" in envelope:
            whole = placed(str(refused), envelope["message"], whole)
        return 200 if refused.by_code else refused.status, {"Content-Type": JSON}, json.dumps(whole).encode()


class Request:
    def __init__(self, method, template, operation, parts, headers):
        self.method, self.template, self.operation = method, template, operation
        self.path, self.query, self.host = parts.path, parts.query, headers.get("Host")


class Page:
    """The requested page, removed from the query, according to `x-pagination`."""

    def __init__(self, request, query):
        self.request, self.start, self.size = request, 0, PAGE
        self.kind = request.operation.get("x-pagination", {})
        if "offset" in self.kind:
            offset = self.kind["offset"]
            self.start, self.size = query.pop(offset["start"], 0), query.pop(offset["limit"], MADE_UP * 100)
        elif "page" in self.kind:
            page = self.kind["page"]
            self.size = query.pop(page.get("size"), PAGE)
            self.start = (query.pop(page["number"], page["first"]) - page["first"]) * self.size
        elif "cursor" in self.kind:
            self.start = self.read(query.pop(self.kind["cursor"]["parameter"], None))
        elif self.kind == "link":
            self.start = self.read(request.token)
        else:
            self.size = MADE_UP * 100

    def read(self, cursor):
        """Cursors are up to the server: here, base64 of the start of the page."""
        try:
            return int(base64.urlsafe_b64decode(cursor).decode()) if cursor is not None else 0
        except ValueError as error:
            raise Refused(404, "a cursor that this server never gave") from error

    def turned(self, whole, total):
        """A response and headers with the position of the next page."""
        end = self.start + self.size
        cursor = base64.urlsafe_b64encode(str(end).encode()).decode() if end < total else None
        if "cursor" in self.kind:
            return placed(cursor, self.kind["cursor"]["next"], whole), {}
        if self.kind == "link" and cursor:
            rest = [each for each in self.request.query.split("&") if each and not each.startswith("token=")]
            query = "&".join(rest + [f"token={quote(cursor)}"])
            return whole, {"Link": f'<http://{self.request.host}{self.request.path}?{query}>; rel="next"'}
        return whole, {}


def multipart(body, parameters):
    """The fields of a form according to RFC 7578: name, value, and whether it is a file."""
    match = re.search(r'boundary="?([^";]+)"?', parameters)
    if not match:
        raise Misfit("a form without a boundary")
    pieces = (b"\r\n" + body).split(b"\r\n--" + match[1].encode())
    if len(pieces) < 2 or pieces[0] or not pieces[-1].startswith(b"--"):
        raise Misfit("a form that does not begin or end")
    for piece in pieces[1:-1]:
        head, found, content = piece.partition(b"\r\n\r\n")
        disposition = re.search(r"(?i)content-disposition: *form-data; *(.*)", head.decode())
        name = re.search(r'\bname="([^"]*)"', disposition[1]) if found and disposition else None
        if not name:
            raise Misfit("a part of a form without a name")
        is_file = "filename=" in disposition[1]
        yield name[1], content.decode("latin-1" if is_file else "utf-8"), is_file
