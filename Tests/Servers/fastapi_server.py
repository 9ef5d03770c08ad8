"""FastAPI: typed parameters, statuses, forms with files and JSON, merge patches, files by ranges, problems (RFC 9457)."""
import datetime
import json
import sys
from typing import Annotated

import uvicorn
from fastapi import FastAPI, File, Form, Header, Path, Query, Request, Response, UploadFile
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from pydantic import BaseModel

app = FastAPI()
tasks = {1: {"id": 1, "title": "Wash", "note": "soon"}}
calls: dict[str, int] = {}


class Draft(BaseModel):
    title: str
    note: str | None = None


def problem(status: int, title: str) -> JSONResponse:
    body = {"type": "about:blank", "title": title, "status": status, "detail": f"{title}."}
    return JSONResponse(body, status, media_type="application/problem+json")


@app.get("/teams/{team}/tasks")
def listed(
    team: str,
    labels: Annotated[list[str], Query()] = [],
    day: datetime.date | None = None,
    if_none_match: Annotated[str | None, Header()] = None,
):
    if if_none_match == '"v1"':
        return Response(status_code=304)
    found = [task | {"title": f"{task['title']} {team} {','.join(labels)} {day}"} for task in tasks.values()]
    return JSONResponse(found, headers={"ETag": '"v1"'})


@app.get("/teams/{team}/tasks/{number}")
def one(team: str, number: int):
    return tasks[number] if number in tasks else problem(404, "No such task")


@app.post("/teams/{team}/tasks")
def make(team: str, draft: Draft, response: Response, prefer: Annotated[str | None, Header()] = None):
    if prefer == "respond-async":
        response.status_code = 202
        return {"job": 7}
    number = max(tasks) + 1
    tasks[number] = {"id": number} | draft.model_dump()
    response.status_code = 201
    response.headers["Location"] = f"/teams/{team}/tasks/{number}"
    return tasks[number]


@app.patch("/teams/{team}/tasks/{number}")
async def merge(team: str, number: int, request: Request, if_match: Annotated[str | None, Header()] = None):
    # First of all: a client may stop sending a body that is refused, and lose the connection.
    change = json.loads(await request.body())
    if if_match not in (None, '"v1"'):
        return problem(412, "Changed meanwhile")
    if request.headers["content-type"] != "application/merge-patch+json":
        return problem(415, "Not a merge patch")
    tasks[number] = {key: value for key, value in (tasks[number] | change).items() if value is not None}
    return tasks[number]


@app.delete("/teams/{team}/tasks/{number}", status_code=204)
def delete(team: str, number: int):
    return None if tasks.pop(number, None) else problem(409, "Gone before")


@app.get("/days/{day}")
def on(day: Annotated[datetime.date, Path()], x_week: Annotated[datetime.date | None, Header()] = None):
    return PlainTextResponse(f"{day} {x_week}")


@app.post("/teams/{team}/tasks/{number}/files")
async def attach(
    team: str,
    number: int,
    files: Annotated[list[UploadFile], File()],
    about: Annotated[str, Form()],
    caption: Annotated[str | None, Form()] = None,
):
    sizes = [len(await file.read()) for file in files]
    text = f"{sizes} {json.loads(about)['title']} {caption} {files[0].headers.get('x-sum')}"
    return PlainTextResponse(text)


@app.post("/pay")
def pay(idempotency_key: Annotated[str, Header()]):
    calls[idempotency_key] = calls.get(idempotency_key, 0) + 1
    if calls[idempotency_key] < 3:
        return Response(status_code=503, headers={"Retry-After": "0"})
    return {"job": len(calls)}


@app.get("/file")
def file():
    return FileResponse(sys.argv[2], media_type="application/octet-stream")


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="critical")
