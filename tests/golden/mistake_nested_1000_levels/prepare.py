# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "w") as stream:
    for level in range(1000):
        stream.write(" " * level + ("groups:\n" if level % 2 == 0 else f"g{level}:\n"))
