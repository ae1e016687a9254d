// 1024 multiply-adds on each element: eight of them a thread, independent of each other, all in registers.

__global__ void multiply_add(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int first = blockIdx.x * 8 * blockDim.x + threadIdx.x;
  float values[8];
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    const int i = first + j * blockDim.x;
    values[j] = i < n ? in[i] : 0.0f;
  }
#pragma unroll 1
  for (int step = 0; step < 1024; step += 64) {
#pragma unroll
    for (int inner = 0; inner < 64; ++inner) {
#pragma unroll
      for (int j = 0; j < 8; ++j) values[j] = fmaf(values[j], 0.9990234375f, 0.0009765625f);
    }
  }
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    const int i = first + j * blockDim.x;
    if (i < n) out[i] = values[j];
  }
}
