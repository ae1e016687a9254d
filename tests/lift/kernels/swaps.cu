// Loops that repeat a compare-and-swap until it succeeds are updates.
// MEANING y[0] max= max(k < n: x[k])
__device__ float largest(float* at, float value) {
  int* word = (int*)at;
  int old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, __float_as_int(fmaxf(value, __int_as_float(seen))));
  } while (seen != old);
  return __int_as_float(old);
}
extern "C" __global__ void largest_of_all(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) largest(y, x[i]);
}
// MEANING y[0] += sum(k < n: x[k])
extern "C" __global__ void sum_in_double(const double* x, double* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long* word = (unsigned long long*)y;
    unsigned long long old = *word, seen;
    do {
      seen = old;
      old = atomicCAS(word, seen, __double_as_longlong(x[i] + __longlong_as_double(seen)));
    } while (seen != old);
  }
}
// MEANING y[0] *= product(k < n: x[k])
extern "C" __global__ void product_of_all(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned* word = (unsigned*)y;
  unsigned old = *word, seen;
  while (true) {
    seen = old;
    old = atomicCAS(word, seen, __float_as_uint(__uint_as_float(seen) * x[i]));
    if (old == seen) break;
  }
}
// REFUSES until it succeeds
extern "C" __global__ void only_once(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicCAS(y + i, 0, x[i]);
}
// REFUSES repeats it and does more
extern "C" __global__ void with_a_lock(const float* x, float* y, int* lock, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  y[0] += x[i];
  atomicExch(lock, 0);
}
