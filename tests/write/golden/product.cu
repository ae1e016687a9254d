/* whet
[[launch]]
entry = "product_written"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["max(1, 1 * ceil_div((m), 64) * ceil_div((n), 64))"]
block = [256]
*/
//   forall i < m, j < n: c[n*i + j] = sum(l < k: a[k*i + l]*b[n*l + j])
//
// Product: a block computes kTileM x kTileN sums from tiles of kTileK terms in shared memory, a
// thread kThreadM x kThreadN of them in registers, so that an element is read from memory once for
// a tile and from shared memory once for a thread. The next tiles are loaded while these are
// multiplied. kGroup tiles below each other run side by side and share what they read in L2.
// `k_` is the original's parameter `k`.

constexpr int kTileM = 64;  // rows of a block
constexpr int kTileN = 64;  // columns of a block
constexpr int kTileK = 16;  // terms in shared memory at a time
constexpr int kThreadM = 4;  // rows of a thread
constexpr int kThreadN = 4;  // columns of a thread
constexpr int kVector = 4;  // elements of a pack: 16 bytes of shared memory
constexpr int kThreads = 256;  // of a block: kTileM / kThreadM * (kTileN / kThreadN)
constexpr int kBlocks = 4;  // of a multiprocessor, that its registers have room for
constexpr int kWarpsAcross = 2;  // warps next to each other: kTileN / (8 * kThreadN)
constexpr int kGroup = 8;  // tiles below each other that run side by side

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

// Waits until at most kPending groups of cp.async are under way (PTX: cp.async.wait_group).
template <int kPending>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// Brings an element of 4 or 8 bytes to shared memory in the background, or zero if it is not there; then nobody reads
// the address (PTX: cp.async.ca with a source size).
template <typename T>
__device__ __forceinline__ void fetch_element(T* to, const T* from, bool is_there) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "n"((int)sizeof(T)), "r"(is_there ? (int)sizeof(T) : 0)
               : "memory");
}

// Starts to copy 16 bytes to shared memory, past L1 (PTX: cp.async.cg).
__device__ __forceinline__ void cp_async(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
}

// Brings the elements of a 16-byte chunk that are among the first `valid` ones to shared memory in the background, and
// zeros for the others: at once where the chunk is whole and its address allows it, and each alone otherwise. They have
// 4 or 8 bytes.
template <typename T>
__device__ __forceinline__ void fetch_numbers(T* to, const T* from, int valid, bool is_wide) {
  constexpr int kCount = 16 / sizeof(T);
  if (is_wide && valid >= kCount) return cp_async(to, from);
#pragma unroll
  for (int e = 0; e < kCount; ++e) fetch_element(to + e, from + e, e < valid);
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Where a tile lies, in grouped raster order: kGroup tiles below each other come one after the other, so that blocks
// that run at the same time share in L2 what they read.
struct TilePlace {
  long long down, across;
};
template <int kGroup>
__device__ __forceinline__ TilePlace place_of_tile(long long tile, long long tiles_down, long long tiles_across) {
  const long long group = divide(tile, kGroup * tiles_across), in_group = modulo(tile, kGroup * tiles_across);
  const long long height = min((long long)kGroup, tiles_down - group * kGroup);
  return {group * kGroup + modulo(in_group, height), divide(in_group, height)};
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

__global__ void __launch_bounds__(kThreads, kBlocks) product_written(const float* a, const float* b, float* c, int m,
    int n, int k_) {
  // Two tiles of each operand, one in use and one to come. kVector elements more in a line keep the packs of
  // different terms on different banks when they are turned.
  __shared__ alignas(16) float left_tile[2][kTileK][kTileM + kVector];
  __shared__ alignas(16) float right_tile[2][kTileK][kTileN + kVector];
  const long long count_down = m;  // rows of the result
  const long long count_across = n;  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across) return;
  const TilePlace tile = place_of_tile<kGroup>(blockIdx.x, tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);
  const long long terms = k_;
  const bool is_wide = is_aligned<kVector>(c) && n % kVector == 0;
  // A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.
  // Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at once.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;
  const int first_row = warp / kWarpsAcross * (4 * kThreadM) + lane_row * kVector;
  const int first_column = warp % kWarpsAcross * (8 * kThreadN) + lane_column * kVector;

  const int left_term = threadIdx.x % 8, left_line = threadIdx.x / 8;
  const long long left_pitch = k_;
  const float* left_from = a + ((tile_row + left_line) * k_ + left_term);  // of the next tile
  const auto fetch_left = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kThreads; ++p) {
      const int turn = p * (kThreads / 8), step = turn % kTileM, more = turn / kTileM * 8;
      const int line = left_line + step, term = left_term + more;
      fetch_element(&left_tile[buffer][term][line], left_from + step * left_pitch + more,
          is_whole || (line < rows_here && term < terms_here));
    }
    left_from += kTileK;
  };

  const bool is_right_wide = is_aligned<kVector>(b) && n % kVector == 0;
  const int right_line = threadIdx.x % (kTileN / kVector) * kVector, right_term = threadIdx.x / (kTileN / kVector);
  const long long right_pitch = n;
  const float* right_from = b + (right_term * n + (tile_column + right_line));  // of the next tile
  const auto fetch_right = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kVector / kThreads; ++p) {
      const int step = p * (kThreads / (kTileN / kVector)), term = right_term + step;
      fetch_numbers(&right_tile[buffer][term][right_line], right_from + step * right_pitch,
          is_whole ? kVector : term < terms_here ? columns_here - right_line : 0, is_whole || is_right_wide);
    }
    right_from += kTileK * right_pitch;
  };

  float sums[kThreadM][kThreadN] = {};
  const auto multiply = [&](int buffer) {
    #pragma unroll
    for (int k = 0; k < kTileK; ++k) {
      float of_left[kThreadM], of_right[kThreadN];
      take_apart<kVector, 4 * kVector>(of_left, &left_tile[buffer][k][first_row]);
      take_apart<kVector, 8 * kVector>(of_right, &right_tile[buffer][k][first_column]);
      add_products(sums, of_left, of_right);
    }
  };

  fetch_left(0, 0, false);
  fetch_right(0, 0, false);
  cp_async_commit();
  cp_async_wait<0>();
  __syncthreads();
  int buffer = 0;
  // Tiles of which everything is there need no comparisons.
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN && is_right_wide;
  for (long long start = 0; start < terms; start += kTileK) {
    const long long next = start + kTileK;
    if (has_whole_tiles && next + kTileK <= terms) {
      fetch_left(next, buffer ^ 1, true);
      fetch_right(next, buffer ^ 1, true);
      cp_async_commit();
    } else if (next < terms) {
      fetch_left(next, buffer ^ 1, false);
      fetch_right(next, buffer ^ 1, false);
      cp_async_commit();
    }
    multiply(buffer);
    buffer ^= 1;
    if (next < terms) {
      cp_async_wait<0>();
    }
    __syncthreads();
  }

  #pragma unroll
  for (int s = 0; s < kThreadM; ++s) {
    const long long i = tile_row + first_row + s / kVector * (4 * kVector) + s % kVector;
    #pragma unroll
    for (int p = 0; p < kThreadN / kVector; ++p) {
      const long long j = tile_column + first_column + p * (8 * kVector);
      if (i >= count_down || j >= count_across) continue;
      // + 0.0f: a sum need not lie beside its neighbours, as an element of a pack does. There products would
      // read registers of one bank.
      Pack<float, kVector> c_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        c_out.at[e] = sums[s][p * kVector + e] + 0.0f;
      }
      store_pack(c + (i * n + j), c_out, count_across - j, is_wide);
    }
  }
}
