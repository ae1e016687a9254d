// Kernels over bytes of text.

__device__ bool is_letter(unsigned char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

// Upper case, and the number of words that start in the text.
__global__ void text_words(const unsigned char* in, unsigned char* out, int* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < n, starts = inside && is_letter(in[i]) && (i == 0 || !is_letter(in[i - 1]));
  if (inside) out[i] = in[i] >= 'a' && in[i] <= 'z' ? in[i] - 32 : in[i];
  const int count = __syncthreads_count(starts);
  if (threadIdx.x == 0) atomicAdd(words, count);
}

// Where a pattern stands: one thread a place.
__global__ void find_pattern(const unsigned char* text, const unsigned char* pattern, unsigned* found, int n, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool here = i + length <= n;
  for (int j = 0; here && j < length; ++j) here = text[i + j] == pattern[j];
  const unsigned bits = __ballot_sync(0xffffffffu, here);
  if ((threadIdx.x & 31) == 0) found[i >> 5] = bits;
}

// Edit distance of two short strings, diagonal by diagonal.
__global__ void edit_distance(const unsigned char* a, const unsigned char* b, int* out, int n, int m) {
  __shared__ int cells[3][65];
  const int t = threadIdx.x;
  for (int diagonal = 0; diagonal <= n + m; ++diagonal) {
    int *now = cells[diagonal % 3], *before = cells[(diagonal + 2) % 3], *older = cells[(diagonal + 1) % 3];
    const int i = t, j = diagonal - i;
    if (i <= n && j >= 0 && j <= m) {
      int best = i == 0 ? j : j == 0 ? i : min(before[i], before[i - 1]) + 1;
      if (i > 0 && j > 0) best = min(best, older[i - 1] + (a[i - 1] != b[j - 1]));
      now[i] = best;
      if (i == n && j == m) *out = best;
    }
    __syncthreads();
  }
}
