__global__ void k(float *x, int *y, int n) {
  __shared__ float s[256];
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  s[t] = x[t];
  tile[t % 32][0] = s[t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = s[0];
}
