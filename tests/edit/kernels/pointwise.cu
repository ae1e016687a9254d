// Kernels of one element a thread, in several styles.

// SIZES n=1 | n=255 | n=1027 | n=8192
// FITS restrict | single precision | coarsen 4
// LEAVES exchanged axes | padded rows | shuffled tree | wide loads | four sums
__global__ void soft_step(float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
    {
        float t = x[i];
        y[i] = t / (1.0 + exp(-t * 0.5)) + y[i] * 1e-3;
    }
}

// SIZES n=1 | n=257 | n=4099
// FITS restrict | coarsen 2 | coarsen 8
// LEAVES single precision
__global__ void masked_add(const int* keys, float* left, float* right, int n) {
  const int tid = threadIdx.x + blockIdx.x * blockDim.x;
  if (tid >= n) return;
  const int key = keys[tid];
  if (key < 0) return;  // nothing to add
  left[tid] = right[tid] + static_cast<float>(key);
}

// SIZES w=1,h=1 | w=33,h=17 | w=128,h=65
// FITS exchanged axes | restrict | coarsen 4
__global__ void scale_rows(float* out, const float* in, const float* factor, int w, int h) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < h && col < w) {
    out[row * w + col] = in[row * w + col] * factor[row];
  }
}
void run_scale_rows(float* out, float* in, float* factor, int w, int h) {
  dim3 block(16, 16);
  dim3 grid((h + 15) / 16, (w + 15) / 16);
  scale_rows<<<grid, block>>>(out, in, factor, w, h);
}
