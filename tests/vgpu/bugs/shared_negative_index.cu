extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  const int i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[i - 1];  // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[128];
  const int i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[i > 0 ? i - 1 : 127];
}
// launch grid=1
