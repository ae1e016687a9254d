// Naive reductions by loops of compare-and-swaps, and rows that are stored and read again.

// SCHEDULES split
// SIZES n=1 | n=77 | n=3001
__global__ void largest_by_swaps(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* word = (int*)y;
  int old = 0, seen;  // a guess
  do {
    seen = old;
    old = atomicCAS(word, seen, __float_as_int(fmaxf(x[i], __int_as_float(seen))));
  } while (seen != old);
}

__global__ void sum_by_swaps(const double* x, double* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long *word = (unsigned long long*)y, old = 0, seen;
    do {
      seen = old;
      old = atomicCAS(word, seen, __double_as_longlong(x[i] + __longlong_as_double(seen)));
    } while (seen != old);
  }
}

// SCHEDULES rows
// SIZES rows=1,n=1 | rows=5,n=37 | rows=3,n=1500
__global__ void softmax_by_steps(const float* x, float* y, int rows, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float m = -1e30f, s = 0;
  for (int i = lane; i < n; i += 32) m = fmaxf(m, x[row * n + i]);
  for (int o = 16; o > 0; o /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  for (int i = lane; i < n; i += 32) y[row * n + i] = expf(x[row * n + i] - m);
  for (int i = lane; i < n; i += 32) s += y[row * n + i];
  for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(~0u, s, o);
  for (int i = lane; i < n; i += 32) y[row * n + i] /= s;
}
