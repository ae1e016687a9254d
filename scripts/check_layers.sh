#!/usr/bin/env bash
# Fails when an include points upwards: a folder of src/ may include itself and the folders listed before it, and the
# heavy headers stay in the files named here.
#   scripts/check_layers.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
layers=(util search store hardware binary ptx vgpu source compile problem device cudart judge environment diagnose propose optimize report cli)
status=0

grep -rnE '^#include "[a-z0-9_]+/' src --include='*.h' --include='*.cpp' | awk -v names="${layers[*]}" '
  BEGIN { count = split(names, order, " "); for (i = 1; i <= count; ++i) level[order[i]] = i }
  {
    split($0, place, ":"); split(place[1], path, "/"); split($0, quoted, "\""); split(quoted[2], target, "/")
    if (!(path[2] in level)) { print place[1] ": this folder is not a known layer"; bad = 1 }
    if (!(target[1] in level) || level[target[1]] > level[path[2]]) {
      print place[1] ":" place[2] ": includes " quoted[2] " from a layer above it"; bad = 1
    }
  }
  END { exit bad }' || status=1

heavy='src/util/json.cpp:nlohmann/json.hpp src/util/toml.cpp:toml\+\+/toml.h src/cli/parse.cpp:CLI/CLI.hpp src/store/database.cpp:sqlite3.h'
for pair in $heavy; do
  for file in $(grep -rlE "#include <${pair#*:}>" src); do
    [ "$file" = "${pair%%:*}" ] || { echo "$file: ${pair#*:} belongs in ${pair%%:*} alone"; status=1; }
  done
done
exit $status
