extern "C" __global__ void buggy(float* out, const float* in, int, const int* ints) {
  float sum = 0;
  for (int j = 0; j <= ints[threadIdx.x] % 3; ++j) {
    sum += in[threadIdx.x + j];
    __syncthreads();  // BUG barrier_divergence
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int, const int* ints) {
  float sum = 0;
  for (int j = 0; j < 3; ++j) {
    if (j <= ints[threadIdx.x] % 3) sum += in[threadIdx.x + j];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// launch grid=1
