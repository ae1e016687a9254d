// The ticket may be seen before the sum is.
extern "C" __global__ void buggy(float* out, const float* in, int, int* ticket) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = in[blockIdx.x];
  if (atomicAdd(ticket, 1) == gridDim.x - 1) {
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += out[b];  // BUG global_race
    out[gridDim.x] = sum;
  }
}

extern "C" __global__ void fixed(float* out, const float* in, int, int* ticket) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(ticket, 1) == gridDim.x - 1) {
    __threadfence();
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += out[b];
    out[gridDim.x] = sum;
  }
}
