#!/usr/bin/env bash
# Compiles tests/corpus into build/corpus/*.fatbin for the seven architectures of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
mkdir -p build/corpus
flags=()
for sm in 75 80 86 89 90a 100a 120a; do flags+=(-gencode "arch=compute_$sm,code=sm_$sm"); done
build() {
  local source=$1 fatbin
  fatbin=build/corpus/$(basename "$source" .cu).fatbin
  [ "$fatbin" -nt "$source" ] || "$nvcc" -fatbin -lineinfo -std=c++17 "${flags[@]}" -o "$fatbin" "$source"
}
for source in tests/corpus/*.cu; do
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  build "$source" &
done
wait
ls build/corpus/*.fatbin | wc -l
