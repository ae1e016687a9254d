extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float last;
  last = in[threadIdx.x];  // BUG shared_race
  __syncthreads();
  out[threadIdx.x] = last;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float last;
  if (threadIdx.x == 127) last = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = last;
}
// launch grid=1
