// Reads kVector neighbouring elements of each of kCount lines of kLine elements in shared memory: kBeside lines are
// next to each other, and so many further ones are kApart lines apart.
template <int kBeside, int kApart, int kLine, typename T, int kVector, int kCount>
__device__ __forceinline__ void take_lines(T (&to)[kVector][kCount], const T* from) {
#pragma unroll
  for (int n = 0; n < kCount; ++n) {
    const T* const line = from + (n / kBeside * kApart + n % kBeside) * kLine;
    const Pack<T, kVector> pack = *reinterpret_cast<const Pack<T, kVector>*>(line);
#pragma unroll
    for (int e = 0; e < kVector; ++e) to[e][n] = pack.at[e];
  }
}
