#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")"
mkdir -p build
cc -O2 -shared -fPIC src/score.c -o build/libscore.so
