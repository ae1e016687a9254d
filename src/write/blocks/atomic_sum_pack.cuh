// Adds those of the elements that are among the first `valid` ones, whatever other threads do at the same time: four
// floats with one operation where the GPU has it and the address allows it.
template <typename T, int kCount>
__device__ __forceinline__ bool atomic_sum_whole(T*, const Pack<T, kCount>&) {
  return false;
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ * 10 + __CUDACC_VER_MINOR__ >= 121
__device__ __forceinline__ bool atomic_sum_whole(float* to, const Pack<float, 4>& pack) {
  if ((unsigned long long)to % 16 != 0) return false;
  atomicAdd(reinterpret_cast<float4*>(to), make_float4(pack.at[0], pack.at[1], pack.at[2], pack.at[3]));
  return true;
}
#endif
template <typename T, int kCount>
__device__ __forceinline__ void atomic_sum_pack(T* to, const Pack<T, kCount>& pack, long long valid) {
  if (valid >= kCount && atomic_sum_whole(to, pack)) return;
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e < valid) atomic_sum(to + e, pack.at[e]);
  }
}
