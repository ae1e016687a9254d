// Atomics whose outcome does not depend on who comes first.
#include <cuda_fp16.h>

// Every lane its own cell: the old values come back.
__global__ void own_cells(int* cells, int* old, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* c = cells + 10 * i;
  int* o = old + 10 * i;
  o[0] = atomicAdd(c, 5), o[1] = atomicSub(c + 1, 7), o[2] = atomicExch(c + 2, i), o[3] = atomicMin(c + 3, 0), o[4] = atomicMax(c + 4, 0);
  o[5] = atomicAnd(c + 5, 0x0ff0), o[6] = atomicOr(c + 6, 0x0ff0), o[7] = atomicXor(c + 7, 0x0ff0), o[8] = atomicCAS(c + 8, o[8], 99);
  o[9] = static_cast<int>(atomicInc(reinterpret_cast<unsigned*>(c + 9), 50u));
}

// Everyone on few cells, in memory and in shared memory.
__global__ void crowded(const int* in, int* sums, unsigned* lows, unsigned long long* wide, int* block_sums, int n) {
  __shared__ int box[4];
  if (threadIdx.x < 4) box[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[i % 3], in[i]);
    atomicMin(&lows[i % 3], static_cast<unsigned>(in[i] + 1000));
    atomicMax(&wide[i % 2], static_cast<unsigned long long>(in[i] + 1000) << 33);
    atomicXor(&wide[2], 1ull << (i & 63));
    atomicAdd(&box[i & 3], in[i]);
    atomicOr(&sums[3], 1 << (i & 31));
  }
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&block_sums[threadIdx.x], box[threadIdx.x]);
}

// Tickets: each number is given out once, and none is left out.
__global__ void tickets(unsigned* counter, unsigned char* given, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) given[atomicInc(counter, 1u << 20)] = 1;
}

__global__ void count_down(unsigned* counter, unsigned* zeros, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicDec(counter, 6u) == 0u) atomicAdd(zeros, 1u);
}

// Doubles summed by compare-and-swap, as was done before there was an instruction.
__global__ void swap_sum(const double* in, unsigned long long* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long seen = *sum, expected;
  do {
    expected = seen;
    seen = atomicCAS(sum, expected, __double_as_longlong(__longlong_as_double(expected) + in[i]));
  } while (seen != expected);
}

// 16-bit compare-and-swap in its own cells, and vectors where there are such.
__global__ void short_cells(unsigned short* cells, unsigned short* old) {
  const int i = threadIdx.x;
  old[i] = atomicCAS(cells + i, static_cast<unsigned short>(i * 3), static_cast<unsigned short>(i + 1000));
}

// Generic addresses: half the lanes in shared memory, half in global.
__global__ void two_places(int* far, int* out) {
  __shared__ int near[32];
  const int lane = threadIdx.x;
  near[lane] = lane;
  __syncthreads();
  int* where = lane & 1 ? near + lane : far + lane;
  const int before = atomicAdd(where, 10);
  __syncthreads();
  out[lane] = before * 1000 + *where + near[lane ^ 1];
}
