#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What quern runs list --json and quern runs trend --format json print is what their schemas say."""
import json
import os
import subprocess
import sys
import tempfile

from documents import Checker, run

CASE = {"id": "add:eager:forward:cpp:t1", "label": ["add"], "runtime": "eager", "pass": "forward", "language": "cpp",
        "num_threads": 1, "tags": [], "definition": "s.yaml:1:1", "definition_hash": "ab", "status": "ok",
        "verdict": "exact", "spread": 0.0, "windows": [], "metrics": {}, "duration_s": 0.1, "failure": None}


def document(number):
    return {"schema": "quern.run/1", "quern": "0.1.0", "started": f"2026-11-0{number}T01:00:00Z", "commit": "abcd" * 10,
            "duration_s": 1.5, "interrupted": False, "environment": {"name": "default", "torch_version": f"2.{number // 3}"},
            "stable": True, "cases": [{**CASE, "instructions": 100.0 + 20 * (number // 3)}]}


def main(quern):
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, f"{number}.json") for number in range(1, 6)]
        for number, file in enumerate(files, 1):
            with open(file, "w", encoding="utf-8") as stream:
                json.dump(document(number), stream)
        store = ["--store", os.path.join(folder, "runs.sqlite")]
        subprocess.run([quern, "runs", "import", *files, "--name", "main", *store], check=True, stdout=subprocess.DEVNULL)
        runs = run([quern, "runs", "list", "--json", *store], 0)
        trend = run([quern, "runs", "trend", CASE["id"], "--format", "json", *store], 0)
    assert [entry["id"] for entry in runs["runs"]] == [5, 4, 3, 2, 1], runs
    assert trend["steps"] == [{"run": 3, "before": 100.0, "after": 120.0, "changes": ["torch"]}], trend["steps"]
    good = True
    for name, found in (("quern.runs.1.schema.json", runs), ("quern.trend.1.schema.json", trend)):
        checker = Checker(name)
        good = checker.check(found, name) and checker.notices(found) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
