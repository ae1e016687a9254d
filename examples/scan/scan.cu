// Inclusive prefix sums: each block scans its part (Hillis and Steele), one block scans the totals, all add them.
#define BLOCK 512

__device__ int scan_block(int value, int* shared) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int offset = 1; offset < BLOCK; offset *= 2) {
    const int other = threadIdx.x >= offset ? shared[threadIdx.x - offset] : 0;
    __syncthreads();
    shared[threadIdx.x] += other;
    __syncthreads();
  }
  return shared[threadIdx.x];
}

__global__ void scan_parts(const int* in, int* out, int* totals, int n) {
  __shared__ int shared[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int sum = scan_block(i < n ? in[i] : 0, shared);
  if (i < n) out[i] = sum;
  if (threadIdx.x == BLOCK - 1) totals[blockIdx.x] = sum;
}

// One block scans `totals` in place, part after part.
__global__ void scan_totals(int* totals, int parts) {
  __shared__ int shared[BLOCK];
  int before = 0;
  for (int start = 0; start < parts; start += BLOCK) {
    const int i = start + threadIdx.x;
    const int sum = scan_block(i < parts ? totals[i] : 0, shared);
    if (i < parts) totals[i] = before + sum;
    before += shared[BLOCK - 1];
    __syncthreads();
  }
}

__global__ void add_totals(int* out, const int* totals, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}
