// 2 to the power of x, to two units in the last place; less than 2^-126 is 0 (PTX: ex2.approx).
__device__ __forceinline__ float raise_two(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}
