# SPDX-License-Identifier: Apache-2.0
"""Fills the cache that the end-to-end tests share, so that LibTorch's headers are compiled once: QUERN CACHE"""
import os
import subprocess
import sys

program, cache = sys.argv[1:]
done = subprocess.run([program, "time", 'asm volatile("nop")', "-q"], env={**os.environ, "XDG_CACHE_HOME": cache},
                      stderr=subprocess.PIPE, text=True)
print(done.stderr, end="")
missing = any(words in done.stderr for words in ("valgrind not found", "no LibTorch found", "no C++ compiler found"))
sys.exit(125 if missing else done.returncode)
