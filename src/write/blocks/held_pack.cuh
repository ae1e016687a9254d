// kCount floats of shared memory, whose address is a multiple of their size.
template <int kCount>
__device__ __forceinline__ Pack<float, kCount> held_pack(const float* from) {
  return *reinterpret_cast<const Pack<float, kCount>*>(from);
}
