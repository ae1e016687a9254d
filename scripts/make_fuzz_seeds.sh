#!/bin/sh
# Makes the seeds of tests/fuzz/corpus that come from compiled kernels. Run it when a format changes; commit the result.
# usage: scripts/make_fuzz_seeds.sh      (needs nvcc, readelf, ar)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
corpus=$root/tests/fuzz/corpus
PATH=$PATH:/usr/local/cuda/bin
work=/tmp/whet_fuzz_seeds # always the same: line tables name it, and the seeds should not change without a reason
mkdir "$work"
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >small.cu <<'CUDA'
__device__ __forceinline__ float square(float x) { return x * x; }
__global__ void __launch_bounds__(64) k(float* p, int n) {
  __shared__ float s[64];
  s[n] = square(p[n]);
  __syncthreads();
  p[0] = s[1];
}
CUDA
cat >rich.cu <<'CUDA'
#include <cstdio>
__device__ __noinline__ float helper(float x, int n) { return x / n; }
__global__ void k(float* p, int n) {
  switch (n) {
    case 0: p[0] = 1; break;
    case 1: p[1] = 5 * p[7]; break;
    case 2: p[2] = p[3] - 7; break;
    case 3: p[9] = atomicAdd(p, 7.0f); break;
    case 4: p[11] = __expf(p[12]); break;
    case 5: p[77] = helper(p[66], n); break;
    default: printf("%d", n);
  }
}
CUDA

# section FILE NAME: prints the bytes of one section.
section() {
  place=$(readelf -SW "$1" 2>/dev/null | sed 's/\[ *//' | awk -v name="$2" '$2 == name { print $5, $6 }')
  # shellcheck disable=SC2086  # offset and size, in hexadecimal
  set -- "$1" $place
  tail -c +$((0x$2 + 1)) "$1" | head -c $((0x$3))
}

for target in elf nv_info fatbin line_table sass; do
  rm -rf "$corpus/fuzz_$target"
  mkdir -p "$corpus/fuzz_$target"
done

for arch in sm_75 sm_80 sm_90a sm_100a sm_120; do
  nvcc -arch=$arch -lineinfo -cubin small.cu -o small.cubin
  nvcc -arch=$arch -cubin rich.cu -o rich.cubin
  cp small.cubin "$corpus/fuzz_elf/$arch.cubin"
  section small.cubin .nv.info._Z1kPfi >"$corpus/fuzz_nv_info/small_$arch"
  section rich.cubin .nv.info._Z1kPfi >"$corpus/fuzz_nv_info/rich_$arch"
  section small.cubin .debug_line >"$corpus/fuzz_line_table/source_$arch"
  section small.cubin .nv_debug_line_sass >"$corpus/fuzz_line_table/ptx_$arch"
  section small.cubin .text._Z1kPfi >"$corpus/fuzz_sass/small_$arch"
  section rich.cubin .text._Z1kPfi | head -c 2048 >"$corpus/fuzz_sass/rich_$arch"
done
nvcc -arch=sm_90 -rdc=true -cubin small.cu -o "$corpus/fuzz_elf/relocatable.cubin"

mkdir -p "$corpus/fuzz_ptx" # forms.ptx there is written by hand
for arch in sm_80 sm_100a; do
  nvcc -arch=$arch -lineinfo -ptx small.cu -o "$corpus/fuzz_ptx/small_$arch.ptx"
  nvcc -arch=$arch -ptx rich.cu -o "$corpus/fuzz_ptx/rich_$arch.ptx"
done

for mode in none speed size; do
  nvcc -arch=sm_80 -fatbin --compress-mode=$mode small.cu -o "$corpus/fuzz_fatbin/$mode.fatbin"
done
nvcc -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -fatbin --compress-mode=size small.cu -o "$corpus/fuzz_fatbin/two.fatbin"
nvcc -arch=sm_80 -c --compress-mode=size small.cu -o small.o
cp small.o "$corpus/fuzz_fatbin/object.o"
ar rc "$corpus/fuzz_fatbin/archive.a" small.o
nvcc -arch=sm_80 -ptx small.cu -o "$corpus/fuzz_fatbin/text.ptx"
printf 'int main() { return 0; }\n' >host.cpp
c++ -g -gdwarf-5 -c host.cpp -o host.o
section host.o .debug_line >"$corpus/fuzz_line_table/host_dwarf5"

mkdir -p "$corpus/fuzz_program_file"
printf '.section .nv_fatbin,"a"\n.byte 1\n' >device.s
for version in 12 13; do
  printf 'int runtime;\n' | cc -x c -shared -nostdlib -Wl,-soname,libcudart.so.$version -Wl,-z,max-page-size=4096 -s - -o runtime.so
  printf 'int used;\n' | cc -shared -nostdlib -Wl,--no-as-needed -Wl,-z,max-page-size=4096 -s -x c - -x assembler device.s \
    -x none ./runtime.so -o "$corpus/fuzz_program_file/shared_$version"
done
printf 'int used;\n' | cc -shared -nostdlib -Wl,-z,max-page-size=4096 -s -x c - -x assembler device.s -o "$corpus/fuzz_program_file/inside"
printf '#!/bin/sh\nexit 0\n' >"$corpus/fuzz_program_file/script"
du -sh "$corpus"
