# SPDX-License-Identifier: Apache-2.0
"""A count is the same wherever libraries, stack and heap lie, and whatever ran before: QUERN CACHE"""
import unittest

import measuring

LAYOUTS = 3
SUITE = """\
setup:
  cpp: |
    auto x = torch::ones({4, 4});
    auto w = torch::ones({4, 4}, torch::requires_grad());
    torch::nn::Linear linear(4, 4);
    std::string name = "a name on the stack";
  py: |
    x = torch.ones((4, 4))
    w = torch.ones((4, 4), requires_grad=True)
    image = torch.ones((1, 4, 8, 8))
    linear, relu, norm = torch.nn.Linear(4, 4), torch.nn.ReLU(), torch.nn.BatchNorm2d(4)
    pool, conv = torch.nn.MaxPool2d(2), torch.nn.Conv2d(4, 4, 3)
    def zero():
        x.zero_()
stmts:
  add: {cpp_stmt: x + w;, py_stmt: x + w}
  view: {cpp_stmt: "x.view({16}).select(0, 1);", py_stmt: "x.view(16).select(0, 1)"}
  linear: {cpp_stmt: linear->forward(x);, py_stmt: linear(x)}
  backward: {cpp_stmt: (x * w).sum().backward();, py_stmt: (x * w).sum().backward()}
  compare: {cpp_stmt: "quern::keep(name == std::string(\\"a name on the heap\\") + name);"}
  relu: {py_stmt: relu(x)}
  norm: {py_stmt: norm(image)}
  pool: {py_stmt: pool(image)}
  conv: {py_stmt: conv(image)}
  zero: {py_stmt: zero()}
  zero after calls: {py_stmt: zero(), setup: {py: "for _ in range(60):\n    zero()"}}
"""


class Layouts(measuring.KeptDirectory):
    def test_all(self):
        cases = QUERN.measure("run", self.write("suite.yaml", SUITE), "--layouts", str(LAYOUTS))
        self.assertEqual(len(cases), 15)
        for id_, case in cases.items():
            with self.subTest(id_):
                self.assertEqual(case["verdict"], "exact")
                self.assertEqual([entry["layout"] for entry in case["layouts"]], list(range(LAYOUTS)))
                self.assertEqual({entry["instructions"] for entry in case["layouts"]}, {case["instructions"]})
                self.assertNotIn("notes", case)
        with self.subTest("calls before the windows do not show"):
            counts = measuring.counts(cases)
            self.assertEqual(counts["zero_after_calls:eager:forward:python:t1"], counts["zero:eager:forward:python:t1"])


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
