// Flag and data are volatile; without a fence the flag may be seen first.
__device__ void chain(volatile int* data, volatile int* flags, bool fences) {
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] != 1000) continue;
    if (fences) __threadfence();
    before = data[blockIdx.x - 1];  // BUG global_race
  }
  data[blockIdx.x] = before + 1;
  if (fences) __threadfence();
  flags[blockIdx.x] = 1000;
}

extern "C" __global__ void buggy(float* out, const float*, int, int* ints) { chain(ints, ints + 64, false); }

extern "C" __global__ void fixed(float* out, const float*, int, int* ints) { chain(ints, ints + 64, true); }
