// KERNELS scores,soft,weigh
// SIZES n=5,m=7,d=3 | n=1,m=1,d=1 | n=33,m=70,d=40
// SCHEDULES plain_attention
// LAUNCHES 1
// TOLERANCE 1e-4
__global__ void scores(const float* q, const float* k, float* s, int n, int m, int d) {
  int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m) return;
  float sum = 0;
  for (int e = 0; e < d; ++e) sum += q[i * d + e] * k[j * d + e];
  s[i * m + j] = sum * 0.125f;
}
__global__ void soft(const float* s, float* p, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float mx = -INFINITY, z = 0;
  for (int j = 0; j < m; ++j) mx = fmaxf(mx, s[i * m + j]);
  for (int j = 0; j < m; ++j) z += expf(s[i * m + j] - mx);
  for (int j = 0; j < m; ++j) p[i * m + j] = expf(s[i * m + j] - mx) / z;
}
__global__ void weigh(const float* p, const float* v, float* o, int n, int m, int d) {
  int i = blockIdx.y, e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= d) return;
  float sum = 0;
  for (int j = 0; j < m; ++j) sum += p[i * m + j] * v[j * d + e];
  o[i * d + e] = sum;
}
