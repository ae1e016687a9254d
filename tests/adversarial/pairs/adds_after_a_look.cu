/* whet
[[launch]]
entry = "begin"
args = ["out"]
grid = [1]
block = [1]
[[launch]]
entry = "long_sum"
args = ["in", "out", "n"]
grid = [8]
block = [32]
*/
// S24: adds to one cell in two steps, after a look at what is there
// problem: long_sum
// expect: wrong
// reason: differs in
__global__ void begin(float* out) { *out = 0; }
__device__ float own_sum(const float* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += 256) sum += in[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  return sum;
}
#ifdef CHEAT
__global__ void long_sum(const float* in, volatile float* out, int n) {
  const float sum = own_sum(in, n);
  if (threadIdx.x > 0) return;
  const float before = *out;
  *out = before < 1e30f ? before + sum : sum;
}
#else
__global__ void long_sum(const float* in, float* out, int n) {
  const float sum = own_sum(in, n);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
#endif
