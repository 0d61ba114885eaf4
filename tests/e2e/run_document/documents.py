# SPDX-License-Identifier: Apache-2.0
"""Validates documents of quern, and shows that a damaged one would be noticed."""
import copy
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-jsonschema)")
    sys.exit(125)

SCHEMAS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "schemas"


class Checker:
    def __init__(self, name):
        schema = json.loads((SCHEMAS / name).read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        self.validator = jsonschema.Draft7Validator(schema)

    def check(self, document, what):
        """What is wrong with a document, printed; whether it is good."""
        errors = sorted(self.validator.iter_errors(document), key=lambda error: list(error.path))
        for error in errors[:10]:
            print(f"{what}: {'/'.join(map(str, error.path))}: {error.message[:300]}")
        return not errors

    def notices(self, document):
        """Whether each field, once it is missing or of another type, makes a document bad; prints those that do not."""
        unnoticed = 0
        for path, required in fields(document, self.validator.schema, self.validator.schema):
            for kind, damage in (("missing", remove), ("of another type", retype)):
                if kind == "missing" and not required:
                    continue
                damaged = copy.deepcopy(document)
                damage(damaged, path)
                if self.validator.is_valid(damaged):
                    print(f"not noticed: {'/'.join(map(str, path))} {kind}")
                    unnoticed += 1
        return unnoticed == 0


def resolve(schema, root):
    while "$ref" in schema:
        schema = root["definitions"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def parts_of(schema, document, root):
    """The schemas that describe an object: itself, and the branch that its status chooses."""
    schema = resolve(schema, root)
    yield schema
    if "if" in schema:
        good = jsonschema.Draft7Validator(schema["if"]).is_valid(document)
        yield resolve(schema["then" if good else "else"], root)


def fields(document, schema, root, path=()):
    """The paths of all fields that the schema knows, and whether they are required."""
    if isinstance(document, list):
        for i, item in enumerate(document[:8]):
            yield from fields(item, resolve(schema, root).get("items", {}), root, path + (i,))
    if not isinstance(document, dict):
        return
    parts = list(parts_of(schema, document, root))
    known = {key: value for part in parts for key, value in part.get("properties", {}).items()}
    required = {key for part in parts for key in part.get("required", [])}
    for key, value in document.items():
        if key in known:
            yield path + (key,), key in required
            yield from fields(value, known[key], root, path + (key,))


def holder(document, path):
    for key in path[:-1]:
        document = document[key]
    return document


def remove(document, path):
    del holder(document, path)[path[-1]]


def retype(document, path):
    holder(document, path)[path[-1]] = [{"neither": "text nor number"}, 1]


def run(command, code):
    """Standard output as JSON; the exit code must be `code`."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode} instead of {code}\n{done.stderr}")
    return json.loads(done.stdout)
