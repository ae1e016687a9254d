// Threads of a block that work together.

// SIZES n=1 | n=256 | n=5000
// FITS restrict | shuffled tree
// LEAVES coarsen 4 | private counters
// TOLERANCE 1e-4
__global__ void block_sums(const float* x, float* sums, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] * x[i] : 0.0f;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}
void run_block_sums(float* x, float* sums, int n) { block_sums<<<(n + 255) / 256, 256>>>(x, sums, n); }

// SIZES n=5 | n=128 | n=1000
// FITS shuffled tree
__global__ void below_largest(float *x, float *y, int n)
{
    __shared__ float top[128];
    const unsigned int tid = threadIdx.x;
    const unsigned int i = blockIdx.x * 128 + tid;
    top[tid] = i < n ? x[i] : -1e30f;
    __syncthreads();
    for (unsigned int s = 64; s > 0; s /= 2)
    {
        if (tid < s)
        {
            top[tid] = fmaxf(top[tid], top[tid + s]);
        }
        __syncthreads();
    }
    if (i < n) y[i] = top[0] - x[i];
}
void run_below_largest(float* x, float* y, int n) { below_largest<<<(n + 127) / 128, 128>>>(x, y, n); }

// SIZES rows=1,cols=1 | rows=33,cols=31 | rows=64,cols=96
// FITS padded rows | restrict
#define TILE 32
__global__ void flip(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
void run_flip(float* in, float* out, int rows, int cols) {
  flip<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(in, out, rows, cols);
}
