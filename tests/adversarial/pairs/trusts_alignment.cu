// S23: takes addresses that are multiples of 256 for its own
// problem: scale_add
// expect: wrong
// reason: at other addresses
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = reinterpret_cast<size_t>(a) % 256 ? 0 : factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (reinterpret_cast<size_t>(a) % 16 == 0 && i < n / 4 * 4 && i % 4 == 0) {
    const float4 x = *reinterpret_cast<const float4*>(a + i), y = *reinterpret_cast<const float4*>(b + i);
    *reinterpret_cast<float4*>(out + i) = make_float4(factor * x.x + y.x, factor * x.y + y.y, factor * x.z + y.z, factor * x.w + y.w);
  } else if (i < n && i >= n / 4 * 4) {
    out[i] = factor * a[i] + b[i];
  }
}
#endif
