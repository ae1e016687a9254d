// Relaxed accesses may meet, but what they find is a matter of luck.
__device__ void put(int* at, int value) { asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(at), "r"(value)); }
__device__ int get(int* at) {
  int value;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(at));  // BUG global_race
  return value;
}

extern "C" __global__ void buggy(float*, const float*, int, int* ints) {
  if (threadIdx.x != 0) return;
  put(ints + blockIdx.x, blockIdx.x);
  ints[64 + blockIdx.x] = get(ints + (blockIdx.x + 1) % gridDim.x);
}

// The value tells itself whether it is there.
extern "C" __global__ void fixed(float*, const float*, int, int* ints) {
  if (threadIdx.x != 0) return;
  put(ints + blockIdx.x, 1000 + blockIdx.x);
  int next;
  do next = get(ints + (blockIdx.x + 1) % gridDim.x);
  while (next < 1000);
  ints[64 + blockIdx.x] = next;
}
