// Naive attention for attention.py: a block has a query, a thread a column of its result and all scores.
#include <cuda_fp16.h>

// kCausal: keys after the query count nothing.
template <bool kCausal>
__device__ void attention_of_query(const __half* q, const __half* k, const __half* v, __half* o, int heads, int seq,
                                   int dim, float scale) {
  int d = threadIdx.x, i = blockIdx.x, h = blockIdx.y;
  if (d >= dim || i >= seq || h >= heads) return;
  const __half* query = q + ((size_t)h * seq + i) * dim;
  const __half* keys = k + (size_t)h * seq * dim;
  const __half* values = v + (size_t)h * seq * dim;
  float most = -INFINITY, total = 0, mixed = 0;
  const int end = kCausal ? i + 1 : seq;
  for (int j = 0; j < end; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(query[x]) * __half2float(keys[(size_t)j * dim + x]);
    s *= scale;
    float next = fmaxf(most, s), shrink = __expf(most - next), p = __expf(s - next);
    total = total * shrink + p;
    mixed = mixed * shrink + p * __half2float(values[(size_t)j * dim + d]);
    most = next;
  }
  o[((size_t)h * seq + i) * dim + d] = __float2half(mixed / total);
}

__global__ void attention(const __half* q, const __half* k, const __half* v, __half* o, int heads, int seq, int dim,
                          float scale) {
  attention_of_query<false>(q, k, v, o, heads, seq, dim, scale);
}

__global__ void causal_attention(const __half* q, const __half* k, const __half* v, __half* o, int heads, int seq,
                                 int dim, float scale) {
  attention_of_query<true>(q, k, v, o, heads, seq, dim, scale);
}
