/* whet
[[scratch]]
name = "part"
type = "f32"
shape = [8]
[[scratch]]
name = "done"
type = "i32"
shape = [1]
[[launch]]
entry = "begin"
args = ["done"]
grid = [1]
block = [1]
[[launch]]
entry = "long_sum"
args = ["in", "out", "n", "part", "done"]
grid = [8]
block = [32]
*/
// S24: the last block adds the sums of the others without waiting for them
// problem: long_sum
// expect: wrong
// reason: differs in
__global__ void begin(int* done) { *done = 0; }
__device__ float own_sum(const float* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += 256) sum += in[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  return sum;
}
#ifdef CHEAT
__global__ void long_sum(const float* in, float* out, int n, volatile float* part, int*) {
  const float sum = own_sum(in, n);
  if (threadIdx.x > 0) return;
  part[blockIdx.x] = sum;
  if (blockIdx.x < 7) return;
  float all = 0;
  for (int i = 0; i < 8; ++i) all += part[i];
  *out = all;
}
#else
__global__ void long_sum(const float* in, float* out, int n, volatile float* part, int* done) {
  const float sum = own_sum(in, n);
  if (threadIdx.x > 0) return;
  part[blockIdx.x] = sum;
  __threadfence();
  if (atomicAdd(done, 1) < 7) return;
  __threadfence();
  float all = 0;
  for (int i = 0; i < 8; ++i) all += part[i];
  *out = all;
}
#endif
