// The inverse of the root of a number that is not denormal: rsqrtf has three more instructions for those.
__device__ __forceinline__ float rsqrt_normal(float x) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}
