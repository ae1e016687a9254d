/* whet
[[scratch]]
name = "lock"
type = "i32"
shape = [1]
[[launch]]
entry = "begin"
args = ["out", "lock"]
grid = [1]
block = [1]
[[launch]]
entry = "long_sum"
args = ["in", "out", "n", "lock"]
grid = [8]
block = [32]
*/
// S24: looks whether a lock is free, and then takes it
// problem: long_sum
// expect: invalid
// reason: race on global memory
__global__ void begin(float* out, int* lock) { *out = 0, *lock = 0; }
__device__ float own_sum(const float* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += 256) sum += in[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  return sum;
}
#ifdef CHEAT
__device__ void take(volatile int* lock) {
  while (*lock) continue;
  *lock = 1;
}
#else
__device__ void take(volatile int* lock) {
  while (atomicCAS((int*)lock, 0, 1)) continue;
}
#endif
__global__ void long_sum(const float* in, float* out, int n, volatile int* lock) {
  const float sum = own_sum(in, n);
  if (threadIdx.x > 0) return;
  take(lock);
  __threadfence();
  *out += sum;
  __threadfence();
  *lock = 0;
}
