#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What quern run and quern time print is what docs/schemas/quern.run.1.schema.json says."""
import pathlib
import shutil
import sys

from documents import Checker, run

SUITE = pathlib.Path(__file__).resolve().parent / "suite.yaml"
METRICS = ["alloc_bytes", "alloc_count", "branch_misses", "branches", "data_reads", "data_writes", "estimated_cycles",
           "l1_misses", "ll_misses"]


def check_contents(document):
    cases = {case["label"][-1]: case for case in document["cases"]}
    assert list(cases) == ["sum", "in place", "broken", "throws", "too new"], list(cases)
    assert [c["status"] for c in cases.values()] == ["ok", "ok", "failed", "failed", "skipped"], cases
    assert cases["broken"]["failure"]["kind"] == "compile", cases["broken"]
    assert cases["broken"]["failure"]["where"].endswith("suite.yaml:13:19"), cases["broken"]
    assert cases["throws"]["failure"]["kind"] == "exception", cases["throws"]
    assert cases["too new"]["failure"]["kind"] == "requires", cases["too new"]
    for name in ("sum", "in place"):
        assert sorted(cases[name]["metrics"]) == METRICS, cases[name]["metrics"]
        assert cases[name]["instructions"] > 0
    libraries = {library["file"]: library["build_id"] for library in document["environment"]["libraries"]}
    torch = [build_id for file, build_id in libraries.items() if file.startswith("libtorch_cpu.so")]
    assert torch and torch[0], libraries


def main(quern):
    if shutil.which("valgrind") is None or (shutil.which("clang++") or shutil.which("g++")) is None:
        print("skipped: needs valgrind and a C++ compiler")
        return 125
    checker = Checker("quern.run.1.schema.json")
    document = run([quern, "run", str(SUITE), "--metrics", "cache,branch,alloc", "--format", "json", "-q"], 1)
    good = checker.check(document, "run")
    check_contents(document)
    ad_hoc = run([quern, "time", "torch::empty({0})", "--format", "json", "-q"], 0)
    good = checker.check(ad_hoc, "time") and good
    assert ad_hoc["cases"][0]["metrics"] == {}, ad_hoc["cases"][0]["metrics"]
    document["environment"]["libraries"] = document["environment"]["libraries"][:1]  # all alike
    for case in document["cases"]:
        case["windows" if "windows" in case else "label"] = case.get("windows", case["label"])[:2]
    return 0 if checker.notices(document) and good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
