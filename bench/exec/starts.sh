#!/bin/sh
# Starts a small CUDA program many times in a row under `whet exec` and counts the runs that fail: where the host's
# address space is laid out anew at each start, one start proves nothing.
#   bench/exec/starts.sh [WHET] [RUNS]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
whet=${1:-$root/build/whet}
runs=${2:-200}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
nvcc -arch=sm_90 -lineinfo -cudart shared "$root/tests/programs/vector_add.cu" -o "$folder/vector_add"
failed=0
i=0
begin=$(date +%s)
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  if ! "$whet" exec -- "$folder/vector_add" >"$folder/out" 2>&1 || ! grep -q PASSED "$folder/out"; then
    failed=$((failed + 1))
    sed "s/^/run $i: /" "$folder/out"
  fi
done
echo "$runs starts, $failed failed, $(($(date +%s) - begin)) s"
[ "$failed" -eq 0 ]
