// Combines what the threads of a block have that are the same one of every kLanes; each of them gets the results.
template <int kThreads, int kLanes, int kCount, typename T, typename Fold>
__device__ __forceinline__ void reduce_slices(T (&values)[kCount], Fold fold) {
  constexpr int kSlices = kThreads / kLanes;
  __shared__ T of_others[kCount][kSlices > 1 ? kThreads / 2 : kThreads];
  const int lane = threadIdx.x % kLanes, slice = threadIdx.x / kLanes;
#pragma unroll
  for (int half = kSlices / 2; half > 0; half /= 2) {
#pragma unroll
    for (int e = 0; e < kCount; ++e) {
      if (slice >= half && slice < 2 * half) of_others[e][(slice - half) * kLanes + lane] = values[e];
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < kCount; ++e) {
      if (slice < half) values[e] = fold(values[e], of_others[e][slice * kLanes + lane]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (slice == 0) of_others[e][lane] = values[e];
  }
  __syncthreads();
#pragma unroll
  for (int e = 0; e < kCount; ++e) values[e] = of_others[e][lane];
  __syncthreads();  // the next reduction writes there again
}
