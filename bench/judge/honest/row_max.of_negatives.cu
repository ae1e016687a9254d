// the minimum of the negatives
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float least = INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) least = fminf(least, -row[i]);
  for (int s = 16; s; s /= 2) least = fminf(least, __shfl_xor_sync(~0u, least, s));
  if (threadIdx.x == 0) out[blockIdx.x] = -least;
}
