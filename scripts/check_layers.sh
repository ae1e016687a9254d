#!/usr/bin/env bash
# Fails when a file includes a header of a layer above its own, of a folder above its own inside the layer, or one that
# is private to another layer; and when a heavy header is included outside its one file. scripts/layers.txt has the order.
#   scripts/check_layers.sh [ROOT]
set -euo pipefail
rules=$(cd "$(dirname "$0")" && pwd)/layers.txt
cd "${1:-$(dirname "$0")/..}"
status=0

grep -rnE '^#include "[a-z0-9_]+/' src --include='*.h' --include='*.cpp' | awk -v rules="$rules" '
  function read_rules(   line, words, i) {
    while ((getline line < rules) > 0) {
      if (line ~ /^#/ || line == "") continue
      i = 1
      if (line !~ /^ /) {                       # layer [folder folder]: header header
        layer = line; sub(/ .*/, "", layer); level[layer] = ++layers
        folders = line; sub(/^[^[]*\[/, "", folders); sub(/\].*/, "", folders)
        count = split(folders, words, " ")
        for (i = 1; i <= count; ++i) place[layer, words[i]] = i
        sub(/^[^:]*:/, "", line)
      }
      count = split(line, words, " ")
      for (i = 1; i <= count; ++i) open[layer "/" words[i] ".h"] = 1
    }
  }
  function folder_of(path) {                    # layer/a/b/file.h: a/b
    sub(/^[^\/]*\//, "", path)
    return sub(/\/[^\/]*$/, "", path) ? path : "."
  }
  function say(what) { print where ": includes " target what; bad = 1 }
  BEGIN { read_rules() }
  {
    split($0, parts, ":"); where = parts[1] ":" parts[2]
    split($0, quoted, "\""); target = quoted[2]
    own = parts[1]; sub(/^src\//, "", own)
    from = own; sub(/\/.*/, "", from); to = target; sub(/\/.*/, "", to)
    if (!(from in level)) { print where ": this folder is not a known layer"; bad = 1; next }
    if (!(to in level) || level[to] > level[from]) { say(" from a layer above it"); next }
    if (to != from) { if (!(target in open)) say(", which is private to " to); next }
    mine = place[from, folder_of(own)]; its = place[to, folder_of(target)]
    if (!mine) { print where ": scripts/layers.txt does not know its folder"; bad = 1 }
    else if (its > mine) say(" from a folder above it")
  }
  END { exit bad }' || status=1

heavy='src/util/text/json.cpp:nlohmann/json.hpp src/util/text/toml.cpp:toml\+\+/toml.h src/cli/frame/parse.cpp:CLI/CLI.hpp
       src/store/database.cpp:sqlite3.h src/judge/sandbox/system_call_filter.cpp:seccomp.h'
for pair in $heavy; do
  for file in $(grep -rlE "#include <${pair#*:}>" src); do
    [ "$file" = "${pair%%:*}" ] || { echo "$file: ${pair#*:} belongs in ${pair%%:*} alone"; status=1; }
  done
done
exit $status
