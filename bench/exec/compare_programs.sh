#!/usr/bin/env bash
# Every program of tests/programs on this machine's GPU and under `whet exec`, from the same executable: both must print the
# same, checksums included. Times that programs print are left out of the comparison.
#   bench/exec/compare_programs.sh WHET WORK_DIRECTORY
set -uo pipefail
whet=$(realpath "$1")
work=$2
cd "$(dirname "$0")/../../tests/programs"
mkdir -p "$work"
export whet work

# Programs that end with an error on purpose stop a GPU's context; linked_other.cu is a part of linked_main.cu.
left_out=' device_assert out_of_bounds unwritten linked_other '

compare_one() {
  local name=$1 flags=(-arch=sm_90)
  grep -q 'sm_90a' "$name.cu" && flags=(-gencode 'arch=compute_90a,code=[sm_90a,compute_90a]')
  [ "$name" = linked_main ] && flags+=(-rdc=true linked_other.cu)
  if ! nvcc "${flags[@]}" -std=c++17 --extended-lambda -lineinfo -cudart shared -o "$work/$name" "$name.cu" -lcuda \
      >"$work/$name.log" 2>&1; then
    echo "$name: nvcc refuses it"; head -n 3 "$work/$name.log"; return
  fi
  "$work/$name" 2>"$work/$name.gpu.err" | sed -E 's/[0-9.]+ (us|ms|s|GFLOP\/s)/T \1/g' >"$work/$name.gpu"
  "$whet" exec -- "$work/$name" 2>"$work/$name.virtual.err" | sed -E 's/[0-9.]+ (us|ms|s|GFLOP\/s)/T \1/g' >"$work/$name.virtual"
  if diff "$work/$name.virtual" "$work/$name.gpu" >"$work/$name.diff"; then
    echo "$name: the same"
  else
    echo "$name: differs (< virtual GPU, > this one)"; head -n 6 "$work/$name.diff"
  fi
}
export -f compare_one

for file in *.cu; do
  name=${file%.cu}
  [[ $left_out == *" $name "* ]] || echo "$name"
done | xargs -P "$(nproc)" -I NAME bash -c 'compare_one NAME' | tee "$work/programs.txt"
echo "$(grep -c 'the same' "$work/programs.txt") the same, $(grep -c 'differs' "$work/programs.txt") differ, $(grep -c 'refuses' "$work/programs.txt") not built"
