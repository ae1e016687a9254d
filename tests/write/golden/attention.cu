/* whet
[[launch]]
entry = "attention_of_halves_written"
args = ["q", "k", "v", "o", "heads", "seq", "dim", "scale"]
grid = ["max(1, (heads) * ceil_div((seq), 128))"]
block = [128]
shared = 49152
*/
//   forall i < heads, j < seq, l < dim: o[seq*dim*i + dim*j + l] = half(sum(p < seq: v[seq*dim*i +
//     dim*p + l]*exp(scale*sum(m < dim: q[seq*dim*i + dim*j + m]*k[seq*dim*i + dim*p + m]) - max(n
//     < seq: scale*sum(m < dim: q[seq*dim*i + dim*j + m]*k[seq*dim*i + dim*n + m]))))/sum(p < seq:
//     exp(scale*sum(m < dim: q[seq*dim*i + dim*j + m]*k[seq*dim*i + dim*p + m]) - max(n < seq:
//     scale*sum(m < dim: q[seq*dim*i + dim*j + m]*k[seq*dim*i + dim*n + m])))))
//
// Attention: a block has kRows rows and goes through the keys in tiles of kKeys, with an online
// softmax. Scores are multiplied on tensor cores (mma.sync) and stay in registers, where they
// become weights: powers of two, against the greatest score so far; when a greater one comes, the
// sums shrink. The weights are an operand of the next multiplication as they lie in the lanes,
// rounded to the type of the values. Keys and values are copied to kStages stages of shared memory
// asynchronously (cp.async), kStages - 1 tiles ahead; their 16-byte chunks are swizzled so that no
// access has bank conflicts. Tiles of which no row has a key are skipped. Sums are in float, in
// another order than the original's.
// `k_` is the original's parameter `k`.

#include <cuda_fp16.h>

constexpr int kRows = 128;  // of a block
constexpr int kKeys = 64;  // of a tile
constexpr int kWarpRows = 32;  // rows of a warp
constexpr int kTerms = 32;  // of a score, at most: others are computed slowly
constexpr int kColumns = 32;  // of a value, at most
constexpr int kStages = 2;  // of the pipeline: tiles of keys and values in shared memory
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kTermLine = 8;  // chunks of a line of queries and keys
constexpr int kColumnLine = 8;  // chunks of a line of values
constexpr int kStageChunks = 1024;  // chunks of a stage: kKeys * (kTermLine + kColumnLine)
constexpr int kVector = 2;  // neighbouring results of a lane
constexpr int kThreads = 128;  // of a block: 32 * (kRows / kWarpRows)
constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Commits the cp.async since the last call as one group (PTX: cp.async.commit_group).
__device__ __forceinline__ void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most kPending groups of cp.async are under way (PTX: cp.async.wait_group).
template <int kPending>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// Starts to copy 16 bytes to shared memory, past L1 (PTX: cp.async.cg).
__device__ __forceinline__ void cp_async(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
}

// Loads those of kCount elements that are among the first `valid` ones; the others are zero.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_pack(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) return *reinterpret_cast<const Pack<T, kCount>*>(from);
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
  return pack;
}

// Brings the elements of a 16-byte chunk that are among the first `valid` ones to shared memory, and zeros for the
// others: by cp.async where the chunk is whole and its address allows it.
template <typename T>
__device__ __forceinline__ void fetch_chunk(uint4* to, const T* from, int valid, bool is_wide) {
  constexpr int kCount = 16 / sizeof(T);
  if (is_wide && valid >= kCount) {
    cp_async(to, from);
  } else {
    *reinterpret_cast<Pack<T, kCount>*>(to) = load_pack<kCount>(from, valid, false);
  }
}

// The greatest of the numbers that kLanes neighbouring lanes have.
template <int kLanes>
__device__ __forceinline__ float greatest_of_lanes(float x) {
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, away));
  return x;
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Four matrices of 8 x 16 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets 4 bytes of each:
// bytes 4 * (L % 4) of line L / 4 (PTX: ldmatrix).
__device__ __forceinline__ void ldmatrix_x4(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}

// Four matrices of 8 x 8 elements of 2 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets two
// elements of each: those of lines 2 * (L % 4) and the next, in column L / 4 (PTX: ldmatrix.trans).
__device__ __forceinline__ void ldmatrix_x4_transposed(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}

// Adds the product of 16 x 16 and 16 x 8 elements to 16 x 8 sums (PTX: mma.m16n8k16). With g = lane / 4, q = lane % 4:
// sums 0 and 1 are those of row g, columns 2q and 2q + 1, sums 2 and 3 those of row g + 8.
__device__ __forceinline__ void mma_halves(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Where the chunk of the same line lies that is `step` pairs of chunks further on. The swizzle permutes chunks among 8
// neighbours: further on within them some of the low three bits change, beyond them whole eights are added.
__device__ __forceinline__ int next_chunks(int place, int step) {
  return (place ^ step * 2 % 8) + step * 2 / 8 * 8;
}

// Two numbers rounded to halves, the first in the low bits.
__device__ __forceinline__ unsigned pack_halves(float low, float high) {
  const __half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
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

// Where a 16-byte chunk lies in a tile with lines of kLength chunks: swizzled, so that the same chunk of 8 lines
// below each other is on 8 different groups of banks. For lines of 8 chunks it is the 128-byte swizzle of TMA and
// wgmma.
template <int kLength>
__device__ __forceinline__ int swizzled(int line, int chunk) {
  constexpr int kBanks = kLength < 8 ? kLength : 8;  // of 16 bytes, that a line covers
  return line * kLength + (chunk ^ (line / (8 / kBanks) % kBanks));
}

__global__ void __launch_bounds__(kThreads) attention_of_halves_written(const __half* q, const __half* k_,
    const __half* v, __half* o, int heads, int seq, int dim, float scale) {
  extern __shared__ uint4 tiles[];  // the queries, then for each stage keys and values
  const long long count_down = seq;
  const long long count_across = dim;
  const long long terms = dim;
  const long long tiles_down = (count_down + kRows - 1) / kRows;
  if (blockIdx.x >= tiles_down * ((long long)heads)) return;
  const long long l = divide(blockIdx.x, tiles_down);
  const long long top = modulo(blockIdx.x, tiles_down) * kRows;
  const int rows_here = (int)min(count_down - top, (long long)kRows);  // of the tile, that there are
  if (terms > kTerms || count_across > kColumns) {
    // Longer than this kernel is made for: one element after the other.
    for (long long e = threadIdx.x; e < rows_here * count_across; e += kThreads) {
      const long long i = top + divide(e, count_across), j = modulo(e, count_across);
      float total = -(float)kInfinity;
      for (long long term = 0; term < seq; ++term) {
        float total_2 = 0.0f;
        for (long long term_2 = 0; term_2 < dim; ++term_2) {
          total_2 = total_2 +
              __half2float(*(q + (l * seq * dim + i * dim + term_2))) *
              __half2float(*(k_ + (l * seq * dim + term * dim + term_2)));
        }
        total = fmaxf(total, scale * total_2);
      }
      float total_3 = 0.0f;
      for (long long term_3 = 0; term_3 < seq; ++term_3) {
        float total_4 = 0.0f;
        for (long long term_4 = 0; term_4 < dim; ++term_4) {
          total_4 = total_4 +
              __half2float(*(q + (l * seq * dim + i * dim + term_4))) *
              __half2float(*(k_ + (l * seq * dim + term_3 * dim + term_4)));
        }
        total_3 = total_3 + __half2float(*(v + (l * seq * dim + term_3 * dim + j))) * expf(scale * total_4 - total);
      }
      float total_5 = 0.0f;
      for (long long term_5 = 0; term_5 < seq; ++term_5) {
        float total_6 = 0.0f;
        for (long long term_6 = 0; term_6 < dim; ++term_6) {
          total_6 = total_6 +
              __half2float(*(q + (l * seq * dim + i * dim + term_6))) *
              __half2float(*(k_ + (l * seq * dim + term_5 * dim + term_6)));
        }
        total_5 = total_5 + expf(scale * total_6 - total);
      }
      *(o + (l * seq * dim + i * dim + j)) = __float2half_rn(total_3 / total_5);
    }
    return;
  }
  const long long first_key = (long long)0, end_key = (long long)seq;
  const bool is_wide = is_aligned<kVector>(o) && ((long long)seq * dim) % kVector == 0 && dim % kVector == 0;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first_row = warp * kWarpRows;

  // ---- Load: the queries of the block, and tiles of keys and values ----
  const bool is_queries_wide = is_aligned<kChunk>(q) && ((long long)seq * dim) % kChunk == 0 && dim % kChunk == 0;
  const auto fetch_queries = [&]() {
    uint4* const to = tiles;
    #pragma unroll
    for (int unit = threadIdx.x; unit < kRows * (kTerms / kChunk); unit += kThreads) {
      const int line = unit / (kTerms / kChunk), chunk = unit % (kTerms / kChunk);
      const long long i = top + line;
      fetch_chunk(to + swizzled<kTermLine>(line, chunk), q + (l * seq * dim + i * dim + (chunk * kChunk)),
          line < rows_here ? (int)terms - chunk * kChunk : 0, is_queries_wide);
    }
  };
  const bool is_keys_wide = is_aligned<kChunk>(k_) && ((long long)seq * dim) % kChunk == 0 && dim % kChunk == 0;
  const auto fetch_keys = [&](long long start, int stage) {
    uint4* const to = tiles + kRows * kTermLine + stage * kStageChunks;
    #pragma unroll
    for (int unit = threadIdx.x; unit < kKeys * (kTerms / kChunk); unit += kThreads) {
      const int line = unit / (kTerms / kChunk), chunk = unit % (kTerms / kChunk);
      const long long k = start + line;
      fetch_chunk(to + swizzled<kTermLine>(line, chunk), k_ + (l * seq * dim + k * dim + (chunk * kChunk)),
          k < end_key ? (int)terms - chunk * kChunk : 0, is_keys_wide);
    }
  };
  const bool is_values_wide = is_aligned<kChunk>(v) && ((long long)seq * dim) % kChunk == 0 && dim % kChunk == 0;
  const auto fetch_values = [&](long long start, int stage) {
    uint4* const to = tiles + kRows * kTermLine + stage * kStageChunks + kKeys * kTermLine;
    #pragma unroll
    for (int unit = threadIdx.x; unit < kKeys * (kColumns / kChunk); unit += kThreads) {
      const int line = unit / (kColumns / kChunk), chunk = unit % (kColumns / kChunk);
      const long long k = start + line;
      fetch_chunk(to + swizzled<kColumnLine>(line, chunk), v + (l * seq * dim + k * dim + (chunk * kChunk)),
          k < end_key ? (int)count_across - chunk * kChunk : 0, is_values_wide);
    }
  };

  // ---- Pipeline: load kStages - 1 tiles of keys and values ahead ----
  fetch_queries();
  for (int stage = 0; stage < kStages - 1; ++stage) {
    if (first_key + stage * kKeys < end_key) {
      fetch_keys(first_key + stage * kKeys, stage);
      fetch_values(first_key + stage * kKeys, stage);
    }
    cp_async_commit();
  }
  // Where the line lies whose address a lane gives to ldmatrix for the first matrices.
  const int query_place = swizzled<kTermLine>(first_row + lane % 16, lane / 16);
  const int key_place = swizzled<kTermLine>(lane / 16 * 8 + lane % 8, lane / 8 % 2);
  const int value_place = swizzled<kColumnLine>(lane % 16, lane / 16);

  // A lane has rows lane / 4 + 8 * r of its warp, and columns or keys lane % 4 * 2 + 8 * p and the next.
  float sums[kWarpRows / 16][kColumns / 8][4] = {};
  float best[kWarpRows / 8], weights[kWarpRows / 8];  // the greatest score so far; the lane's own weights
  #pragma unroll
  for (int r = 0; r < kWarpRows / 8; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;
  const float factor = 1.442695f * scale;
  int stage = 0, free = kStages - 1;  // that is in use, and that is filled next
  for (long long start = first_key; start < end_key; start += kKeys) {
    cp_async_wait<kStages - 2>();
    __syncthreads();  // the tile is there, and no warp reads the one before
    const long long next = start + (kStages - 1) * kKeys;
    if (next < end_key) {
      fetch_keys(next, free);
      fetch_values(next, free);
    }
    cp_async_commit();
    const uint4* const key_tile = tiles + kRows * kTermLine + stage * kStageChunks;
    const uint4* const value_tile = key_tile + kKeys * kTermLine;

    // ---- Multiply: scores of the warp's rows and the keys of the tile ----
    float scores[kWarpRows / 16][kKeys / 8][4] = {};
    #pragma unroll
    for (int step = 0; step < kTerms / 16; ++step) {
      unsigned of_queries[kWarpRows / 16][4];
      #pragma unroll
      for (int s = 0; s < kWarpRows / 16; ++s)
        ldmatrix_x4(of_queries[s], tiles + next_chunks(query_place, step) + s * 16 * kTermLine);
      #pragma unroll
      for (int p = 0; p < kKeys / 16; ++p) {
        unsigned of_keys[4];
        ldmatrix_x4(of_keys, key_tile + next_chunks(key_place, step) + p * 16 * kTermLine);
        #pragma unroll
        for (int s = 0; s < kWarpRows / 16; ++s) {
          mma_halves(scores[s][2 * p], of_queries[s], of_keys[0], of_keys[1]);
          mma_halves(scores[s][2 * p + 1], of_queries[s], of_keys[2], of_keys[3]);
        }
      }
    }

    // ---- Online softmax: scores become weights, sums so far shrink where a greater score came ----
    const bool is_edge = start + kKeys > end_key;
    #pragma unroll
    for (int r = 0; r < kWarpRows / 8; ++r) {
      #pragma unroll
      for (int p = 0; p < kKeys / 4; ++p) {
        float& score = scores[r / 2][p / 2][r % 2 * 2 + p % 2];
        score = score * factor;
      }
      if (is_edge) {
        #pragma unroll
        for (int p = 0; p < kKeys / 4; ++p) {
          float& score = scores[r / 2][p / 2][r % 2 * 2 + p % 2];
          const long long k = start + p / 2 * 8 + lane % 4 * 2 + p % 2;
          if (k >= end_key) score = -(float)kInfinity;
        }
      }
      float greatest = best[r];
      #pragma unroll
      for (int p = 0; p < kKeys / 4; ++p) {
        float& score = scores[r / 2][p / 2][r % 2 * 2 + p % 2];
        greatest = fmaxf(greatest, score);
      }
      greatest = greatest_of_lanes<4>(greatest);
      const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far
      const float shrink = raise_two(best[r] - base);
      best[r] = greatest;
      weights[r] *= shrink;
      #pragma unroll
      for (int p = 0; p < kKeys / 4; ++p) {
        float& score = scores[r / 2][p / 2][r % 2 * 2 + p % 2];
        score = raise_two(score - base);
        weights[r] += score;
      }
      #pragma unroll
      for (int p = 0; p < kColumns / 4; ++p) sums[r / 2][p / 2][r % 2 * 2 + p % 2] *= shrink;
    }

    // ---- Multiply: weights and values ----
    #pragma unroll
    for (int step = 0; step < kKeys / 16; ++step) {
      unsigned of_weights[kWarpRows / 16][4];
      #pragma unroll
      for (int s = 0; s < kWarpRows / 16; ++s) {
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
          const float (&pair)[4] = scores[s][2 * step + e / 2];
          of_weights[s][e] = pack_halves(pair[e % 2 * 2], pair[e % 2 * 2 + 1]);
        }
      }
      #pragma unroll
      for (int p = 0; p < kColumns / 16; ++p) {
        unsigned of_values[4];
        ldmatrix_x4_transposed(of_values, value_tile + next_chunks(value_place, p) + step * 16 * kColumnLine);
        #pragma unroll
        for (int s = 0; s < kWarpRows / 16; ++s) {
          mma_halves(sums[s][2 * p], of_weights[s], of_values[0], of_values[1]);
          mma_halves(sums[s][2 * p + 1], of_weights[s], of_values[2], of_values[3]);
        }
      }
    }
    free = stage;
    stage = stage + 1 == kStages ? 0 : stage + 1;
  }

  // ---- Store ----
  #pragma unroll
  for (int r = 0; r < kWarpRows / 8; ++r) {
    const long long i = top + first_row + r * 8 + lane / 4;
    const float weight = sum_of_lanes<4>(weights[r]);
    if (i >= count_down) continue;
    const float inverse = 1.0f / weight;
    #pragma unroll
    for (int p = 0; p < kColumns / 8; ++p) {
      const long long j = p * 8 + lane % 4 * 2;
      if (j >= count_across) continue;
      Pack<__half, kVector> o_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        o_out.at[e] = __float2half_rn(sums[r / 2][p][r % 2 * 2 + e] * inverse);
      }
      store_pack(o + (l * seq * dim + i * dim + j), o_out, count_across - j, is_wide);
    }
  }
}
