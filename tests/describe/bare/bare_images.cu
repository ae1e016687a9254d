// Seven sizes of which two have to be greater than two others.
__global__ void images(const float* x, const float* w, const float* bias, float* y, int N, int C, int H, int W, int K, int R,
                       int S) {
  int down = H - R + 1, across = W - S + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * K * down * across) return;
  int q = i % across, p = i / across % down, k = i / (across * down) % K, n = i / (across * down * K);
  float sum = bias[k];
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) sum += x[((n * C + c) * H + p + r) * W + q + s] * w[((k * C + c) * R + r) * S + s];
  y[i] = sum;
}
