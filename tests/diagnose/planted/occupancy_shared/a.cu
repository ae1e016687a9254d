// Planted: a block of 64 threads reserves 48 KB of shared memory for the widest case, and four blocks fill an SM.
// It rules because eight warps per SM cannot hide the loads; the window in use needs 256 bytes.
// Mended: the window has the size of the block, so an SM holds 32 blocks.
#define THREADS 64
#define WIDEST 12288

__global__ void moving_sum(const float* in, float* out, int n, int steps) {
  __shared__ float window[WIDEST];
  int t = threadIdx.x;
  int first = blockIdx.x * THREADS * steps;
  for (int step = 0; step < steps; ++step) {
    int i = first + step * THREADS + t;
    window[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    float left = window[t > 0 ? t - 1 : t];
    float right = window[t < THREADS - 1 ? t + 1 : t];
    float here = window[t];
    __syncthreads();
    if (i < n) out[i] = 0.25f * left + 0.5f * here + 0.25f * right;
  }
}
