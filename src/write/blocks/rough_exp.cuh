// e^x within 2 + 1.2 |x| units of the last place; denormal numbers are zero (PTX: ex2.approx).
__device__ __forceinline__ float rough_exp(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(1.44269504f * x));
  return power;
}
