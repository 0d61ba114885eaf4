#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# with_version.sh VERSION TOOL COMMAND...: runs COMMAND if TOOL is of this major version, and is skipped if not. Every
# release of clang formats a little differently and finds something else to say: the code is held to one of them.
set -euo pipefail
version=$1
tool=$2
shift 2
if ! said=$("$tool" --version) || ! grep -Eq "version $version\." <<<"$said"; then
  echo "$tool is not of version $version, by which this code is judged: ${said:-it is not here}"
  exit 125
fi
exec "$@"
