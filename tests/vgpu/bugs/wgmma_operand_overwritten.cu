// The parts of a matrix lie 128 bytes apart along k and 256 along rows.
__device__ unsigned long long matrix_at(const float* from) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(from));
  return at >> 4 | 8ull << 16 | 16ull << 32;
}

__device__ void multiply(float (&d)[4], const float* a, const float* b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(matrix_at(a)), "l"(matrix_at(b))
      : "memory");
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

__device__ void wait_for_products() {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

__device__ void fill(float* tile, const float* in) {
  for (int i = threadIdx.x; i < 576; i += 128) tile[i] = in[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}

__device__ void store(float* out, const float (&d)[4]) {
  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = d[i];
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ alignas(128) float tile[576];
  float d[4] = {};
  fill(tile, in);
  multiply(d, tile, tile + 512);
  __syncthreads();
  tile[threadIdx.x] = 0;  // BUG async_not_waited
  wait_for_products();
  store(out, d);
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ alignas(128) float tile[576];
  float d[4] = {};
  fill(tile, in);
  multiply(d, tile, tile + 512);
  wait_for_products();
  __syncthreads();
  tile[threadIdx.x] = 0;
  store(out, d);
}
// launch grid=1
