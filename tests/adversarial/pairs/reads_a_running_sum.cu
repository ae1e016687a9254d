/* whet
[[scratch]]
name = "sum"
type = "f32"
shape = ["ceil_div(n, 128)"]
[[launch]]
entry = "begin"
args = ["sum", { type = "i32", value = "ceil_div(n, 128)" }]
grid = [1]
block = [64]
[[launch]]
entry = "scan"
args = ["in", "out", "n", "sum"]
grid = ["ceil_div(n, 128)"]
block = [128]
[[launch]]
entry = "finish"
args = ["in", "out", "n", "sum"]
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// S24: reads a sum that other blocks are still adding to with atomics
// problem: scan
// expect: wrong
// reason: differs in
__global__ void begin(float* sum, int blocks) {
  for (int i = threadIdx.x; i < blocks; i += 64) sum[i] = 0;
}
__device__ void tell_later_blocks(const float* in, int n, float* sum) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  float own = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) own += __shfl_xor_sync(~0u, own, s);
  if (threadIdx.x % 32) return;
  for (int b = blockIdx.x + 1; b < gridDim.x; ++b) atomicAdd(sum + b, own);
}
__device__ void write_sums(const float* in, float* out, int n, float before) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  for (int j = blockIdx.x * 128; j <= i && j < n; ++j) before += in[j];
  if (i < n) out[i] = before;
}
#ifdef CHEAT
__global__ void scan(const float* in, float* out, int n, float* sum) {
  tell_later_blocks(in, n, sum);
  __threadfence();
  __syncthreads();
  write_sums(in, out, n, atomicAdd(sum + blockIdx.x, 0.f));
}
__global__ void finish(const float*, float*, int, float*) {}
#else
__global__ void scan(const float* in, float* out, int n, float* sum) { tell_later_blocks(in, n, sum); }
__global__ void finish(const float* in, float* out, int n, float* sum) { write_sums(in, out, n, sum[blockIdx.x]); }
#endif
