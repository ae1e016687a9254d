#!/usr/bin/env bash
# A short tour of what whet can do on this machine, GPU or not.
set -euo pipefail
cd "$(dirname "$0")/.."
whet=build/whet

step() {
  printf '\n\033[1m$ whet %s\033[0m\n' "$*"
  "$whet" "$@" || printf '(exit %s)\n' "$?"
}

step doctor
step specs h200 --why l2
step inspect examples/sgemm/sgemm.cu --arch h200 --block 32x32
step inspect examples/sgemm/sgemm_register_tile.cu --arch h200
step sass --diff examples/sgemm/sgemm.cu examples/sgemm/sgemm_register_tile.cu
step run examples/softmax
step run examples/transpose --device virtual:rtx-4090 --set TILE=32 --lines
step run tests/cli/fixtures/run/race.toml --check race
step sass examples/sgemm/sgemm_register_tile.cu --verify memory.vectorized_access --parent examples/sgemm/sgemm.cu

# Works on a copy, because a run writes its store and its folder next to the problem. The copy is kept for its report.
copy=build/demo
rm -rf "$copy"
mkdir -p "$copy"
cp -r examples/transpose "$copy/transpose"
step optimize "$copy/transpose" --device virtual:h200 --seed 1 --candidates 40

# A kernel as it is written first: what it computes, and the kernel that whet writes for that.
cp -r examples/softmax "$copy/softmax"
step explain "$copy/softmax"
step optimize "$copy/softmax" --device virtual:h200 --seed 1 --candidates 12
for kernel in transpose softmax; do
  printf '\nlook at %s in a browser\n' "$(ls "$copy/$kernel/runs/$kernel"/*/report.html)"
done
