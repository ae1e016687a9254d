// Reads kCount elements of shared memory: packs of kVector, each kApart elements after the one before.
template <int kVector, int kApart, typename T, int kCount>
__device__ __forceinline__ void take_apart(T (&to)[kCount], const T* from) {
#pragma unroll
  for (int p = 0; p < kCount / kVector; ++p) {
    const Pack<T, kVector> pack = *reinterpret_cast<const Pack<T, kVector>*>(from + p * kApart);
#pragma unroll
    for (int e = 0; e < kVector; ++e) to[p * kVector + e] = pack.at[e];
  }
}
