// Combines the values of the kParts threads that are kThreads / kParts apart; the first of them gets the result.
template <int kThreads, int kParts, typename T, typename Fold>
__device__ __forceinline__ T combine_parts(T value, Fold fold) {
  __shared__ T of_thread[kThreads];
  __syncthreads();  // the combination before may still be read
  of_thread[threadIdx.x] = value;
  __syncthreads();
  for (int other = threadIdx.x + kThreads / kParts; other < kThreads; other += kThreads / kParts) {
    if (threadIdx.x < kThreads / kParts) value = fold(value, of_thread[other]);
  }
  return value;
}
