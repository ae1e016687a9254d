// MEANING forall i < n: m[i] = 0.5*m[i] + 0.5*g[i]; forall i < n: p[i] = p[i] - rate*(0.5*m[i] + 0.5*g[i])
extern "C" __global__ void momentum(float* p, float* m, const float* g, float rate, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  m[i] = 0.5f * m[i] + 0.5f * g[i];
  p[i] -= rate * m[i];
}
extern "C" __global__ void momentum_strided(float* p, float* m, const float* g, float rate, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float next = 0.5f * (1.0f * m[i]) + g[i] * 0.5f;
    m[i] = next;
    p[i] = p[i] - rate * next;
  }
}
