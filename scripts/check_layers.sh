#!/usr/bin/env bash
# Fails when an include points upwards: a folder of src/ may include itself and the folders listed before it, and the
# heavy headers stay in the files named here.
#   scripts/check_layers.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
layers=(util search store hardware binary ptx vgpu source compile problem device cudart judge environment diagnose propose optimize report cli)
status=0

level_of() {
  local i
  for i in "${!layers[@]}"; do [ "${layers[$i]}" = "$1" ] && { echo "$i"; return; }; done
  echo -1
}

while IFS=: read -r file line include; do
  from=$(level_of "$(cut -d/ -f2 <<<"$file")")
  target=$(sed -E 's/.*"([a-z]+)\/.*/\1/' <<<"$include")
  to=$(level_of "$target")
  if [ "$from" -lt 0 ]; then echo "$file: this folder is not a known layer"; status=1; fi
  if [ "$to" -lt 0 ] || [ "$to" -gt "$from" ]; then
    echo "$file:$line: includes ${include#*\"} from a layer above it"
    status=1
  fi
done < <(grep -rnE '^#include "[a-z]+/' src --include='*.h' --include='*.cpp')

heavy='src/util/json.cpp:nlohmann/json.hpp src/util/toml.cpp:toml\+\+/toml.h src/cli/parse.cpp:CLI/CLI.hpp src/store/database.cpp:sqlite3.h'
for pair in $heavy; do
  for file in $(grep -rlE "#include <${pair#*:}>" src); do
    [ "$file" = "${pair%%:*}" ] || { echo "$file: ${pair#*:} belongs in ${pair%%:*} alone"; status=1; }
  done
done
exit $status
