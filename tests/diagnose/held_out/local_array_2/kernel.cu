// Genome sketches: each thread counts the 64 codon types of its read and writes their entropy-like score.
//
// Wrong:  the 64 counters are a private array that data indexes, so each update is a load and a store of local memory.
// Rules:  local traffic is many times that of the reads themselves.
// Mend:   counters in shared memory laid out [codon][thread] as bytes, or a warp per read.

__global__ void codon_score(const unsigned* __restrict__ reads, float* __restrict__ score, int words, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  int count[64];
  for (int c = 0; c < 64; ++c) count[c] = 0;
  for (int w = 0; w < words; ++w) {
    unsigned bases = reads[(size_t)w * n + r];
    for (int k = 0; k < 5; ++k) {
      ++count[bases & 63u];
      bases >>= 6;
    }
  }
  int sum = 0;
  for (int c = 0; c < 64; ++c) sum += count[c] * count[c];
  score[r] = (float)sum;
}
