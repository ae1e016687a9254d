// y = a x + y with 16-byte accesses, two quads per thread.
__device__ float4 fma4(float a, float4 x, float4 y) {
  return make_float4(fmaf(a, x.x, y.x), fmaf(a, x.y, y.y), fmaf(a, x.z, y.z), fmaf(a, x.w, y.w));
}

__global__ void __launch_bounds__(256) axpy(const float4* __restrict__ x, float4* __restrict__ y, float a, int quads) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  if (i + 256 < quads) {
    const float4 x0 = x[i], x1 = x[i + 256], y0 = y[i], y1 = y[i + 256];
    y[i] = fma4(a, x0, y0);
    y[i + 256] = fma4(a, x1, y1);
  } else if (i < quads) {
    y[i] = fma4(a, x[i], y[i]);
  }
}
