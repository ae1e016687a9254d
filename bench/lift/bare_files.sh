#!/bin/bash
# From bare .cu files to `whet check` at full effort, without an edited line: a table for README.md.
#   bare_files.sh WHET FOLDER
set -u
whet=$1; folder=$2
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export WHET_CACHE="$work/cache"
all=0; correct=0; confirmed=0; to_fill=0; references=0
echo "| file | init | reference | check |"; echo "| --- | --- | --- | --- |"
for file in "$folder"/*.cu; do
  name=$(basename "$file" .cu); all=$((all + 1)); place="$work/$name"
  mkdir "$place"; cp "$file" "$place/"
  if ! "$whet" init "$place/$name.cu" --json > "$place/init.json" 2> "$place/init.txt"; then
    echo "| $name | $(head -1 "$place/init.txt") | | |"; continue
  fi
  grep -q '"confirmed": true' "$place/init.json" && confirmed=$((confirmed + 1))
  oracle=original; [ -e "$place/reference.cpp" ] && { oracle=derived; references=$((references + 1)); }
  state=complete; grep -q 'to fill' "$place/problem.toml" && { state="to fill"; to_fill=$((to_fill + 1)); }
  timeout 300 "$whet" check "$place" --device virtual > "$place/check.txt" 2>&1; code=$?
  [ $code -eq 0 ] && correct=$((correct + 1))
  verdict=correct; [ $code -eq 0 ] || verdict="exit $code: $(grep -m1 -E 'verdict|error|wrong' "$place/check.txt" | cut -c1-140)"
  echo "| $name | $state | $oracle | $verdict |"
done
echo
echo "$correct of $all correct without an edited line; $confirmed meanings confirmed, $references references derived, $to_fill with lines to fill"
