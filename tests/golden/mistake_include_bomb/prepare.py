# SPDX-License-Identifier: Apache-2.0

for level in range(40):
    with open(f"{level}.yaml", "w") as stream:
        stream.write(f"include: [{level + 1}.yaml, {level + 1}.yaml]\n")
with open("40.yaml", "w") as stream:
    stream.write("stmts: {add: {py_stmt: x + y}}\n")
