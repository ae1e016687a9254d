// atomics
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  atomicAdd(out + i, 3 * in[i]);
}
