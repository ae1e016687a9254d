// Combines the values of the warps before this one in the block, each given by its lanes; `all` gets those of all.
template <int kThreads, typename T, typename Fold>
__device__ __forceinline__ T warps_before(T value, T nothing, Fold fold, T& all) {
  __shared__ T of_warp[kThreads / 32];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  T before = nothing;
  all = nothing;
#pragma unroll
  for (int warp = 0; warp < kThreads / 32; ++warp) {
    if (warp == threadIdx.x / 32) before = all;
    all = fold(all, of_warp[warp]);
  }
  __syncthreads();  // the next tile writes there again
  return before;
}
