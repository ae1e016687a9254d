// Combines what the threads of a block have that are the same one of every kLanes; each of them gets the results.
template <int kThreads, int kLanes, int kCount, typename T, typename Fold>
__device__ __forceinline__ void reduce_slices(T (&values)[kCount], Fold fold) {
  constexpr int kSlices = kThreads / kLanes;
  __shared__ T of_slice[kSlices][kCount * kLanes];
  const int lane = threadIdx.x % kLanes, slice = threadIdx.x / kLanes;
#pragma unroll
  for (int e = 0; e < kCount; ++e) of_slice[slice][e * kLanes + lane] = values[e];
  __syncthreads();
  for (int at = threadIdx.x; at < kCount * kLanes; at += kThreads) {
    T value = of_slice[0][at];
#pragma unroll
    for (int other = 1; other < kSlices; ++other) value = fold(value, of_slice[other][at]);
    of_slice[0][at] = value;
  }
  __syncthreads();
#pragma unroll
  for (int e = 0; e < kCount; ++e) values[e] = of_slice[0][e * kLanes + lane];
  __syncthreads();  // the next reduction writes there again
}
