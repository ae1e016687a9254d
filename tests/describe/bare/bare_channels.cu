// A block for each channel: no check says how many there are, the index does.
__global__ void channel_means(const float* x, float* mean, int images, int channels, int pixels) {
  int c = blockIdx.x;
  __shared__ float part[128];
  float sum = 0;
  for (int i = threadIdx.x; i < images * pixels; i += 128) {
    int n = i / pixels, p = i % pixels;
    sum += x[(n * channels + c) * pixels + p];
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) mean[c] = part[0] / (images * pixels);
}
