// Combines the values of all threads of a block of whole warps; every thread gets the result.
template <int kThreads, typename T, typename Fold>
__device__ __forceinline__ T reduce_block(T value, Fold fold) {
  constexpr int kWarps = kThreads / 32;
  __shared__ T of_warp[kWarps];
  value = reduce_lanes<32>(value, fold);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = of_warp[0];
#pragma unroll
  for (int warp = 1; warp < kWarps; ++warp) value = fold(value, of_warp[warp]);
  __syncthreads();  // the next reduction writes there again
  return value;
}
