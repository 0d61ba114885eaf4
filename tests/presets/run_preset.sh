#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_preset.sh PRESET CMAKE: runs a workflow preset; of asan and no-torch, which are built without LibTorch, it also
# proves that nothing of LibTorch, Valgrind or CUDA was read by the compiler or linked.
set -euo pipefail
cd "$(dirname "$0")/../.."
"$2" --workflow --preset "$1"
case $1 in tidy | alone) exit 0 ;; esac
dependencies=$(ninja -C "build/$1" -t deps)
if ! grep -q '/harness/cli/app.cpp$' <<<"$dependencies"; then
  echo "ninja does not know what was included" >&2
  exit 1
fi
if grep -E '/(torch|ATen|c10|valgrind|cuda[^/]*)/' <<<"$dependencies"; then
  echo "the driver or its unit tests include the headers above" >&2
  exit 1
fi
# Names only: in the addresses anything can be found.
if ldd "build/$1/quern" | awk '{print $1}' | grep -E 'torch|c10|cuda|valgrind'; then
  echo "the driver links the libraries above" >&2
  exit 1
fi
