__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[i * rows + blockIdx.x] = in[blockIdx.x * cols + i];
}
