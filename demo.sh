#!/bin/sh
# What `make demo` shows: the tree of a sentence, an analysis, an explanation, a drawing with two planes, a derivation
# with two stacks; then a parser trained on a generated treebank, compared with a projective one, and the English parser in the package.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() {
  printf '\n\033[1m$ %s\033[0m\n' "$*"
  "$@"
}

sentence="The hen that we bought has laid an egg."
printf '\n\033[1m$ echo "%s" | multiplane show --text -\033[0m\n' "$sentence"
echo "$sentence" | multiplane show --text -
say multiplane analyze sample:
say multiplane analyze sample:latin --explain one-endpoint-crossing --limit 1
say multiplane show sample:dutch-2
say multiplane trace sample:dutch-2 --system 2-planar --no-labels

cd "$folder"
say multiplane sample --size 1500 --class two-planar --seed 1 -o train.conllu
say multiplane sample --size 500 --class two-planar --seed 2 -o test.conllu
say multiplane train --train train.conllu --system 2-planar --epochs 6 -o two-planar.model
say multiplane train --train train.conllu --system arc-eager --epochs 6 -o arc-eager.model
say multiplane parse -m two-planar.model test.conllu -o two-planar.conllu
say multiplane parse -m arc-eager.model test.conllu -o arc-eager.conllu
say multiplane eval test.conllu arc-eager.conllu two-planar.conllu

say multiplane parse sample:english -o english.conllu
say multiplane eval sample:english english.conllu
say multiplane show english.conllu --sentence 2
