"""Serves the examples of an OpenAPI document on loopback, and validates every request against it.

    server.py DOCUMENT SENT REPORT

Prints its port. openapi-core validates every request against the document, and `wire.py` compares it with the values in SENT,
which the program writes. The response is the next example of the
operation's success, or a value made from its schema. On SIGTERM or at the end of its input, it writes its findings to REPORT.
"""
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict

import answers
import wire
from document import Document


class Request:
    """A request in the form of openapi-core's protocol `Request`."""

    def __init__(self, method, host, path, query, headers, body, pattern, values):
        self.host_url, self.path, self.path_pattern = host, path, pattern
        self.method, self.body = method.lower(), body
        self.content_type = headers.get("Content-Type", "").split(";")[0].strip()
        if self.content_type.startswith("multipart/"):
            self.content_type = headers.get("Content-Type", "")
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(query), header=Headers(list(headers.items())), cookie=ImmutableMultiDict(), path=values)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            body = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        round = re.match(r"/answer-(\d+)(?=/)", self.path)
        parts = urlsplit(self.path[round.end() if round else 0:])
        found = document.find(self.command, parts.path)
        if found is None:
            report["unknown"].append(f"{self.command} {self.path}")
            return self.answer(404, "application/json", b"{}")
        operation, values = found
        title = f"{self.command} {operation.template}"
        if round:
            return self.answer_at_random(operation, title, int(round[1]))
        with lock:
            report["called"].setdefault(title, 0)
            number = report["called"][title]
            report["called"][title] += 1
        request = Request(
            self.command, "http://localhost", parts.path.removeprefix(document.prefix), parse_qsl(parts.query, True),
            self.headers, body, operation.template, {name: unquote(text) for name, text in values.items()})
        with lock:
            try:
                openapi.validate_request(request)
                report["valid"].append(title)
            except Exception as error:  # Any error of the validator is reported.
                cause = error.__cause__ or error
                details = [each.message for each in getattr(cause, "schema_errors", [])]
                report["invalid"].append([title, self.path, f"{error} {cause} {details}"[:600], (body or b"")[:300].decode("utf-8", "replace")])
            calls = sent.get(title, [])
            if number < len(calls):
                raw = {name.lstrip(".;"): text for name, text in values.items()}
                raw = {name: text.removeprefix(operation.marks.get(name, "")) for name, text in raw.items()}
                try:
                    problems = wire.problems(document, operation, calls[number], raw, parts.query, self.headers, body)
                except Exception as error:  # A request that cannot even be read.
                    problems = [f"{type(error).__name__}: {error}"]
                report["different"] += [[title, each] for each in problems]
        example = operation.examples[number % len(operation.examples)] if operation.examples else None
        if example is None:
            status, content_type, text = operation.made_answer(document)
            return self.answer(status, content_type, text)
        return self.answer(example.status, example.media_type, example.body())

    def answer_at_random(self, operation, title, number):
        found = answers.answer(document, checker, operation, title, number)
        with lock:
            report["answers"].setdefault(title, {})[number] = found
        if found is None:
            return self.answer(418, "application/json", b"{}")
        self.answer(found[0], found[1], json.dumps(found[3], ensure_ascii=False, default=str).encode())

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_request

    def answer(self, status, content_type, body):
        self.send_response(status)
        if status not in (204, 304):
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status not in (204, 304) and self.command != "HEAD":
            self.wfile.write(body)


document = Document(sys.argv[1])
document.defaults = wire.defaults(document.root, {})
openapi = OpenAPI.from_dict(document.on_loopback(), config=Config(spec_validator_cls=None))
checker = answers.Checker(document)
lock = threading.Lock()
report = {"called": {}, "valid": [], "invalid": [], "unknown": [], "different": [], "answers": {}}
sent = json.loads(Path(sys.argv[2]).read_text())
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
server.shutdown()
Path(sys.argv[3]).write_text(json.dumps(report, indent=1))
