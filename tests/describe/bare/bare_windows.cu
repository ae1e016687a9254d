// Windows, their step, border and spread have small numbers; how many windows there are follows from them.
__global__ void pooled_lines(const float* line, float* out, int lines, int L, int OL, int k, int s, int p, int d) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= lines * OL) return;
  int o = t % OL, row = t / OL;
  float most = -3e38f;
  for (int j = 0; j < k; ++j) {
    int i = o * s - p + j * d;
    if (i >= 0 && i < L) most = fmaxf(most, line[row * L + i]);
  }
  out[t] = most;
}
