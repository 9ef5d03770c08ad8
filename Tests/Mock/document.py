"""The parts of an OpenAPI document that a mock and its caller need."""
import copy
import json
import re
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import yaml

import swagger
from values import Values

METHODS = ["get", "put", "post", "delete", "options", "head", "patch"]


def is_json(media_type):
    return "json" in media_type.split(";")[0] or media_type == "*/*"


class Example:
    def __init__(self, status, media_type, name, value, schema):
        self.status, self.media_type, self.name, self.value, self.schema = status, media_type, name, value, schema

    def body(self):
        if is_json(self.media_type):
            return json.dumps(self.value, ensure_ascii=False, default=str).encode()
        return self.value.encode() if isinstance(self.value, str) else json.dumps(self.value).encode()


class Operation:
    def __init__(self, document, method, template, node, item):
        self.method, self.template, self.node = method.upper(), template, node
        own = [document.resolved(each) for each in node.get("parameters", [])]
        shared = [document.resolved(each) for each in item.get("parameters", [])]
        keys = {(each["name"], each["in"]) for each in own}
        self.parameters = own + [each for each in shared if (each["name"], each["in"]) not in keys]
        # What the style of a parameter writes before its value.
        self.marks = {
            each["name"]: {"label": ".", "matrix": f";{each['name']}="}.get(each.get("style"), "")
            for each in self.parameters if each["in"] == "path"
        }
        self.body = document.resolved(node["requestBody"]) if "requestBody" in node else None
        self.successes = [
            (status, document.resolved(response)) for status, response in node.get("responses", {}).items() if str(status)[0] == "2"
        ]
        self.examples = []
        for status, response in self.successes:
            code = int(status) if str(status).isdigit() else 200
            for media_type, content in response.get("content", {}).items():
                if not is_json(media_type):
                    continue
                for name, value in document.examples(content):
                    self.examples.append(Example(code, media_type, name, value, content.get("schema", {})))
                break

    def place(self, value):
        """The path as it is on the wire, with the value for each parameter."""
        path = quote(self.template.split("#")[0], safe="/{}!$&'()*+,;=:@~%")
        return re.sub(r"{([^}]*)}", lambda name: value(self.marks.get(unquote(name[1]), "")), path)

    def pattern(self):
        steps = re.split("\0", self.place(lambda mark: f"\0{mark}\0"))
        return re.compile("".join(f"({re.escape(step)}[^/]+)" if number % 2 else re.escape(step) for number, step in enumerate(steps)))

    def made_answer(self, document):
        """The response if the document has no example."""
        for status, response in self.successes:
            if not response.get("content"):
                return (int(status) if str(status).isdigit() else 200), "application/octet-stream", b""
        for status, response in self.successes:
            media_type, content = next(iter(response["content"].items()))
            code = int(status) if str(status).isdigit() else 200
            if not is_json(media_type):
                return code, media_type, b"text"
            return code, media_type, json.dumps(Values(document).made(content.get("schema")), default=str).encode()
        return 204, "", b""


class Document:
    def __init__(self, path):
        text = Path(path).read_text()
        self.root = json.loads(text) if path.endswith(".json") else yaml.load(text, yaml.CSafeLoader)
        if "swagger" in self.root:
            self.root = swagger.converted(self.root)
        url = ((self.root.get("servers") or [{}])[0].get("url") or "/").rstrip("/")
        self.prefix = urlsplit(url).path.rstrip("/") if "{" not in url else ""
        parts = urlsplit(url)
        self.host = f"{parts.scheme}://{parts.netloc}" if parts.netloc and "{" not in url else "http://localhost"
        self.operations = []
        for template, item in self.root["paths"].items():
            item = self.resolved(item)
            for method in METHODS:
                if method in item:
                    self.operations.append(Operation(self, method, template, item[method], item))
        # openapi-core calls a parameter of the style `matrix` `;id`, and a label `.id`.
        self.patterns = [
            (each.pattern(), [each.marks.get(name, "")[:1] + name for name in re.findall(r"{([^}]*)}", each.template)], each)
            for each in self.operations
        ]
        # Literal paths come before those with parameters.
        self.patterns.sort(key=lambda each: (len(each[1]), -len(each[2].template)))

    def base(self):
        """The prefix of all paths, from the base URL of a client: the path of a server with a host."""
        return self.prefix if self.host != "http://localhost" else ""

    def resolved(self, node):
        for _ in range(50):
            if not isinstance(node, dict) or "$ref" not in node:
                return node
            place = self.root
            for step in node["$ref"].removeprefix("#/").split("/"):
                place = place[step.replace("~1", "/").replace("~0", "~")]
            node = place
        return node

    def examples(self, content):
        """The examples of a body: its own, otherwise those of its schema."""
        if "example" in content:
            return [("example", content["example"])]
        named = [(name, self.resolved(each)) for name, each in content.get("examples", {}).items()]
        return [(name, each["value"]) for name, each in named if "value" in each]

    def find(self, method, path):
        path = path.removeprefix(self.prefix)
        for pattern, names, operation in self.patterns:
            match = operation.method == method and pattern.fullmatch(path)
            if match:
                return operation, dict(zip(names, match.groups()))
        return None

    def on_loopback(self):
        """The document for this server, which has no accounts."""
        root = copy.deepcopy(self.root)
        root.pop("security", None)
        root["servers"] = [{"url": "/"}]
        for item in root["paths"].values():
            item.pop("servers", None)
            for method in METHODS:
                if isinstance(item.get(method), dict):
                    item[method].pop("security", None)
                    item[method].pop("servers", None)
        return root
