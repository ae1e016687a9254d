extern "C" __global__ void buggy(float* out, const float* in, int, int*) {
  out[threadIdx.x] = in[threadIdx.x];
  const float other = out[127 - threadIdx.x];  // BUG global_race
  out[threadIdx.x + 128] = other;
}

extern "C" __global__ void fixed(float* out, const float* in, int, int*) {
  out[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float other = out[127 - threadIdx.x];
  out[threadIdx.x + 128] = other;
}
// launch grid=1
