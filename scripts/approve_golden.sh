#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# approve_golden.sh [CASE…]: rewrites what the golden tests expect (all of them, or the named ones) from what the
# program prints now. QUERN names the program (default: build/quern). Review the diff before you commit it.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
  for command in tests/golden/*/command; do set -- "$@" "$(basename "$(dirname "$command")")"; done
fi
for case in "$@"; do
  /usr/bin/python3 tests/golden/run_golden.py "${QUERN:-build/quern}" "tests/golden/$case" --approve
done
git --no-pager diff --stat -- tests/golden
