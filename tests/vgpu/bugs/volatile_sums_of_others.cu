// Volatile reads see whatever is there: nothing waits for the other blocks.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  volatile float* sums = out;
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = in[blockIdx.x];
  if (blockIdx.x != gridDim.x - 1) return;
  float sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += sums[b];  // BUG global_race
  out[gridDim.x] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int, int* ticket) {
  volatile float* sums = out;
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(ticket, 1) != gridDim.x - 1) return;
  __threadfence();
  float sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += sums[b];
  out[gridDim.x] = sum;
}
