// SIZES n=1 | n=2 | n=255 | n=1021 | n=4096
// SCHEDULES split rows+rows+map
// LAUNCHES 3
// TOLERANCE 1e-4
__global__ void partial(const float* x, float* parts, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] * x[i] : 0.0f;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) parts[blockIdx.x] = s[0];
}
__global__ void total(const float* parts, float* out, int blocks) {
  float t = 0;
  for (int i = 0; i < blocks; ++i) t += parts[i];
  out[0] = t;
}
__global__ void normalise(const float* x, const float* out, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * rsqrtf(out[0] + 1e-6f);
}
int main() {
  int n = 1 << 20;
  int blocks = (n + 255) / 256;
  float *d_x, *d_parts, *d_out, *d_y, *h_y = new float[n];
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_parts, blocks * sizeof(float));
  cudaMalloc(&d_out, sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  partial<<<blocks, 256>>>(d_x, d_parts, n);
  total<<<1, 1>>>(d_parts, d_out, blocks);
  normalise<<<blocks, 256>>>(d_x, d_out, d_y, n);
  cudaMemcpy(h_y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
}
