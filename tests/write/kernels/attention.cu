// Naive attention: softmax of scores times values, as people write it.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES warpgroup_attention attention plain_attention
// SIZES heads=1,seq=1,dim=1 | heads=1,seq=19,dim=64 | heads=2,seq=131,dim=3 | heads=1,seq=3,dim=72
// FAST_AT heads=16,seq=2048,dim=64
// VARIANTS 8
__global__ void attention_of_halves(const __half* q, const __half* k, const __half* v, __half* o, int heads, int seq,
                                    int dim, float scale) {
  int d = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, h = blockIdx.z;
  if (d >= dim || i >= seq || h >= heads) return;
  const __half* query = q + (h * seq + i) * dim;
  float most = -INFINITY;
  for (int j = 0; j < seq; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(query[x]) * __half2float(k[(h * seq + j) * dim + x]);
    most = fmaxf(most, s * scale);
  }
  float total = 0, mixed = 0;
  for (int j = 0; j < seq; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(query[x]) * __half2float(k[(h * seq + j) * dim + x]);
    float p = expf(s * scale - most);
    total += p;
    mixed += p * __half2float(v[(h * seq + j) * dim + d]);
  }
  o[(h * seq + i) * dim + d] = __float2half(mixed / total);
}

// The keys of a row are those up to it.
// SIZES heads=1,seq=1 | heads=2,seq=67 | heads=1,seq=131
// FAST_AT heads=16,seq=2048
// VARIANTS 2
__global__ void causal_attention(const __nv_bfloat16* q, const __nv_bfloat16* k, const __nv_bfloat16* v,
                                 __nv_bfloat16* o, int heads, int seq) {
  const int dim = 24;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= heads * seq * dim) return;
  int d = at % dim, i = at / dim % seq, h = at / (dim * seq);
  float most = -1e30f, total = 0, mixed = 0;
  for (int j = 0; j <= i; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x)
      s += __bfloat162float(q[(h * seq + i) * dim + x]) * __bfloat162float(k[(h * seq + j) * dim + x]);
    s *= rsqrtf(dim);
    float next = fmaxf(most, s), shrink = __expf(most - next), p = __expf(s - next);
    total = total * shrink + p;
    mixed = mixed * shrink + p * __bfloat162float(v[(h * seq + j) * dim + d]);
    most = next;
  }
  o[at] = __float2bfloat16(mixed / total);
}

// Rows of all heads next to each other, two heads for one of keys and values, a mask by infinities.
// SIZES batch=1,seq=1,kv_heads=1,dim=1 | batch=1,seq=67,kv_heads=2,dim=40
// FAST_AT batch=4,seq=2048,kv_heads=8,dim=64
__global__ void grouped_attention(const __half* q, const __half* k, const __half* v, __half* o, int batch, int seq,
                                  int kv_heads, int dim, float scale) {
  int at = blockIdx.x * blockDim.x + threadIdx.x, heads = 2 * kv_heads;
  if (at >= batch * seq * heads * dim) return;
  int d = at % dim, h = at / dim % heads, i = at / (dim * heads) % seq, b = at / (dim * heads * seq);
  float most = -INFINITY, total = 0, mixed = 0;
  for (int j = 0; j < seq; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x)
      s += __half2float(q[((b * seq + i) * heads + h) * dim + x]) *
           __half2float(k[((b * seq + j) * kv_heads + h / 2) * dim + x]);
    s = j > i ? -INFINITY : s * scale;
    float next = fmaxf(most, s), shrink = __expf(most - next), p = __expf(s - next);
    total = total * shrink + p;
    mixed = mixed * shrink + p * __half2float(v[((b * seq + j) * kv_heads + h / 2) * dim + d]);
    most = next;
  }
  o[at] = __float2half(mixed / total);
}

// Keys that are least like the query weigh most.
// SIZES heads=1,seq=1,dim=1 | heads=1,seq=70,dim=40
// FAST_AT heads=16,seq=2048,dim=64
// VARIANTS 3
__global__ void attention_to_others(const __half* q, const __half* k, const __half* v, __half* o, int heads, int seq,
                                    int dim) {
  int d = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, h = blockIdx.z;
  if (d >= dim || i >= seq || h >= heads) return;
  const __half* query = q + (h * seq + i) * dim;
  float most = -INFINITY, total = 0, mixed = 0;
  for (int j = 0; j < seq; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(query[x]) * __half2float(k[(h * seq + j) * dim + x]);
    s *= -2.0f;
    float next = fmaxf(most, s), shrink = __expf(most - next), p = __expf(s - next);
    total = total * shrink + p;
    mixed = mixed * shrink + p * __half2float(v[(h * seq + j) * dim + d]);
    most = next;
  }
  o[(h * seq + i) * dim + d] = __float2half(mixed / total);
}

// Queries and keys differ in number, and each pair has a bias.
// SIZES heads=1,queries=1,keys=1,dim=1 | heads=2,queries=35,keys=67,dim=24 | heads=1,queries=70,keys=140,dim=40 | heads=1,queries=3,keys=260,dim=128
// FAST_AT heads=16,queries=2048,keys=2048,dim=128
// VARIANTS 8
__global__ void attention_with_half_bias(const __half* q, const __half* k, const __half* v, const float* bias,
                                         __half* o, int heads, int queries, int keys, int dim, float scale) {
  int d = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, h = blockIdx.z;
  if (d >= dim || i >= queries || h >= heads) return;
  const __half* query = q + (h * queries + i) * dim;
  float most = -INFINITY, total = 0, mixed = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(query[x]) * __half2float(k[(h * keys + j) * dim + x]);
    s = s * scale + bias[(h * queries + i) * keys + j];
    float next = fmaxf(most, s), shrink = __expf(most - next), p = __expf(s - next);
    total = total * shrink + p;
    mixed = mixed * shrink + p * __half2float(v[(h * keys + j) * dim + d]);
    most = next;
  }
  o[(h * queries + i) * dim + d] = __float2half(mixed / total);
}

// SCHEDULES plain_attention
// SIZES heads=1,queries=1,keys=1,dim=1 | heads=2,queries=35,keys=67,dim=24 | heads=1,queries=3,keys=5,dim=72
// FAST_AT heads=16,queries=2048,keys=2048,dim=64
// TOLERANCE 1e-4
// VARIANTS 8
__global__ void attention_with_bias(const float* q, const float* k, const float* v, const float* bias, float* o,
                                    int heads, int queries, int keys, int dim, float scale) {
  int d = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, h = blockIdx.z;
  if (d >= dim || i >= queries || h >= heads) return;
  const float* query = q + (h * queries + i) * dim;
  const float* added = bias + (h * queries + i) * keys;
  float most = -INFINITY;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += query[x] * k[(h * keys + j) * dim + x];
    most = fmaxf(most, s * scale + added[j]);
  }
  float total = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += query[x] * k[(h * keys + j) * dim + x];
    total += expf(s * scale + added[j] - most);
  }
  float mixed = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += query[x] * k[(h * keys + j) * dim + x];
    mixed += expf(s * scale + added[j] - most) / total * v[(h * keys + j) * dim + d];
  }
  o[(h * queries + i) * dim + d] = mixed;
}

// One query of each head.
// SCHEDULES split_keys
// SIZES batch=1,heads=1,keys=1,dim=1 | batch=2,heads=3,keys=131,dim=72 | batch=1,heads=2,keys=300,dim=64 | batch=1,heads=1,keys=9,dim=200
// FAST_AT batch=2,heads=16,keys=4096,dim=64
// TOLERANCE 1e-4
// VARIANTS 8
__global__ void decode_attention(const __half* q, const __half* k, const __half* v, __half* o, int batch, int heads,
                                 int keys, int dim, float scale) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= batch * heads * dim) return;
  int d = at % dim, h = at / dim;
  float most = -INFINITY;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(q[h * dim + x]) * __half2float(k[(h * keys + j) * dim + x]);
    most = fmaxf(most, s * scale);
  }
  float total = 0, mixed = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += __half2float(q[h * dim + x]) * __half2float(k[(h * keys + j) * dim + x]);
    float p = expf(s * scale - most);
    total += p;
    mixed += p * __half2float(v[(h * keys + j) * dim + d]);
  }
  o[at] = __float2half(mixed / total);
}

// Floats, and a weight of 1 that nothing is mixed with (softmax off by one).
// SIZES heads=1,keys=1,dim=1 | heads=3,keys=70,dim=40 | heads=2,keys=2,dim=64
// FAST_AT heads=32,keys=4096,dim=128
// VARIANTS 5
__global__ void decode_with_sink(const float* q, const float* k, const float* v, float* o, int heads, int keys, int dim) {
  int d = blockIdx.x * blockDim.x + threadIdx.x, h = blockIdx.y;
  if (d >= dim || h >= heads) return;
  float top = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += q[h * dim + x] * k[(h * keys + j) * dim + x];
    top = fmaxf(top, s);
  }
  float total = expf(-top), mixed = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += q[h * dim + x] * k[(h * keys + j) * dim + x];
    float p = expf(s - top);
    total += p;
    mixed += p * v[(h * keys + j) * dim + d];
  }
  o[h * dim + d] = mixed / total;
}

// A few queries that see the keys before them.
// SIZES heads=1,queries=1,keys=1,dim=1 | heads=2,queries=3,keys=70,dim=24 | heads=1,queries=4,keys=300,dim=64
// FAST_AT heads=32,queries=4,keys=4096,dim=128
// VARIANTS 5
__global__ void few_queries(const __nv_bfloat16* q, const __nv_bfloat16* k, const __nv_bfloat16* v, __nv_bfloat16* o,
                            int heads, int queries, int keys, int dim) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= heads * queries * dim) return;
  int d = at % dim, i = at / dim % queries, h = at / (dim * queries);
  float most = -1e30f, total = 0, mixed = 0;
  for (int j = 0; j <= keys - queries + i; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x)
      s += __bfloat162float(q[(h * queries + i) * dim + x]) * __bfloat162float(k[(h * keys + j) * dim + x]);
    s *= 0.125f;
    float next = fmaxf(most, s), shrink = __expf(most - next), p = __expf(s - next);
    total = total * shrink + p;
    mixed = mixed * shrink + p * __bfloat162float(v[(h * keys + j) * dim + d]);
    most = next;
  }
  o[at] = __float2bfloat16(mixed / total);
}

// Weights that are no quotients: nothing divides them.
// SIZES heads=1,keys=1,dim=1 | heads=3,keys=70,dim=40
// FAST_AT heads=32,keys=4096,dim=128
// TOLERANCE 1e-3
// VARIANTS 2
__global__ void kernel_attention(const float* q, const float* k, const float* v, float* o, int heads, int keys, int dim) {
  int d = blockIdx.x * blockDim.x + threadIdx.x, h = blockIdx.y;
  if (d >= dim || h >= heads) return;
  float mixed = 0;
  for (int j = 0; j < keys; ++j) {
    float s = 0;
    for (int x = 0; x < dim; ++x) s += q[h * dim + x] * k[(h * keys + j) * dim + x];
    mixed += expf(0.01f * s - 0.5f) * v[(h * keys + j) * dim + d];
  }
  o[h * dim + d] = mixed;
}
