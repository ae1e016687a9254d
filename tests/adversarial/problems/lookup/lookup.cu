// Values by their index; an index outside the table is nobody's fault but the caller's.
__global__ void lookup(const int* in, const float* table, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = table[in[i]];
}
