#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# complete.sh SHELL QUERN SOURCE: completes a few command lines in a real shell and looks at what is offered.
set -euo pipefail
shell=$1
quern=$2
cd "$3"
command -v "$shell" >/dev/null || { echo "skipped: no $shell here"; exit 125; }

offer_bash() {  # offer_bash WORD…: what bash would offer for the last word
  bash --norc -c '
    eval "$("$1" completion bash)"
    shift
    COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
    # bash breaks words at every colon, and so does what it hands to the function
    read -ra COMP_WORDS <<<"${COMP_LINE//:/ : }"
    [ -n "${@: -1}" ] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _quern
    printf "%s\n" "${COMPREPLY[@]}"' bash "$quern" "$@"
}

offer_zsh() {
  zsh -f -c '
    compadd() { shift; print -l -- "$@" }
    _files() { }
    source <("$1" completion zsh)
    shift
    words=("$@") CURRENT=$# PREFIX=${@: -1}
    _quern' zsh "$quern" "$@" | grep -- "^${*: -1}"
}

expect() {  # expect OFFERED WORD…
  local offered wanted=$1
  shift
  offered=$("offer_$shell" "$@" || true)
  grep -qxF -- "$wanted" <<<"$offered" || { printf 'after "%s" expected %s among:\n%s\n' "$*" "$wanted" "$offered"; exit 1; }
}

expect doctor "$quern" do
expect list "$quern" ""
expect --filter "$quern" list --f
expect --json "$quern" show --j
expect reduction/max:eager:forward:cpp:t1 "$quern" show reduction/m
if [ "$shell" = bash ]; then  # takes a colon for the end of a word, so only what follows is offered
  expect python:t1 "$quern" show reduction/max:eager:forward:py
fi
