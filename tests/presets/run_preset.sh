#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_preset.sh PRESET CMAKE: runs a workflow preset; of no-torch it also proves that nothing of LibTorch, Valgrind or
# CUDA was read by the compiler or linked.
set -euo pipefail
cd "$(dirname "$0")/../.."
"$2" --workflow --preset "$1"
[ "$1" = no-torch ] || exit 0
if ninja -C build/no-torch -t deps | grep -E '/(torch|ATen|c10|valgrind|cuda[^/]*)/'; then
  echo "the driver or its unit tests include the headers above" >&2
  exit 1
fi
if ldd build/no-torch/quern | grep -E 'torch|c10|cuda|valgrind'; then
  echo "the driver links the libraries above" >&2
  exit 1
fi
