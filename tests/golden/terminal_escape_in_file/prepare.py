# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "w") as stream:
    stream.write("stmts:\n  add: {py_stmt: '\x1b[31mx'}\n")
