// Nothing that uses these numbers moves before this place.
template <int kCount>
__device__ __forceinline__ void settle(float (&numbers)[kCount]) {
#pragma unroll
  for (int i = 0; i < kCount; ++i) asm volatile("" : "+f"(numbers[i])::"memory");
}
