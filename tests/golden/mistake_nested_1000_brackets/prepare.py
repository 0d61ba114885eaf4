# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "w") as stream:
    stream.write("stmts: " + "[" * 1000 + "]" * 1000 + "\n")
