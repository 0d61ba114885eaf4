# SPDX-License-Identifier: Apache-2.0
"""TorchScript: a model that cannot be derived fails its cases in both languages, and no others."""
import os

import bad_day

SUITE = os.path.join(bad_day.HERE, "models.yaml")
LANGUAGES = ("python", "cpp")
FAILURES = {"bad/lambda": "^torch.jit.frontend.UnsupportedNodeError: Lambda aren't supported",
            "bad/raises": "^AttributeError: .*NoSuchModule"}
GOOD = ["good/scale:torchscript:forward", "good/scale:torchscript:forward_backward", "good/linear:torchscript:forward",
        "good/grow:torchscript:forward"]


class Models(bad_day.BadDay):
    def test_a_bad_model_fails_alone_and_in_both_languages(self):
        result = self.quern("run", SUITE, "-f", ":torchscript:", "--format", "json", "-j2")
        self.assertEqual((result.code, result.document["stable"]), (1, True), result.err)
        cases = {case["id"]: case for case in result.document["cases"]}
        self.assertEqual(len(cases), len(LANGUAGES) * (len(FAILURES) + len(GOOD)))
        for language in LANGUAGES:
            for name, message in FAILURES.items():
                case = cases[f"{name}:torchscript:forward:{language}:t1"]
                self.check_failed(case, "model", message, r"models\.yaml:\d+:7$")
                self.assertRegex(case["failure"]["log"], message)
            counts = [self.count(cases[f"{name}:{language}:t1"]) for name in GOOD]
            self.assertGreater(counts[1], 1.5 * counts[0], "backward costs nothing")

    def count(self, case):
        self.check_exact(case)
        return case["instructions"]

    def test_without_a_torch_for_python_its_cases_are_skipped_and_cpp_derives_what_it_can(self):
        hidden = self.write("sitecustomize.py", bad_day.NO_PACKAGES)
        result = self.quern("run", SUITE, "-f", ":torchscript:forward:", "--format", "json", "-j1",
                            PYTHONPATH=os.path.dirname(hidden), **bad_day.same_headers())
        self.assertEqual(result.code, 0, result.err)
        cases = {case["id"]: case for case in result.document["cases"]}
        for name in "scale", "grow":
            self.check_exact(cases.pop(f"good/{name}:torchscript:forward:cpp:t1"))
        for case in cases.values():
            kind = "environment" if case["language"] == "python" else "model"
            self.check_skipped(case, kind, r"no Python here has a torch|^no torch for Python: /.*python3 has no torch$")


if __name__ == "__main__":
    bad_day.main()
