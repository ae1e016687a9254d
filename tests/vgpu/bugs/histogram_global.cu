extern "C" __global__ void buggy(float*, const float* in, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[static_cast<int>(in[i]) & 15] += 1;  // BUG global_race
}

extern "C" __global__ void fixed(float*, const float* in, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[static_cast<int>(in[i]) & 15], 1);
}
