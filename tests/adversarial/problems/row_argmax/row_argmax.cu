// The first of the largest values.
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  int at = cols;
  for (int i = threadIdx.x; i < cols; i += 32) {
    if (row[i] > most) most = row[i], at = i;
  }
  for (int s = 16; s; s /= 2) {
    const float other = __shfl_xor_sync(~0u, most, s);
    const int place = __shfl_xor_sync(~0u, at, s);
    if (other > most || (other == most && place < at)) most = other, at = place;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = at;
}
