# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "w") as stream:
    stream.write("num_threads: [%s]\n" % ", ".join(map(str, range(1, 1001))))
    stream.write("axes:\n  n: [%s]\n" % ", ".join(map(str, range(101))))
    stream.write("stmts:\n  many:\n    py_stmt: f({n})\n")
