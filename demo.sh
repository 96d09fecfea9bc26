#!/bin/sh
# What `make demo` shows: an analysis, an explanation, a drawing with two planes, a derivation with two stacks.
set -eu

say() {
  printf '\n\033[1m$ %s\033[0m\n' "$*"
  "$@"
}

say multiplane analyze sample:
say multiplane analyze sample:latin --explain one-endpoint-crossing --limit 1
say multiplane show sample:dutch-2
say multiplane trace sample:dutch-2 --system 2-planar --no-labels
