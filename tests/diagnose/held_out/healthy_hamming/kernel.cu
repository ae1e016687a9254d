// Binary descriptors: Hamming distance of each stored 256-bit code to one query code; two threads share a code.
//
// Healthy: one 16-byte load per thread, a population count of four words, a shuffle; DRAM is the ceiling.

__global__ void __launch_bounds__(256) hamming(const uint4* __restrict__ codes, const uint4* __restrict__ query, unsigned char* __restrict__ distance,
                                               int n) {
  uint4 q = query[threadIdx.x & 1];
  int first = blockIdx.x * 1024 + threadIdx.x;
  uint4 c[4] = {};
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (first + k * 256 < 2 * n) c[k] = codes[first + k * 256];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int i = first + k * 256;
    int d = (__popc(c[k].x ^ q.x) + __popc(c[k].y ^ q.y)) + (__popc(c[k].z ^ q.z) + __popc(c[k].w ^ q.w));
    d += __shfl_xor_sync(~0u, d, 1);
    if (i < 2 * n && (i & 1) == 0) distance[i / 2] = (unsigned char)min(d, 255);
  }
}
