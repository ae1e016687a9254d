// Products of five sizes, one of them three times.
__global__ void volumes(const float* in, const float* weights, float* out, int N, int CI, int D, int H, int W, int CO, int K,
                        int stride, int pad, int OD, int OH, int OW) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * CO * OD * OH * OW) return;
  int w = i % OW, h = i / OW % OH, d = i / (OW * OH) % OD, to = i / (OW * OH * OD) % CO, n = i / (OW * OH * OD * CO);
  float sum = 0;
  for (int from = 0; from < CI; ++from)
    for (int a = 0; a < K; ++a)
      for (int b = 0; b < K; ++b)
        for (int c = 0; c < K; ++c) {
          int z = d * stride - pad + a, y = h * stride - pad + b, x = w * stride - pad + c;
          if (z < 0 || z >= D || y < 0 || y >= H || x < 0 || x >= W) continue;
          sum += in[(((n * CI + from) * D + z) * H + y) * W + x] * weights[(((to * CI + from) * K + a) * K + b) * K + c];
        }
  out[i] = sum;
}
