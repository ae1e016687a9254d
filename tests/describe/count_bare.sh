#!/bin/bash
# Counts the files of a folder for which `whet init` writes a problem that `whet check` finds correct, unchanged.
#   count_bare.sh WHET FOLDER LEAST
# It fails if fewer than LEAST are correct, or if a problem without lines to fill does not load.
set -u
whet=$1; folder=$2; least=$3
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export WHET_CACHE="$work/cache"
correct=0; all=0; broken=0
for file in "$folder"/*.cu; do
  name=$(basename "$file" .cu); all=$((all + 1))
  mkdir "$work/$name"; cp "$file" "$work/$name/"
  if ! "$whet" init "$work/$name/$name.cu" > "$work/$name/init.txt" 2>&1; then
    echo "$name: init: $(head -1 "$work/$name/init.txt")"; continue
  fi
  "$whet" check "$work/$name" --quick --device virtual > "$work/$name/check.txt" 2>&1
  case $? in
    0) correct=$((correct + 1));;
    3) echo "$name: $(head -1 "$work/$name/check.txt")"
       grep -q 'to fill' "$work/$name/problem.toml" || broken=$((broken + 1));;
    *) echo "$name: $(grep -m1 -E 'verdict|error' "$work/$name/check.txt")";;
  esac
done
echo "$correct of $all bare files are correct without an edited line; at least $least are wanted"
[ "$correct" -ge "$least" ] && [ "$broken" -eq 0 ]
