extern "C" __global__ void buggy(float*, const float*, int n, int* ints) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd_block(&ints[0], 1);  // BUG global_race
}

extern "C" __global__ void fixed(float*, const float*, int n, int* ints) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&ints[0], 1);
}
