/* whet
[[launch]]
entry = "attention_with_bias_written"
args = ["q", "k", "v", "bias", "o", "heads", "queries", "keys", "dim", "scale"]
grid = ["max(1, (heads) * ceil_div((queries), 64))"]
block = [128]
shared = 45056
*/
//   forall i < heads, j < queries, l < dim: o[queries*dim*i + dim*j + l] = sum(r < keys:
//     v[keys*dim*i + dim*r + l]*exp(bias[queries*keys*i + keys*j + r] + scale*sum(m < dim:
//     q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*r + m]) - max(n < keys: bias[queries*keys*i +
//     keys*j + n] + scale*sum(m < dim: q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*n +
//     m])))/sum(p < keys: exp(bias[queries*keys*i + keys*j + p] + scale*sum(m < dim:
//     q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*p + m]) - max(n < keys: bias[queries*keys*i +
//     keys*j + n] + scale*sum(m < dim: q[queries*dim*i + dim*j + m]*k[keys*dim*i + dim*n + m])))))
//
// Plain attention: a block has kRows rows. Groups of warps take turns with tiles of kKeys keys in
// shared memory, and each weighs its own against the greatest score so far; when a greater one
// comes, the sums shrink. A thread has kThreadRows rows, and of each kThreadKeys scores and some
// columns in registers. The next keys come while values are mixed, and values while scores are
// computed. Tiles of which no row has a key are left out.
// `k_` is the original's parameter `k`.

constexpr int kRows = 64;  // of a block
constexpr int kKeys = 32;  // of a tile
constexpr int kGroups = 2;  // of warps with keys of their own
constexpr int kTerms = 32;  // of a score, at most: others are computed slowly
constexpr int kColumns = 32;  // of a value, at most
constexpr int kThreadRows = 8;  // rows of a thread
constexpr int kThreadKeys = 4;  // keys of a thread: kKeys / 8
constexpr int kWarpsDown = 2;  // warps of a group: kRows / (4 * kThreadRows)
constexpr int kTermLine = 36;  // floats of a line of queries or keys: kTerms + 4
constexpr int kWeightLine = 36;  // floats of a line of weights: kKeys + 4
constexpr int kColumnLine = 36;  // floats of a line of results: kColumns + 4
constexpr int kVector = 4;  // floats that are read at a time
constexpr int kGroupThreads = 64;  // of a group
constexpr int kThreads = 128;  // of a block
constexpr int kBlocks = 2;  // of a multiprocessor, that its registers have room for
constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Adds the product of every element of a column with every element of a row. Every other row goes backwards, so that
// one factor of neighbouring products is the same, and registers of both banks are read by turns.
template <typename T, int kRows, int kColumns>
__device__ __forceinline__ void add_products(T (&sums)[kRows][kColumns], const T (&a)[kRows], const T (&b)[kColumns]) {
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
#pragma unroll
    for (int j = 0; j < kColumns; ++j) {
      const int column = i % 2 == 0 ? j : kColumns - 1 - j;
      sums[i][column] += a[i] * b[column];
    }
  }
}

// Commits the cp.async since the last call as one group (PTX: cp.async.commit_group).
__device__ __forceinline__ void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

// Starts to copy 16 bytes to shared memory, or zeros if they are not there; then nobody reads the address (PTX:
// cp.async.cg with a source size).
__device__ __forceinline__ void cp_async_or_zeros(void* to, const void* from, bool is_there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "r"(is_there ? 16 : 0)
               : "memory");
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

// The greatest of the numbers that the lanes with this one's rows have, of 4 x 8 lanes.
__device__ __forceinline__ float greatest_across(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 1));
  x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 4));
  return fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 8));
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

// Loads those of kCount elements that are among the first `valid` ones; the others are zero.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_pack(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) return *reinterpret_cast<const Pack<T, kCount>*>(from);
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
  return pack;
}

// Barrier of the kCount threads of a part of the block (PTX: bar.sync); barrier 0 is that of all threads.
template <int kCount>
__device__ __forceinline__ void meet_in_part(int part) {
  asm volatile("bar.sync %0, %1;" ::"r"(part + 1), "n"(kCount) : "memory");
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

// The sum of the numbers that the lanes with this one's rows have, of 4 x 8 lanes.
__device__ __forceinline__ float sum_across(float x) {
  x += __shfl_xor_sync(0xffffffffu, x, 1);
  x += __shfl_xor_sync(0xffffffffu, x, 4);
  return x + __shfl_xor_sync(0xffffffffu, x, 8);
}

// Reads kCount elements of shared memory: packs of kVector, each kApart elements after the one before.
template <int kVector, int kApart, typename T, int kCount>
__device__ __forceinline__ void take_apart(T (&to)[kCount], const T* from) {
#pragma unroll
  for (int p = 0; p < kCount / kVector; ++p) {
    const Pack<T, kVector> pack = *reinterpret_cast<const Pack<T, kVector>*>(from + p * kApart);
#pragma unroll
    for (int e = 0; e < kVector; ++e) to[p * kVector + e] = pack.at[e];
  }
}

// Reads kVector neighbouring elements of each of kCount lines of kLine elements in shared memory: kBeside lines are
// next to each other, and so many further ones are kApart lines apart.
template <int kBeside, int kApart, int kLine, typename T, int kVector, int kCount>
__device__ __forceinline__ void take_lines(T (&to)[kVector][kCount], const T* from) {
#pragma unroll
  for (int n = 0; n < kCount; ++n) {
    const T* const line = from + (n / kBeside * kApart + n % kBeside) * kLine;
    const Pack<T, kVector> pack = *reinterpret_cast<const Pack<T, kVector>*>(line);
#pragma unroll
    for (int e = 0; e < kVector; ++e) to[e][n] = pack.at[e];
  }
}

__global__ void __launch_bounds__(kThreads, kBlocks) attention_with_bias_written(const float* q, const float* k_,
    const float* v, const float* bias, float* o, int heads, int queries, int keys, int dim, float scale) {
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
  // Four floats more in a line keep the lines that are read at once on different banks.
  // A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.
  // Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at once.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;
  const int group = warp / kWarpsDown, member = threadIdx.x % kGroupThreads;
  const int first_row = warp % kWarpsDown * (4 * kThreadRows) + lane_row * kVector;
  float* const query_tile = reinterpret_cast<float*>(tiles);
  float* const key_tile = query_tile + kRows * kTermLine + group * kKeys * (kTermLine + kColumns);
  float* const value_tile = key_tile + kKeys * kTermLine;
  float* const weight_tile = query_tile + kRows * kTermLine + kGroups * kKeys * (kTermLine + kColumns) +
      warp * (4 * kThreadRows * kWeightLine);  // of the warp's rows

  // ---- Load: the queries of the block, and a group's tiles of keys and values ----
  const bool is_query_wide = is_aligned<kVector>(q) && ((long long)queries * dim) % kVector == 0 && dim % kVector == 0;
  const auto fetch_query = [&]() {
    if (is_query_wide) {
      #pragma unroll
      for (int chunk = threadIdx.x; chunk < kRows * (kTerms / kVector); chunk += kThreads) {
        const int line = chunk / (kTerms / kVector), element = chunk % (kTerms / kVector) * kVector;
        const long long i = top + line;
        cp_async_or_zeros(query_tile + line * kTermLine + element, q + (l * queries * dim + i * dim + element),
            line < rows_here && element < terms);
      }
    } else {
      #pragma unroll 2
      for (int chunk = threadIdx.x; chunk < kRows * (kTerms / kVector); chunk += kThreads) {
        const int line = chunk / (kTerms / kVector), element = chunk % (kTerms / kVector) * kVector;
        const long long i = top + line;
        Pack<float, kVector> elements = {};
        #pragma unroll
        for (int e = 0; e < kVector; ++e) {
          if (line < rows_here && element + e < terms) {
            elements.at[e] = *(q + (l * queries * dim + i * dim + (element + e)));
          }
        }
        *reinterpret_cast<Pack<float, kVector>*>(query_tile + line * kTermLine + element) = elements;
      }
    }
  };

  const bool is_key_wide = is_aligned<kVector>(k_) && ((long long)keys * dim) % kVector == 0 && dim % kVector == 0;
  const auto fetch_key = [&](long long start) {
    if (is_key_wide) {
      #pragma unroll
      for (int chunk = member; chunk < kKeys * (kTerms / kVector); chunk += kGroupThreads) {
        const int line = chunk / (kTerms / kVector), element = chunk % (kTerms / kVector) * kVector;
        const long long k = start + line;
        cp_async_or_zeros(key_tile + (line % kVector * 8 + line / kVector) * kTermLine + element,
            k_ + (l * keys * dim + k * dim + element), k < end_key && element < terms);
      }
    } else {
      #pragma unroll 2
      for (int chunk = member; chunk < kKeys * (kTerms / kVector); chunk += kGroupThreads) {
        const int line = chunk / (kTerms / kVector), element = chunk % (kTerms / kVector) * kVector;
        const long long k = start + line;
        Pack<float, kVector> elements = {};
        #pragma unroll
        for (int e = 0; e < kVector; ++e) {
          if (k < end_key && element + e < terms) {
            elements.at[e] = *(k_ + (l * keys * dim + k * dim + (element + e)));
          }
        }
        *reinterpret_cast<Pack<float, kVector>*>(key_tile + (line % kVector * 8 + line / kVector) * kTermLine +
            element) = elements;
      }
    }
  };

  const bool is_value_wide = is_aligned<kVector>(v) && ((long long)keys * dim) % kVector == 0 && dim % kVector == 0;
  const auto fetch_value = [&](long long start) {
    if (is_value_wide) {
      #pragma unroll
      for (int chunk = member; chunk < kKeys * (kColumns / kVector); chunk += kGroupThreads) {
        const int line = chunk / (kColumns / kVector), element = chunk % (kColumns / kVector) * kVector;
        const long long k = start + line;
        cp_async_or_zeros(value_tile + line * kColumns + element, v + (l * keys * dim + k * dim + element),
            k < end_key && element < count_across);
      }
    } else {
      #pragma unroll 2
      for (int chunk = member; chunk < kKeys * (kColumns / kVector); chunk += kGroupThreads) {
        const int line = chunk / (kColumns / kVector), element = chunk % (kColumns / kVector) * kVector;
        const long long k = start + line;
        Pack<float, kVector> elements = {};
        #pragma unroll
        for (int e = 0; e < kVector; ++e) {
          if (k < end_key && element + e < count_across) {
            elements.at[e] = *(v + (l * keys * dim + k * dim + (element + e)));
          }
        }
        *reinterpret_cast<Pack<float, kVector>*>(value_tile + line * kColumns + element) = elements;
      }
    }
  };

  fetch_query();
  const long long first = first_key + group * kKeys;
  if (first < end_key) fetch_key(first);
  cp_async_commit();
  float sums[kThreadRows][kColumns / 8] = {};
  float best[kThreadRows], weights[kThreadRows];  // the greatest score so far; the thread's own weights
  #pragma unroll
  for (int r = 0; r < kThreadRows; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;
  const float factor = scale;
  const bool is_score_wide = is_aligned<kVector>(bias) && ((long long)queries * keys) % kVector == 0 &&
      keys % kVector == 0;
  cp_async_wait<0>();
  __syncthreads();  // the queries are there

  for (long long start = first; start < end_key; start += kGroups * kKeys) {
    cp_async_wait<0>();
    meet_in_part<kGroupThreads>(group);  // the keys are there, and nobody reads the values before
    fetch_value(start);
    cp_async_commit();
    Pack<float, kVector> bias_held[kThreadRows];
    #pragma unroll
    for (int r = 0; r < kThreadRows; ++r) {
      const long long i = min(top + first_row + r / kVector * (4 * kVector) + r % kVector, bottom);
      const long long k = start + lane_column * kVector;
      bias_held[r] = load_pack<kVector>(bias + (l * queries * keys + i * keys + k), end_key - k, is_score_wide);
    }

    // ---- Multiply: scores of the thread's rows and keys ----
    float scores[kThreadRows][kThreadKeys] = {};
    #pragma unroll 2
    for (int term = 0; term < kTerms; term += kVector) {
      float of_queries[kVector][kThreadRows], of_keys[kVector][kThreadKeys];
      take_lines<kVector, 4 * kVector, kTermLine>(of_queries, query_tile + first_row * kTermLine + term);
      take_lines<1, 8, kTermLine>(of_keys, key_tile + lane_column * kTermLine + term);
      #pragma unroll
      for (int e = 0; e < kVector; ++e) add_products(scores, of_queries[e], of_keys[e]);
    }

    // ---- Online softmax: scores become weights, sums so far shrink where a greater score came ----
    #pragma unroll
    for (int r = 0; r < kThreadRows; ++r) {
      const long long i = min(top + first_row + r / kVector * (4 * kVector) + r % kVector, bottom);
      #pragma unroll
      for (int p = 0; p < kThreadKeys; ++p) {
        const long long k = start + lane_column * kVector + p;
        scores[r][p] = bias_held[r].at[p] + scores[r][p] * factor;
      }
    }
    const bool is_edge = start + kKeys > end_key;
    if (is_edge) {
      #pragma unroll
      for (int r = 0; r < kThreadRows; ++r) {
        #pragma unroll
        for (int p = 0; p < kThreadKeys; ++p) {
          const long long k = start + lane_column * kVector + p;
          if (k >= end_key) scores[r][p] = -(float)kInfinity;
        }
      }
    }
    #pragma unroll
    for (int r = 0; r < kThreadRows; ++r) {
      float greatest = best[r];
      #pragma unroll
      for (int p = 0; p < kThreadKeys; ++p) greatest = fmaxf(greatest, scores[r][p]);
      greatest = greatest_across(greatest);
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
      for (int p = 0; p < kColumns / 8; ++p) sums[r][p] *= shrink;
    }

    // ---- Mix: the weights of a warp's rows go through shared memory ----
    float* const own_weights = weight_tile + lane_row * kVector * kWeightLine;
    #pragma unroll
    for (int r = 0; r < kThreadRows; ++r) {
      float* const line = own_weights + (r / kVector * (4 * kVector) + r % kVector) * kWeightLine;
      Pack<float, kVector> of_row;
      #pragma unroll
      for (int p = 0; p < kThreadKeys; ++p) of_row.at[p] = scores[r][p];
      *reinterpret_cast<Pack<float, kVector>*>(line + lane_column * kVector) = of_row;
    }
    cp_async_wait<0>();
    meet_in_part<kGroupThreads>(group);  // the values and the weights are there, and nobody reads the keys
    if (start + kGroups * kKeys < end_key) fetch_key(start + kGroups * kKeys);
    cp_async_commit();
    #pragma unroll 2
    for (int key = 0; key < kKeys; key += kVector) {
      float of_weights[kVector][kThreadRows];
      take_lines<kVector, 4 * kVector, kWeightLine>(of_weights, own_weights + key);
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        float of_values[kColumns / 8];
        take_apart<kVector, 8 * kVector>(of_values, value_tile + (key + e) * kColumns + lane_column * kVector);
        add_products(sums, of_weights[e], of_values);
      }
    }
  }

  // ---- Combine: what the groups found, weighed against the greatest of all scores ----
  __syncthreads();  // nobody reads the tiles
  const int lines = kGroups * kRows;
  float* const found = reinterpret_cast<float*>(tiles);
  float* const best_found = found + lines * kColumnLine;
  float* const weight_found = best_found + lines;
  #pragma unroll
  for (int r = 0; r < kThreadRows; ++r) {
    const int line = group * kRows + first_row + r / kVector * (4 * kVector) + r % kVector;
    const float weight = sum_across(weights[r]);
    if (lane_column == 0) best_found[line] = best[r], weight_found[line] = weight;
    #pragma unroll
    for (int p = 0; p < kColumns / 8; p += kVector) {
      Pack<float, kVector> of_row;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) of_row.at[e] = sums[r][p + e];
      float* const to = found + line * kColumnLine + p * 8 + lane_column * kVector;
      *reinterpret_cast<Pack<float, kVector>*>(to) = of_row;
    }
  }
  __syncthreads();
  #pragma unroll 1
  for (int pack = threadIdx.x; pack < rows_here * (kColumns / kVector); pack += kThreads) {
    const int line = pack / (kColumns / kVector);
    const long long i = top + line, j = pack % (kColumns / kVector) * kVector;
    if (j >= count_across) continue;
    float greatest = -(float)kInfinity, weight = 0.0f;
    #pragma unroll
    for (int g = 0; g < kGroups; ++g) greatest = fmaxf(greatest, best_found[g * kRows + line]);
    const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key
    Pack<float, kVector> mixed = {};
    #pragma unroll
    for (int g = 0; g < kGroups; ++g) {
      const int part = g * kRows + line;
      const float share = raise_two((best_found[part] - base) * 1.442695f);
      const auto of_group = held_pack<kVector>(found + part * kColumnLine + j);
      weight += share * weight_found[part];
      #pragma unroll
      for (int e = 0; e < kVector; ++e) mixed.at[e] += share * of_group.at[e];
    }
    const float inverse = keys > 0 ? 1.0f / weight : 0.0f;
    Pack<float, kVector> o_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      o_out.at[e] = mixed.at[e] * inverse;
    }
    store_pack(o + (l * queries * dim + i * dim + j), o_out, count_across - j, is_wide);
  }
}
