// The host never cleared out[0].
extern "C" __global__ void buggy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[0], in[i]);  // BUG uninitialised
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  if (threadIdx.x == 0) out[0] = 0;
  __syncthreads();
  atomicAdd(&out[0], in[threadIdx.x]);
}
// launch grid=1
