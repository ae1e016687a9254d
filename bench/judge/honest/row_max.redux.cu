// the integer reduction of a warp
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  int most = static_cast<int>(0x80000000u);
  for (int i = threadIdx.x; i < cols; i += 32) {
    const int bits = __float_as_int(row[i]), key = bits >= 0 ? bits : bits ^ 0x7fffffff;
    most = max(most, key);
  }
  most = __reduce_max_sync(~0u, most);
  if (threadIdx.x == 0) out[blockIdx.x] = __int_as_float(most >= 0 ? most : most ^ 0x7fffffff);
}
