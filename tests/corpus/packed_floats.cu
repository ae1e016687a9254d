// Two single-precision operations in one instruction from sm_100 on.

__device__ float2 fused(float2 a, float2 b, float2 c) {
#if __CUDA_ARCH__ >= 1000
  unsigned long long r;
  asm("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(r) : "l"(*reinterpret_cast<unsigned long long*>(&a)),
      "l"(*reinterpret_cast<unsigned long long*>(&b)), "l"(*reinterpret_cast<unsigned long long*>(&c)));
  asm("add.rn.f32x2 %0, %0, %1;" : "+l"(r) : "l"(*reinterpret_cast<unsigned long long*>(&b)));
  asm("mul.rn.f32x2 %0, %0, %1;" : "+l"(r) : "l"(*reinterpret_cast<unsigned long long*>(&a)));
  return *reinterpret_cast<float2*>(&r);
#else
  return make_float2((fmaf(a.x, b.x, c.x) + b.x) * a.x, (fmaf(a.y, b.y, c.y) + b.y) * a.y);
#endif
}

__global__ void packed(const float2* a, const float2* b, float2* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = fused(a[i], b[i], out[i]);
}

__global__ void three_inputs(const float* in, float* out) {
  const float a = in[threadIdx.x], b = in[threadIdx.x + 32], c = in[threadIdx.x + 64];
  float low = fminf(fminf(a, b), c), high = fmaxf(fmaxf(a, b), c);
#if __CUDA_ARCH__ >= 1000
  asm("min.f32 %0, %1, %2, %3;" : "=f"(low) : "f"(a), "f"(b), "f"(c));
  asm("max.f32 %0, %1, %2, %3;" : "=f"(high) : "f"(a), "f"(b), "f"(c));
#endif
  out[threadIdx.x] = high - low;
}
