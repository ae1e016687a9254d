#!/usr/bin/env bash
# Times whet inspect: from the cache, and uncached against the compile it contains.
#   bench/inspect/run.sh [WHET] [RUNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
whet=${1:-build/whet}
runs=${2:-40}
export WHET_CACHE
WHET_CACHE=$(mktemp -d)
trap 'rm -rf "$WHET_CACHE"' EXIT

now_us() { local t=${EPOCHREALTIME/./}; echo "$t"; }
median() { sort -n | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'; }

# Wall time of one run, in microseconds.
timed() {
  local start end
  start=$(now_us)
  "$whet" inspect "$@" >/dev/null
  end=$(now_us)
  echo $((end - start))
}

compile_ms() { "$whet" inspect "$1" --kernel "$2" --json | sed -n 's/.*compiled with .* in \([0-9]*\) ms.*/\1/p'; }

echo "| kernel | cached, median (ms) | cached, slowest of $runs (ms) | uncached (ms) | of which the compile (ms) |"
echo "| --- | ---: | ---: | ---: | ---: |"
while read -r file kernel; do
  rm -rf "$WHET_CACHE"/*
  uncached=$(timed "$file" --kernel "$kernel")
  inside=$(compile_ms "$file" "$kernel")
  samples=$(for _ in $(seq "$runs"); do timed "$file" --kernel "$kernel"; done)
  awk -v k="$kernel" -v m="$(median <<<"$samples")" -v x="$(sort -n <<<"$samples" | tail -n 1)" -v u="$uncached" -v c="$inside" \
    'BEGIN {printf "| %s | %.1f | %.1f | %.0f | %s |\n", k, m/1000, x/1000, u/1000, c}'
done <<'KERNELS'
examples/sgemm/sgemm.cu sgemm
examples/sgemm/sgemm_register_tile.cu sgemm
tests/corpus/softmax.cu softmax_online
tests/corpus/attention.cu attention
tests/corpus/histogram.cu histogram_packed
KERNELS
