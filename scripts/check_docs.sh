#!/usr/bin/env bash
# Fails when a figure of README is not the one in bench/ (tests/readme_figures.txt says which is where), or when a link
# between documents leads nowhere.
#   scripts/check_docs.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
status=0
complain() { echo "$1"; status=1; }

# Prints a file as one line, so that line breaks do not matter.
flat() { tr '\n' ' ' <"$1" | tr -s ' '; }

readme=$(flat README.md)
while IFS= read -r line; do
  case "$line" in '#'* | '') continue ;; esac
  shown=${line%% ;; *} rest=${line#* ;; }
  file=${rest%% ;; *} measured=${rest#* ;; }
  [[ $readme == *"$shown"* ]] || complain "README.md: does not say \`$shown\` any more; see tests/readme_figures.txt"
  [[ $(flat "$file") == *"$measured"* ]] || complain "$file: does not say \`$measured\` any more, which README.md has as \`$shown\`"
done <tests/readme_figures.txt

for document in *.md docs/*.md bench/*/*.md; do
  while IFS= read -r link; do
    case "$link" in http*:* | '#'* | '') continue ;; esac
    [ -e "$(dirname "$document")/${link%%#*}" ] || complain "$document: links to $link, which is not there"
  done < <(grep -oE '\]\([^) ]+\)' "$document" | sed 's/^](//; s/)$//')
done
exit $status
