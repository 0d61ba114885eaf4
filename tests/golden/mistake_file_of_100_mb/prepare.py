# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "wb") as stream:
    stream.write(b"stmts:\n  add: {py_stmt: x + y}\n#")
    stream.truncate(100 << 20)  # sparse: it takes no room on the disk
