// a / b within two units of the last place, for all numbers (PTX: div.full). `/` has a path apart for quotients near
// the ends of the range.
__device__ __forceinline__ float rough_quotient(float a, float b) {
  float quotient;
  asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(a), "f"(b));
  return quotient;
}
