// Token embeddings plus positions: one block copies a row of 512 halves (as 32-bit words) for each token.
//
// Wrong:  blocks of one warp. An SM holds 32 blocks at most, so half of its warps stay empty, and a block is started for
//         every kilobyte.
// Rules:  loads are coalesced and traffic is as small as it can be; starting blocks and uncovered latency remain.
// Mend:   eight tokens per block of 256 threads.

__global__ void add_embeddings(const int* __restrict__ token, const unsigned* __restrict__ table,
                               const unsigned* __restrict__ position, unsigned* __restrict__ out, int words, int length) {
  int t = blockIdx.x;
  const unsigned* row = table + (size_t)token[t] * words;
  const unsigned* pos = position + (size_t)(t % length) * words;
#pragma unroll 1
  for (int i = threadIdx.x; i < words; i += 32) {
    unsigned a = row[i], b = pos[i], sum;
    asm("add.f16x2 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    out[(size_t)t * words + i] = sum;
  }
}
