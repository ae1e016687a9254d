// S24: gives a bulk copy what threads wrote, without the fence between the two ways to memory
// problem: scale_add
// expect: invalid
// reason: unsynchronised asynchronous copy
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  __shared__ alignas(128) float tile[128];
  const int first = blockIdx.x * 128, i = first + threadIdx.x;
  if (i < n) tile[threadIdx.x] = factor * a[i] + b[i];
#ifdef CHEAT
#else
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  __syncthreads();
  const int whole = min(n - first, 128) / 4 * 4;
  if (i < n && threadIdx.x >= whole) out[i] = tile[threadIdx.x];
  if (threadIdx.x != 0 || whole == 0) return;
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + first), "r"(from), "r"(whole * 4)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
