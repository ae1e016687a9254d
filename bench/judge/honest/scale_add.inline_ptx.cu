// loads, arithmetic and stores in PTX
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x, y;
  asm("ld.global.nc.f32 %0, [%1];" : "=f"(x) : "l"(a + i));
  asm("ld.global.cs.f32 %0, [%1];" : "=f"(y) : "l"(b + i));
  asm volatile("fma.rn.f32 %0, %0, %1, %2; st.global.cs.f32 [%3], %0;" : "+f"(x) : "f"(factor), "f"(y), "l"(out + i) : "memory");
}
