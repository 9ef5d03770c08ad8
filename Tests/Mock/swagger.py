"""A Swagger 2.0 document as OpenAPI 3.0 says the same, independently of what modelgen makes of it."""
import copy

OF_PARAMETER = ["name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "deprecated"]
METHODS = ["get", "put", "post", "delete", "options", "head", "patch"]


def converted(root):
    root = copy.deepcopy(root)
    scheme = "https" if "https" in root.get("schemes", ["https"]) else root["schemes"][0]
    host = f"{scheme}://{root['host']}" if "host" in root else ""
    whole = {"openapi": "3.0.3", "info": root["info"], "paths": {}, "components": {"schemas": root.get("definitions", {})}}
    if host or "basePath" in root:
        whole["servers"] = [{"url": host + root.get("basePath", "")}]
    for path, item in root["paths"].items():
        shared = [resolved(each, root) for each in item.pop("parameters", [])]
        whole["paths"][path] = {method: operation(item[method], shared, root) for method in METHODS if method in item}
    return schemas(whole)


def resolved(node, root):
    return root["parameters"][node["$ref"].split("/")[-1]] if "$ref" in node else node


def schemas(node):
    """With references to where the schemas now are, and files as strings."""
    if isinstance(node, list):
        return [schemas(each) for each in node]
    if not isinstance(node, dict):
        return node
    node = {key: schemas(each) for key, each in node.items()}
    if isinstance(node.get("$ref"), str):
        node["$ref"] = node["$ref"].replace("#/definitions/", "#/components/schemas/")
    if node.get("type") == "file":
        node.update(type="string", format="binary")
    if "x-nullable" in node:
        node["nullable"] = node.pop("x-nullable")
    if isinstance(node.get("discriminator"), str):
        node["discriminator"] = {"propertyName": node["discriminator"]}
    return node


def style(parameter):
    if parameter.get("type") != "array":
        return {}
    found = parameter.get("collectionFormat", "csv")
    styles = {"ssv": {"style": "spaceDelimited"}, "pipes": {"style": "pipeDelimited"}}
    return {"explode": found == "multi", **styles.get(found, {})}


def parameter(node):
    own = {key: each for key, each in node.items() if key in OF_PARAMETER and key != "collectionFormat"}
    return {**own, **style(node), "schema": schema_of(node)}


def schema_of(node):
    return {key: each for key, each in node.items() if key not in OF_PARAMETER}


def operation(node, shared, root):
    own = [resolved(each, root) for each in node.pop("parameters", [])]
    named = {(each["name"], each["in"]) for each in own}
    all = own + [each for each in shared if (each["name"], each["in"]) not in named]
    consumes = node.pop("consumes", root.get("consumes", [])) or ["application/json"]
    produces = node.pop("produces", root.get("produces", [])) or ["application/json"]
    node["parameters"] = [parameter(each) for each in all if each["in"] not in ("body", "formData")]
    fields = [each for each in all if each["in"] == "formData"]
    for body in (each for each in all if each["in"] == "body"):
        node["requestBody"] = {
            "required": body.get("required", False), "content": {media: {"schema": body["schema"]} for media in consumes}}
    if fields:
        forms = [media for media in consumes if "form" in media] or ["multipart/form-data"]
        if any(each.get("type") == "file" for each in fields):
            forms = ["multipart/form-data"]
        schema = {
            "type": "object", "properties": {each["name"]: schema_of(each) for each in fields},
            "required": [each["name"] for each in fields if each.get("required")]}
        encoding = {each["name"]: style(each) for each in fields if style(each)}
        node["requestBody"] = {"content": {media: {"schema": schema, "encoding": encoding} for media in forms}}
    for status, response in node["responses"].items():
        if "$ref" in response:
            response = copy.deepcopy(root["responses"][response["$ref"].split("/")[-1]])
        schema, examples = response.pop("schema", None), response.pop("examples", {})
        if schema is not None:
            given = {media: {"example": example} for media, example in examples.items()}
            response["content"] = {media: {"schema": schema, **given.get(media, {})} for media in produces}
        node["responses"][status] = response
    return node
