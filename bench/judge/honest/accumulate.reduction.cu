// a reduction in PTX
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(out + i), "f"(3 * in[i]) : "memory");
}
