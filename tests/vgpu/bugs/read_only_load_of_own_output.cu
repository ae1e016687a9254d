extern "C" __global__ void buggy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
  __syncthreads();
  const float mine = i < n ? __ldg(out + i) : 0;  // BUG read_as_constant
  if (i < n) out[i] = mine + 1;  // BUG read_as_constant
}

extern "C" __global__ void fixed(float* out, const float* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __ldg(in + i);
  __syncthreads();
  if (i < n) out[i] = out[i] + in[i];
}
