#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the schema and the parser judge the same files alike.

  good/      both accept (and every file below --good, which are the definitions that are shipped)
  bad/       both reject
  semantic/  the parser rejects; the schema accepts, because a schema cannot say it. A file that the schema begins to
             reject belongs into bad/.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-yaml python3-jsonschema)")
    sys.exit(125)


class Loader(yaml.SafeLoader):
    """YAML 1.2's core schema, as editors read it; keys are text, as in JSON."""

    yaml_implicit_resolvers = {}

    def construct_mapping(self, node, deep=False):
        return {key.value: self.construct_object(value, deep=True) for key, value in node.value}


def resolve(tag, pattern, first):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), first)


resolve("bool", "true|True|TRUE|false|False|FALSE", list("tTfF"))
resolve("int", r"[-+]?[0-9]+", list("-+0123456789"))
resolve("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789"))
resolve("null", "~|null|Null|NULL|", ["~", "n", "N", ""])
Loader.add_constructor("tag:yaml.org,2002:map", lambda loader, node: loader.construct_mapping(node))
Loader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))


def schema_complaint(validator, path):
    document = yaml.load(path.read_text(encoding="utf-8"), Loader)
    error = jsonschema.exceptions.best_match(validator.iter_errors(document))
    return "" if error is None else f"{'/'.join(map(str, error.absolute_path)) or 'the file'}: {error.message}"


def parser_complaint(quern, path):
    done = subprocess.run([quern, "list", str(path)], capture_output=True, text=True, encoding="utf-8", timeout=60)
    placed = re.match(r"[^:\n]+\.yaml:[0-9]+:[0-9]+: ", done.stderr)
    if done.returncode not in (0, 2) or (done.returncode == 2 and not placed):
        raise SystemExit(f"{path}: exit code {done.returncode}\n{done.stderr}")
    return done.stderr if done.returncode == 2 else ""


def disagreements(options, validator):
    groups = {"good": (False, False), "bad": (True, True), "semantic": (True, False)}
    for group, (parser_rejects, schema_rejects) in groups.items():
        paths = sorted((options.corpus / group).glob("*.yaml"))
        if not paths:
            yield f"{options.corpus / group} is empty"
        if group == "good":
            paths += sorted(options.good.rglob("*.yaml"))
        for path in paths:
            said = {"parser": parser_complaint(options.quern, path), "schema": schema_complaint(validator, path)}
            for who, expected in (("parser", parser_rejects), ("schema", schema_rejects)):
                if bool(said[who]) != expected:
                    yield f"{path}: the {who} {'accepts it' if expected else 'rejects it: ' + said[who]}"
        print(f"{group}: {len(paths)} files")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quern", required=True)
    for name in ("--schema", "--corpus", "--good"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    options = parser.parse_args()
    schema = json.loads(options.schema.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    found = list(disagreements(options, jsonschema.Draft7Validator(schema)))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
