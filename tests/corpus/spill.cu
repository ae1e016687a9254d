// Local memory: an array indexed at run time, and more live values than registers allowed.

__global__ void indexed_locals(const int* order, const float* in, float* out) {
  float local[64];
  for (int i = 0; i < 64; ++i) local[i] = in[threadIdx.x + i * 32];
  float sum = 0.0f;
  for (int i = 0; i < 64; ++i) sum += local[order[i] & 63] * i;
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(1024) spilling(const float* in, float* out) {
  float v[80];
#pragma unroll
  for (int i = 0; i < 80; ++i) v[i] = in[threadIdx.x + i * 1024];
#pragma unroll
  for (int round = 0; round < 4; ++round) {
#pragma unroll
    for (int i = 0; i < 80; ++i) v[i] = v[i] * v[(i + 7) % 80] + v[(i + 13) % 80];
  }
#pragma unroll
  for (int i = 0; i < 80; ++i) out[threadIdx.x + i * 1024] = v[i];
}

__global__ void local_bytes(const char* in, double* out, int n) {
  char small[32];
  double wide[8];
  for (int i = 0; i < 32; ++i) small[i] = in[i];
  for (int i = 0; i < 8; ++i) wide[i] = in[i] * 0.5;
  out[threadIdx.x] = wide[n & 7] + small[n & 31];
}
