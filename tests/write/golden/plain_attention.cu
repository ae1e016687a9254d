/* whet
[[launch]]
entry = "attention_with_bias_written"
args = ["q", "k", "v", "bias", "o", "heads", "queries", "keys", "dim", "scale"]
grid = ["max(1, (heads) * ceil_div((queries), 64))"]
block = [256]
shared = 43008
*/
//   forall i < heads, j < queries, l < dim: o[queries*dim*i + dim*j + l] = sum(r < keys:
//     v[keys*dim*i + dim*r + l]*exp(bias[queries*keys*i + keys*j + r] + scale*sum(m < dim:
//     q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*r + m]) - max(n < keys: bias[queries*keys*i +
//     keys*j + n] + scale*sum(m < dim: q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*n +
//     m])))/sum(p < keys: exp(bias[queries*keys*i + keys*j + p] + scale*sum(m < dim:
//     q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*p + m]) - max(n < keys: bias[queries*keys*i +
//     keys*j + n] + scale*sum(m < dim: q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*n + m])))))
//
// Plain attention: a block has kRows rows and goes through the keys in tiles of kKeys, in shared
// memory. 16 lanes share a row; a thread has kThreadRows rows, and of each kThreadKeys scores and
// some columns in registers. Scores become weights, exponentials against the greatest score so far;
// when a greater one comes, the sums shrink. Tiles of which no row has a key are left out.
// `k_` is the original's parameter `k`.

constexpr int kRows = 64;  // of a block
constexpr int kKeys = 64;  // of a tile
constexpr int kTerms = 32;  // of a score, at most: others are computed slowly
constexpr int kColumns = 32;  // of a value, at most
constexpr int kThreadRows = 4;  // rows of a thread: kRows / 16
constexpr int kThreadKeys = 4;  // keys of a thread: kKeys / 16
constexpr int kRowLine = 68;  // floats between two terms of queries, or two keys of weights
constexpr int kKeyLine = 68;  // floats between two terms of keys
constexpr int kVector = 2;  // neighbouring columns of a thread
constexpr int kThreads = 256;  // of a block
constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// The greatest of the numbers that kLanes neighbouring lanes have.
template <int kLanes>
__device__ __forceinline__ float greatest_of_lanes(float x) {
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, away));
  return x;
}

// kCount floats of shared memory, whose address is a multiple of their size.
template <int kCount>
__device__ __forceinline__ Pack<float, kCount> held_pack(const float* from) {
  return *reinterpret_cast<const Pack<float, kCount>*>(from);
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// 2 to the power of x, to two units in the last place; less than 2^-126 is 0 (PTX: ex2.approx).
__device__ __forceinline__ float raise_two(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}

// Stores 16 or 8 bytes at once (PTX: st.v4, st.v2). The compiler joins an assignment with the same stores of single
// elements on another path, and then makes it as narrow as these.
__device__ __forceinline__ void store_word(void* to, uint4 word) {
  asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(word.x),
               "r"(word.y), "r"(word.z), "r"(word.w)
               : "memory");
}
__device__ __forceinline__ void store_word(void* to, uint2 word) {
  asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(to)), "r"(word.x), "r"(word.y)
               : "memory");
}

// Stores those of the elements that are among the first `valid` ones.
template <typename T, int kCount>
__device__ __forceinline__ void store_pack(T* to, const Pack<T, kCount>& pack, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) {
    if constexpr (sizeof(pack) % 16 == 0) {
#pragma unroll
      for (int w = 0; w < sizeof(pack) / 16; ++w)
        store_word(reinterpret_cast<uint4*>(to) + w, reinterpret_cast<const uint4*>(&pack)[w]);
    } else if constexpr (sizeof(pack) == 8) {
      store_word(to, *reinterpret_cast<const uint2*>(&pack));
    } else {
      *reinterpret_cast<Pack<T, kCount>*>(to) = pack;
    }
    return;
  }
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e < valid) to[e] = pack.at[e];
  }
}

// The sum of the numbers that kLanes neighbouring lanes have.
template <int kLanes>
__device__ __forceinline__ float sum_of_lanes(float x) {
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) x += __shfl_xor_sync(0xffffffffu, x, away);
  return x;
}

__global__ void __launch_bounds__(kThreads) attention_with_bias_written(const float* q, const float* k_, const float* v,
    const float* bias, float* o, int heads, int queries, int keys, int dim, float scale) {
  extern __shared__ float4 tiles[];
  const long long count_down = queries;
  const long long count_across = dim;
  const long long terms = dim;
  const long long tiles_down = (count_down + kRows - 1) / kRows;
  if (blockIdx.x >= tiles_down * ((long long)heads)) return;
  const long long l = divide(blockIdx.x, tiles_down);
  const long long top = modulo(blockIdx.x, tiles_down) * kRows;
  const int rows_here = (int)min(count_down - top, (long long)kRows);  // of the tile, that there are
  const long long bottom = top + rows_here - 1;
  if (terms > kTerms || count_across > kColumns) {
    // Longer than this kernel is made for: one element after the other.
    for (long long e = threadIdx.x; e < rows_here * count_across; e += kThreads) {
      const long long i = top + divide(e, count_across), j = modulo(e, count_across);
      float total = -(float)kInfinity;
      for (long long term = 0; term < keys; ++term) {
        float total_2 = 0.0f;
        for (long long term_2 = 0; term_2 < dim; ++term_2) {
          total_2 =
              total_2 + *(q + (l * queries * dim + i * dim + term_2)) * *(k_ + (l * keys * dim + term * dim + term_2));
        }
        total = fmaxf(total, *(bias + (l * queries * keys + i * keys + term)) + scale * total_2);
      }
      float total_3 = 0.0f;
      for (long long term_3 = 0; term_3 < keys; ++term_3) {
        float total_4 = 0.0f;
        for (long long term_4 = 0; term_4 < dim; ++term_4) {
          total_4 = total_4 +
              *(q + (l * queries * dim + i * dim + term_4)) * *(k_ + (l * keys * dim + term_3 * dim + term_4));
        }
        total_3 = total_3 + expf(*(bias + (l * queries * keys + i * keys + term_3)) + scale * total_4 - total);
      }
      float total_5 = 0.0f;
      for (long long term_5 = 0; term_5 < keys; ++term_5) {
        float total_6 = 0.0f;
        for (long long term_6 = 0; term_6 < dim; ++term_6) {
          total_6 = total_6 +
              *(q + (l * queries * dim + i * dim + term_6)) * *(k_ + (l * keys * dim + term_5 * dim + term_6));
        }
        total_5 = total_5 +
            *(v + (l * keys * dim + term_5 * dim + j)) *
            expf(*(bias + (l * queries * keys + i * keys + term_5)) + scale * total_6 - total) / total_3;
      }
      *(o + (l * queries * dim + i * dim + j)) = total_5;
    }
    return;
  }
  const long long first_key = (long long)0, end_key = (long long)keys;
  const bool is_wide = is_aligned<kVector>(o) && ((long long)queries * dim) % kVector == 0 && dim % kVector == 0;
  // Of queries and keys neighbours are elements of one term; of values, columns; of weights, rows.
  float* const query_tile = reinterpret_cast<float*>(tiles);
  float* const key_tile = query_tile + kTerms * kRowLine;
  float* const value_tile = key_tile + kTerms * kKeyLine;
  float* const weight_tile = value_tile + kKeys * kColumns;
  const int across = threadIdx.x % 16, down = threadIdx.x / 16;

  const auto fetch_query = [&]() {
    #pragma unroll 2
    for (int unit = threadIdx.x; unit < kRows * (kTerms / 4); unit += kThreads) {
      const int line = unit % kRows;
      const long long i = top + line;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
        const int term = unit / kRows * 4 + e;
        float element = 0.0f;
        if (line < rows_here && term < terms) {
          element = *(q + (l * queries * dim + i * dim + term));
        }
        query_tile[term * kRowLine + line] = element;
      }
    }
  };

  const auto fetch_key = [&](long long start) {
    #pragma unroll 2
    for (int unit = threadIdx.x; unit < kKeys * (kTerms / 4); unit += kThreads) {
      const int line = unit % kKeys;
      const long long k = start + line;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
        const int term = unit / kKeys * 4 + e;
        float element = 0.0f;
        if (k < end_key && term < terms) {
          element = *(k_ + (l * keys * dim + k * dim + term));
        }
        key_tile[term * kKeyLine + line] = element;
      }
    }
  };

  const auto fetch_value = [&](long long start) {
    #pragma unroll 4
    for (int unit = threadIdx.x; unit < kKeys * kColumns; unit += kThreads) {
      const long long k = start + unit / kColumns;
      const int j = unit % kColumns;
      float element = 0.0f;
      if (k < end_key && j < count_across) {
        element = *(v + (l * keys * dim + k * dim + j));
      }
      value_tile[unit] = element;
    }
  };

  fetch_query();
  float sums[kThreadRows][kColumns / 16] = {};
  float best[kThreadRows], weights[kThreadRows];  // the greatest score so far; the thread's own weights
  #pragma unroll
  for (int r = 0; r < kThreadRows; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;
  const float factor = scale;
  for (long long start = first_key; start < end_key; start += kKeys) {
    __syncthreads();  // nobody needs the tiles before
    fetch_key(start);
    fetch_value(start);
    __syncthreads();
    float scores[kThreadRows][kThreadKeys] = {};
    #pragma unroll 8
    for (int term = 0; term < kTerms; ++term) {
      const auto of_queries = held_pack<kThreadRows>(query_tile + term * kRowLine + down * kThreadRows);
      const auto of_keys = held_pack<kThreadKeys>(key_tile + term * kKeyLine + across * kThreadKeys);
      #pragma unroll
      for (int r = 0; r < kThreadRows; ++r) {
        #pragma unroll
        for (int p = 0; p < kThreadKeys; ++p) scores[r][p] += of_queries.at[r] * of_keys.at[p];
      }
    }
    const bool is_edge = start + kKeys > end_key;
    #pragma unroll
    for (int r = 0; r < kThreadRows; ++r) {
      const long long i = min(top + down * kThreadRows + r, bottom);
      float greatest = best[r];
      #pragma unroll
      for (int p = 0; p < kThreadKeys; ++p) {
        const long long k = start + across * kThreadKeys + p;
        scores[r][p] = (((keys - 1 - k) >= 0) ? *(bias + (l * queries * keys + i * keys + k)) + scores[r][p] * factor
            : -(float)kInfinity);
        if (is_edge && (k >= end_key)) scores[r][p] = -(float)kInfinity;
        greatest = fmaxf(greatest, scores[r][p]);
      }
      greatest = greatest_of_lanes<16>(greatest);
      const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far
      const float shrink = raise_two((best[r] - base) * 1.442695f);
      best[r] = greatest;
      weights[r] *= shrink;
      #pragma unroll
      for (int p = 0; p < kThreadKeys; ++p) {
        scores[r][p] = raise_two((scores[r][p] - base) * 1.442695f);
        weights[r] += scores[r][p];
      }
      #pragma unroll
      for (int p = 0; p < kColumns / 16; ++p) sums[r][p] *= shrink;
    }
    __syncwarp();
    #pragma unroll
    for (int p = 0; p < kThreadKeys; ++p) {
      Pack<float, kThreadRows> of_weights;
      #pragma unroll
      for (int r = 0; r < kThreadRows; ++r) of_weights.at[r] = scores[r][p];
      float* const to = weight_tile + (across * kThreadKeys + p) * kRowLine + down * kThreadRows;
      *reinterpret_cast<Pack<float, kThreadRows>*>(to) = of_weights;
    }
    __syncwarp();
    #pragma unroll 8
    for (int key = 0; key < kKeys; ++key) {
      const auto of_weights = held_pack<kThreadRows>(weight_tile + key * kRowLine + down * kThreadRows);
      #pragma unroll
      for (int p = 0; p < kColumns / 16; p += kVector) {
        const auto of_values = held_pack<kVector>(value_tile + key * kColumns + p * 16 + across * kVector);
        #pragma unroll
        for (int r = 0; r < kThreadRows; ++r) {
          #pragma unroll
          for (int e = 0; e < kVector; ++e) sums[r][p + e] += of_weights.at[r] * of_values.at[e];
        }
      }
    }
  }

  #pragma unroll
  for (int r = 0; r < kThreadRows; ++r) {
    const long long i = top + down * kThreadRows + r;
    const float weight = sum_of_lanes<16>(weights[r]);
    if (i >= count_down) continue;
    const float inverse = keys > 0 ? 1.0f / weight : 0.0f;
    #pragma unroll
    for (int p = 0; p < kColumns / 16; p += kVector) {
      const long long j = p * 16 + across * kVector;
      if (j >= count_across) continue;
      Pack<float, kVector> o_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        o_out.at[e] = sums[r][p + e] * inverse;
      }
      store_pack(o + (l * queries * dim + i * dim + j), o_out, count_across - j, is_wide);
    }
  }
}
