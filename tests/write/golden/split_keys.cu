/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "parts"
type = "f32"
shape = ["max(1, (batch * heads) * ceil_div((1), 1)) * 528"]
[[launch]]
entry = "decode_attention_written"
args = ["q", "k", "v", "o", "batch", "heads", "keys", "dim", "scale", "parts"]
grid = ["max(1, (batch * heads) * ceil_div((1), 1)) * 8"]
block = [256]
[[launch]]
entry = "decode_attention_written_combine"
args = ["q", "k", "v", "o", "batch", "heads", "keys", "dim", "scale", "parts"]
grid = ["max(1, (batch * heads) * ceil_div((1), 1))"]
block = [128]
*/
//   forall i < batch*heads, j < dim: o[dim*i + j] = half(sum(n < keys: v[keys*dim*i + dim*n +
//     j]*exp(scale*sum(l < dim: q[dim*i + l]*k[keys*dim*i + dim*n + l]) - max(m < keys: scale*sum(l
//     < dim: q[dim*i + l]*k[keys*dim*i + dim*m + l]))))/sum(n < keys: exp(scale*sum(l < dim:
//     q[dim*i + l]*k[keys*dim*i + dim*n + l]) - max(m < keys: scale*sum(l < dim: q[dim*i +
//     l]*k[keys*dim*i + dim*m + l])))))
//
// Split keys: queries are few, so keys and values are read once, straight to registers. kLanes
// lanes share a key, kUnroll of a group are on their way at a time; scores become weights against
// the greatest score so far, and the sums shrink when a greater one comes. Groups take keys in
// turn, and what they have is combined in shared memory. kParts blocks share the keys of a query; a
// second kernel combines what they leave in scratch memory, always in the same order.
// `k_` is the original's parameter `k`.

#include <cuda_fp16.h>

constexpr int kRows = 1;  // of a block
constexpr int kLanes = 8;  // that share a key
constexpr int kUnroll = 4;  // keys of a group of lanes at a time
constexpr int kTerms = 64;  // of a score, at most: others are computed slowly
constexpr int kColumns = 64;  // of a value, at most
constexpr int kKeyVector = 8;  // elements of a key that a lane reads at a time
constexpr int kValueVector = 8;  // those of a value
constexpr int kVector = 2;  // neighbouring results of a thread
constexpr int kThreads = 256;  // of a block
constexpr int kGroups = 32;  // of lanes: kThreads / kLanes
constexpr int kParts = 8;  // blocks that share the keys of a query
constexpr int kPartFloats = 66;  // floats that a block leaves of a row: kColumns + 2
constexpr int kCombineThreads = 128;  // of a block that combines
constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);

// Elements that are loaded long before they are used. They stay the words that came: taking them apart would wait for
// them.
template <typename T, int kCount>
struct HeldWords {
  unsigned words[sizeof(T) * kCount / 4];

  __device__ __forceinline__ T at(int e) const { return reinterpret_cast<const T*>(words)[e]; }
};

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Loads those of kCount elements that are among the first `valid` ones; the others are zero. Nothing waits for them.
template <int kCount, typename T>
__device__ __forceinline__ HeldWords<T, kCount> load_words(const T* from, long long valid, bool is_wide) {
  HeldWords<T, kCount> held;
  if (is_wide && valid >= kCount) {
    if constexpr (sizeof(held) % 16 == 0) {
#pragma unroll
      for (int w = 0; w < sizeof(held) / 4; w += 4) {
        const uint4 four = reinterpret_cast<const uint4*>(from)[w / 4];
        held.words[w] = four.x, held.words[w + 1] = four.y;
        held.words[w + 2] = four.z, held.words[w + 3] = four.w;
      }
    } else {
      const uint2 two = *reinterpret_cast<const uint2*>(from);
      held.words[0] = two.x, held.words[1] = two.y;
    }
    return held;
  }
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
#pragma unroll
  for (int w = 0; w < sizeof(held) / 4; ++w) {
    held.words[w] = reinterpret_cast<const unsigned*>(&pack)[w];
    asm("" : "+r"(held.words[w]));  // else the compiler takes the words of the other path apart at once
  }
  return held;
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

__global__ void __launch_bounds__(kThreads) decode_attention_written(const __half* q, const __half* k_, const __half* v,
    __half* o, int batch, int heads, int keys, int dim, float scale, float* parts) {
  __shared__ float of_groups[kGroups][kColumns + 2];  // sums, the greatest score, the weight
  const long long count_down = 1;
  const long long count_across = dim;
  const long long terms = dim;
  const long long tiles_down = (count_down + kRows - 1) / kRows;
  const int block = blockIdx.x / kParts, part = blockIdx.x % kParts;  // neighbours share rows
  if (block >= tiles_down * ((long long)((long long)batch * heads))) return;
  const long long l = divide(block, tiles_down);
  const long long top = modulo(block, tiles_down) * kRows;
  const int rows_here = (int)min(count_down - top, (long long)kRows);  // of the tile, that there are
  const long long bottom = top + rows_here - 1;
  if (terms > kTerms || count_across > kColumns) {
    if (part > 0) return;
    // Longer than this kernel is made for: one element after the other.
    for (long long e = threadIdx.x; e < rows_here * count_across; e += kThreads) {
      const long long j = modulo(e, count_across);
      float total = -(float)kInfinity;
      for (long long term = 0; term < keys; ++term) {
        float total_2 = 0.0f;
        for (long long term_2 = 0; term_2 < dim; ++term_2) {
          total_2 = total_2 +
              __half2float(*(q + (l * dim + term_2))) * __half2float(*(k_ + (l * keys * dim + term * dim + term_2)));
        }
        total = fmaxf(total, scale * total_2);
      }
      float total_3 = 0.0f;
      for (long long term_3 = 0; term_3 < keys; ++term_3) {
        float total_4 = 0.0f;
        for (long long term_4 = 0; term_4 < dim; ++term_4) {
          total_4 = total_4 +
              __half2float(*(q + (l * dim + term_4))) * __half2float(*(k_ + (l * keys * dim + term_3 * dim + term_4)));
        }
        total_3 = total_3 + __half2float(*(v + (l * keys * dim + term_3 * dim + j))) * expf(scale * total_4 - total);
      }
      float total_5 = 0.0f;
      for (long long term_5 = 0; term_5 < keys; ++term_5) {
        float total_6 = 0.0f;
        for (long long term_6 = 0; term_6 < dim; ++term_6) {
          total_6 = total_6 +
              __half2float(*(q + (l * dim + term_6))) * __half2float(*(k_ + (l * keys * dim + term_5 * dim + term_6)));
        }
        total_5 = total_5 + expf(scale * total_6 - total);
      }
      *(o + (l * dim + j)) = __float2half_rn(total_3 / total_5);
    }
    return;
  }
  const long long first_key = (long long)0, end_key = (long long)keys;
  // The keys of this block; all parts but the last have the same number.
  const long long piece = (end_key - first_key + kParts - 1) / kParts;
  const long long part_first = first_key + part * piece, part_end = min(part_first + piece, end_key);
  const int lane = threadIdx.x % kLanes, group = threadIdx.x / kLanes;

  // A lane has the terms and columns of every kLanes-th word.
  float query[kRows][kTerms / kLanes];
  #pragma unroll
  for (int r = 0; r < kRows; ++r) {
    #pragma unroll
    for (int e = 0; e < kTerms / kLanes; ++e) {
      const int term = (e / kKeyVector * kLanes + lane) * kKeyVector + e % kKeyVector;
      query[r][e] = 0.0f;
      if (term < terms) {
        query[r][e] = __half2float(*(q + (l * dim + term)));
      }
    }
  }
  const bool is_key_wide = is_aligned<kKeyVector>(k_) && ((long long)keys * dim) % kKeyVector == 0 &&
      dim % kKeyVector == 0;
  const bool is_value_wide = is_aligned<kValueVector>(v) && ((long long)keys * dim) % kValueVector == 0 &&
      dim % kValueVector == 0;
  float sums[kRows][kColumns / kLanes] = {};
  float best[kRows], weights[kRows];  // the greatest score so far; the weights of the group's keys
  #pragma unroll
  for (int r = 0; r < kRows; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;
  const float factor = 1.442695f * scale;
  for (long long start = part_first; start < part_end; start += kGroups * kUnroll) {
    HeldWords<__half, kKeyVector> of_key[kUnroll][kTerms / kLanes / kKeyVector];
    HeldWords<__half, kValueVector> of_value[kUnroll][kColumns / kLanes / kValueVector];
    #pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
      const long long k = start + u * kGroups + group;
      #pragma unroll
      for (int c = 0; c < kTerms / kLanes / kKeyVector; ++c) {
        const int word = (c * kLanes + lane) * kKeyVector;
        of_key[u][c] = load_words<kKeyVector>(k_ + (l * keys * dim + k * dim + word), k < part_end ? terms - word : 0,
            is_key_wide);
      }
      #pragma unroll
      for (int c = 0; c < kColumns / kLanes / kValueVector; ++c) {
        const int word = (c * kLanes + lane) * kValueVector;
        of_value[u][c] = load_words<kValueVector>(v + (l * keys * dim + k * dim + word),
            k < part_end ? count_across - word : 0, is_value_wide);
      }
    }
    #pragma unroll
    for (int r = 0; r < kRows; ++r) {
      float scores[kUnroll], greatest = best[r];
      #pragma unroll
      for (int u = 0; u < kUnroll; ++u) {
        const long long k = start + u * kGroups + group;
        float dot = 0.0f;
        #pragma unroll
        for (int e = 0; e < kTerms / kLanes; ++e) {
          dot += query[r][e] * (float)of_key[u][e / kKeyVector].at(e % kKeyVector);
        }
        dot = sum_of_lanes<kLanes>(dot);
        scores[u] = dot * factor;
        if (k >= part_end) scores[u] = -(float)kInfinity;
        greatest = fmaxf(greatest, scores[u]);
      }
      const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far
      const float shrink = raise_two(best[r] - base);
      best[r] = greatest;
      weights[r] *= shrink;
      #pragma unroll
      for (int u = 0; u < kUnroll; ++u) {
        scores[u] = raise_two(scores[u] - base);
        weights[r] += scores[u];
      }
      #pragma unroll
      for (int e = 0; e < kColumns / kLanes; ++e) {
        sums[r][e] *= shrink;
        #pragma unroll
        for (int u = 0; u < kUnroll; ++u) {
          sums[r][e] += scores[u] * (float)of_value[u][e / kValueVector].at(e % kValueVector);
        }
      }
    }
  }

  #pragma unroll
  for (int r = 0; r < kRows; ++r) {
    __syncthreads();  // nobody reads the row before
    #pragma unroll
    for (int e = 0; e < kColumns / kLanes; ++e) {
      of_groups[group][(e / kValueVector * kLanes + lane) * kValueVector + e % kValueVector] = sums[r][e];
    }
    if (lane == 0) of_groups[group][kColumns] = best[r], of_groups[group][kColumns + 1] = weights[r];
    __syncthreads();
    if (top + r > bottom) continue;
    for (int j = threadIdx.x * kVector; j < kColumns; j += kThreads * kVector) {
      float greatest = -(float)kInfinity, weight = 0.0f, mixed[kVector] = {};
      for (int g = 0; g < kGroups; ++g) greatest = fmaxf(greatest, of_groups[g][kColumns]);
      const float base = greatest == -(float)kInfinity ? 0.0f : greatest;
      for (int g = 0; g < kGroups; ++g) {
        const float share = raise_two(of_groups[g][kColumns] - base);
        weight += of_groups[g][kColumns + 1] * share;
        #pragma unroll
        for (int e = 0; e < kVector; ++e) mixed[e] += of_groups[g][j + e] * share;
      }
      float* const to = parts + ((long long)block * kRows + r) * kParts * kPartFloats + part * kPartFloats;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) to[j + e] = mixed[e];
      if (j == 0) to[kColumns] = greatest, to[kColumns + 1] = weight;
    }
  }
}

__global__ void __launch_bounds__(kCombineThreads) decode_attention_written_combine(const __half* q, const __half* k_,
    const __half* v, __half* o, int batch, int heads, int keys, int dim, float scale, const float* parts) {
  const long long count_down = 1;
  const long long count_across = dim;
  const long long terms = dim;
  const long long tiles_down = (count_down + kRows - 1) / kRows;
  if (blockIdx.x >= tiles_down * ((long long)((long long)batch * heads))) return;
  const long long l = divide(blockIdx.x, tiles_down);
  const long long top = modulo(blockIdx.x, tiles_down) * kRows;
  const int rows_here = (int)min(count_down - top, (long long)kRows);  // of the tile, that there are
  if (terms > kTerms || count_across > kColumns) return;  // the first part has computed them
  const bool is_wide = is_aligned<kVector>(o) && dim % kVector == 0;
  for (int at = threadIdx.x; at < rows_here * (kColumns / kVector); at += kCombineThreads) {
    const int r = at / (kColumns / kVector), j = at % (kColumns / kVector) * kVector;
    const float* const row = parts + ((long long)blockIdx.x * kRows + r) * kParts * kPartFloats;
    float greatest = -(float)kInfinity, weight = 0.0f, mixed[kVector] = {};
    for (int g = 0; g < kParts; ++g) greatest = fmaxf(greatest, (row + g * kPartFloats)[kColumns]);
    const float base = greatest == -(float)kInfinity ? 0.0f : greatest;
    for (int g = 0; g < kParts; ++g) {
      const float share = raise_two((row + g * kPartFloats)[kColumns] - base);
      weight += (row + g * kPartFloats)[kColumns + 1] * share;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) mixed[e] += (row + g * kPartFloats)[j + e] * share;
    }
    if (j >= count_across) continue;
    const float inverse = 1.0f / weight;
    Pack<__half, kVector> o_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      o_out.at[e] = __float2half_rn(mixed[e] * inverse);
    }
    store_pack(o + (l * dim + j), o_out, count_across - j, is_wide);
  }
}
