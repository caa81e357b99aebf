#!/bin/sh
# Writes what the shipped cards say into a folder, as inputs to begin with: seeds.sh FOLDER
set -e
here=$(dirname "$0")/..
for target in card_file card script cost type_line keyword_line text; do mkdir -p "$1/$target"; done
number=0
for file in "$here"/cards/*/*.toml; do
    number=$((number + 1))
    cp "$file" "$1/card_file/$number"
    cp "$file" "$1/card/$number"
    sed -n "/^script *= '''/,/^'''/p" "$file" | sed "s/^script *= '''//; /^'''/d" > "$1/script/$number"
    sed -n "s/^script *= '\([^'].*\)'$/\1/p" "$file" >> "$1/script/$number"
    sed -n 's/^cost *= "\(.*\)"$/\1/p' "$file" | head -1 > "$1/cost/$number"
    sed -n 's/^type *= "\(.*\)"$/\1/p' "$file" | head -1 > "$1/type_line/$number"
    sed -n 's/^text *= "\(.*\)"$/\1/p' "$file" | head -1 > "$1/text/$number"
    sed -n 's/^keywords *= \["\(.*\)"\]$/\1/p' "$file" | head -1 > "$1/keyword_line/$number"
done
for file in "$here"/scripts/starter/*.rhai; do
    number=$((number + 1))
    cp "$file" "$1/script/$number"
done
find "$1" -empty -type f -delete
