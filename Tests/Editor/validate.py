"""Prints the files that an editor schema rejects. The file `files` contains the schema's name, and then theirs.

Reads scalars according to YAML 1.2, like editors: `no` and dates are strings.
"""
import json, re, sys, yaml
from jsonschema import Draft7Validator

class Loader(yaml.CSafeLoader):
    pass
kept = ("tag:yaml.org,2002:null", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:merge")
Loader.yaml_implicit_resolvers = {
    first: [entry for entry in entries if entry[0] in kept]
    for first, entries in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))

schema, *files = open("files").read().split("\n")
schema = json.load(open(schema))
Draft7Validator.check_schema(schema)
validator = Draft7Validator(schema)
for name in files:
    try:
        documents = [json.loads(json.dumps(it)) for it in yaml.load_all(open(name, "rb"), Loader=Loader)]
        fits = all(validator.is_valid(it) for it in documents if it is not None)
    except (yaml.YAMLError, UnicodeError):
        fits = False
    if not fits:
        print(name)
