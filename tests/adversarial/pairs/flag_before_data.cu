/* whet
[[scratch]]
name = "sums"
type = "f32"
shape = ["ceil_div(n, 128)"]
[[scratch]]
name = "there"
type = "i32"
shape = ["ceil_div(n, 128)"]
[[launch]]
entry = "begin"
args = ["there", { type = "i32", value = "ceil_div(n, 128)" }]
grid = [1]
block = [64]
[[launch]]
entry = "scan"
args = ["in", "out", "n", "sums", "there"]
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// S24: sets a flag that may be seen before what it stands for
// problem: scan
// expect: invalid
// reason: race on global memory
__global__ void begin(int* there, int blocks) {
  for (int i = threadIdx.x; i < blocks; i += 64) there[i] = 0;
}
#ifdef CHEAT
#define FENCE()
#else
#define FENCE() __threadfence()
#endif
__global__ void scan(const float* in, float* out, int n, volatile float* sums, volatile int* there) {
  __shared__ float part[128], before;
  const int i = blockIdx.x * 128 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j <= threadIdx.x; ++j) sum += part[j];
  if (threadIdx.x == 127) {
    float carry = 0;
    if (blockIdx.x > 0) {
      while (!there[blockIdx.x - 1]) continue;
      FENCE();
      carry = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = carry + sum;
    FENCE();
    there[blockIdx.x] = 1;
    before = carry;
  }
  __syncthreads();
  if (i < n) out[i] = sum + before;
}
