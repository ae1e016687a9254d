// Combines the values of all threads of a block of whole warps, a power of two; every thread gets the result. The next
// reduction of the block takes the other slot, so that one barrier does.
template <int kThreads, int kSlot, typename T, typename Fold>
__device__ __forceinline__ T reduce_block(T value, Fold fold) {
  constexpr int kWarps = kThreads / 32;
  __shared__ T of_warp[2][kWarps];
  value = reduce_lanes<32>(value, fold);
  if (threadIdx.x % 32 == 0) of_warp[kSlot][threadIdx.x / 32] = value;
  __syncthreads();
  return reduce_lanes<kWarps>(of_warp[kSlot][threadIdx.x % kWarps], fold);
}
