#define FLOAT4(x) (reinterpret_cast<float4*>(&(x))[0])
__global__ void relu(float* x, float* y, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  float4 v = FLOAT4(x[i]);
  FLOAT4(y[i]) = make_float4(fmaxf(v.x, 0.f), fmaxf(v.y, 0.f), fmaxf(v.z, 0.f), fmaxf(v.w, 0.f));
}
