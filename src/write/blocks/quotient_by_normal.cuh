// a / b within two units of the last place, for a b that is not tiny. A quarter of it has an inverse that is no
// denormal number.
__device__ __forceinline__ float quotient_by_normal(float a, float b) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(0.25f * b));
  return 0.25f * a * inverse;
}
