#!/bin/sh
# Runs every fuzz target over its corpus for SECONDS (default 10); fails on a crash, leak, timeout or too much memory.
# The seed is fixed, so that the same tree gives the same answer; another seed searches further.
# usage: scripts/fuzz_smoke.sh [SECONDS [SEED]]      WHET_FUZZ_BUILD: the build directory (default build/fuzz)
set -eu
seconds=${1:-10}
seed=${2:-1}
root=$(cd "$(dirname "$0")/.." && pwd)
build=${WHET_FUZZ_BUILD:-$root/build/fuzz}
compiler=clang++-19

if ! command -v "$compiler" >/dev/null; then
  echo "fuzz: skipped, $compiler is not installed"
  exit 77 # what CTest counts as skipped
fi
[ -f "$build/build.ninja" ] || cmake -S "$root" --preset fuzz -B "$build" >/dev/null
ninja -C "$build" fuzz >"$build/fuzz_build.log" || { cat "$build/fuzz_build.log"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for source in "$root"/tests/fuzz/fuzz_*.cpp; do
  target=$(basename "$source" .cpp)
  found="$work/$target" # what the run adds to the corpus stays out of the tree
  crashes="$build/crashes/$target"
  mkdir -p "$found" "$crashes"
  if "$build/$target" -seed="$seed" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix="$crashes/" "$found" "$root/tests/fuzz/corpus/$target" >"$work/log" 2>&1; then
    echo "fuzz: $target $(awk '/number_of_executed_units/ { print $2 }' "$work/log") executions, nothing found"
  else
    echo "fuzz: $target failed; the input is under $crashes"
    tail -n 60 "$work/log"
    status=1
  fi
done
exit $status
