/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "left_copy"
type = "f32"
shape = ["3 + max(1, (k) * 4 * ceil_div((m), 4))"]
[[scratch]]
name = "right_copy"
type = "f32"
shape = ["3 + max(1, (k) * 4 * ceil_div((n), 4))"]
[[launch]]
entry = "odd_product_written_copy"
args = ["a", "m", "k", "left_copy", { type = "i64", value = "ceil_div((m), 4)" }]
grid = ["max(1, 1 * ceil_div((k), 64) * ceil_div((m), 64))"]
block = [128]
[[launch]]
entry = "odd_product_written_copy_2"
args = ["b", "n", "k", "right_copy", { type = "i64", value = "ceil_div((n), 4)" }]
grid = ["max(1, ceil_div((k) * ceil_div((n), 4), 1024))"]
block = [256]
[[launch]]
entry = "odd_product_written_product"
args = ["c", "m", "n", "k", "left_copy", { type = "i64", value = "ceil_div((m), 4)" }, "right_copy", { type = "i64", value = "ceil_div((n), 4)" }]
grid = ["max(1, 1 * ceil_div((m), 64) * ceil_div((n), 128))"]
block = [128]
*/
//   forall i < m, j < n: c[n*i + j] = sum(l < k: a[k*i + l]*b[n*l + j])
//
// Product: a block computes kTileM x kTileN sums from tiles of kTileK terms in shared memory, a
// thread kThreadM x kThreadN of them in registers, so that an element is read from memory once for
// a tile and from shared memory once for a thread. The next tiles are loaded while these are
// multiplied. kGroup tiles below each other run side by side and share what they read in L2.
// Kernels before copy operands to lines of whole words, whose neighbours are of one term.
// `k_` is the original's parameter `k`.

constexpr int kTileM = 64;  // rows of a block
constexpr int kTileN = 128;  // columns of a block
constexpr int kTileK = 16;  // terms in shared memory at a time
constexpr int kThreadM = 8;  // rows of a thread
constexpr int kThreadN = 8;  // columns of a thread
constexpr int kVector = 4;  // elements of a pack: 16 bytes of shared memory
constexpr int kThreads = 128;  // of a block: kTileM / kThreadM * (kTileN / kThreadN)
constexpr int kBlocks = 4;  // of a multiprocessor, that its registers have room for
constexpr int kWarpsAcross = 2;  // warps next to each other: kTileN / (8 * kThreadN)
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr int kTile = 64;  // elements of a tile's side
constexpr int kPacks = 16;  // of a tile's side: kTile / kVector
constexpr int kSquares = 2;  // of a thread: kPacks * kPacks / kThreads
constexpr int kCopyThreads = 256;  // of a block, where operands are copied
constexpr int kInFlight = 4;  // packs that a thread loads before it uses one

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

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// Brings the elements of a 16-byte word of memory that are among the first `valid` ones to shared memory in the
// background, and zeros for the others; where there are none, nobody reads the address (PTX: cp.async with a source
// size). Of a word that is not all there the elements come one by one: compute-sanitizer takes a source size of a part
// for a read of the whole word, behind which nothing was written.
template <typename T>
__device__ __forceinline__ void fetch_word(T* to, const T* from, int valid) {
  constexpr int kCount = 16 / sizeof(T);
  const unsigned place = (unsigned)__cvta_generic_to_shared(to);
  if (valid > 0 && valid < kCount) {
#pragma unroll
    for (int e = 0; e < kCount; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(place + e * (int)sizeof(T)), "l"(from + e),
                   "n"(sizeof(T)), "r"(e < valid ? (int)sizeof(T) : 0)
                   : "memory");
    return;
  }
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(from), "r"(valid > 0 ? 16 : 0)
               : "memory");
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

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// The first address from there on that is a multiple of kBytes.
template <int kBytes, typename T>
__device__ __forceinline__ T* next_aligned(T* from) {
  return from + (kBytes - (unsigned long long)from % kBytes) % kBytes / sizeof(T);
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

// Line e of kCount x kCount elements, transposed: element e of each pack.
template <typename T, int kCount>
__device__ __forceinline__ Pack<T, kCount> turn_pack(const Pack<T, kCount> (&packs)[kCount], int e) {
  Pack<T, kCount> turned;
#pragma unroll
  for (int f = 0; f < kCount; ++f) turned.at[f] = packs[f].at[e];
  return turned;
}

__global__ void __launch_bounds__(kThreads, kBlocks) odd_product_written_product(float* c, int m, int n, int k_,
    const float* left_copy, long long left_words, const float* right_copy, long long right_words) {
  right_copy = next_aligned<16>(right_copy);
  left_copy = next_aligned<16>(left_copy);
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

  const int left_line = threadIdx.x % (kTileM / kVector) * kVector, left_term = threadIdx.x / (kTileM / kVector);
  const long long left_pitch = (long long)left_words * 4;
  // of the next tile
  const float* left_from = left_copy + (left_term * (long long)left_words * 4 + (tile_row + left_line));
  const auto fetch_left = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kVector / kThreads; ++p) {
      const int step = p * (kThreads / (kTileM / kVector)), term = left_term + step;
      fetch_word(&left_tile[buffer][term][left_line], left_from + step * left_pitch,
          is_whole ? kVector : term < terms_here ? rows_here - left_line : 0);
    }
    left_from += kTileK * left_pitch;
  };

  const int right_line = threadIdx.x % (kTileN / kVector) * kVector, right_term = threadIdx.x / (kTileN / kVector);
  const long long right_pitch = (long long)right_words * 4;
  // of the next tile
  const float* right_from = right_copy + (right_term * (long long)right_words * 4 + (tile_column + right_line));
  const auto fetch_right = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kVector / kThreads; ++p) {
      const int step = p * (kThreads / (kTileN / kVector)), term = right_term + step;
      fetch_word(&right_tile[buffer][term][right_line], right_from + step * right_pitch,
          is_whole ? kVector : term < terms_here ? columns_here - right_line : 0);
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
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN;
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

__global__ void __launch_bounds__(kThreads) odd_product_written_copy(const float* a, int m, int k_, float* left_copy,
    long long left_words) {
  left_copy = next_aligned<16>(left_copy);
  __shared__ Pack<float, kVector> a_tile[kTile][kPacks];
  const long long count_down = k_;
  const long long count_across = m;
  const long long tiles_across = (count_across + kTile - 1) / kTile;
  const long long tiles_down = (count_down + kTile - 1) / kTile;
  if (blockIdx.x >= tiles_across * tiles_down) return;
  const long long tile_column = modulo(blockIdx.x, tiles_across) * kTile;
  const long long tile_row = divide(blockIdx.x, tiles_across) * kTile;
  const bool is_wide_turned = is_aligned<kVector>(a) && k_ % kVector == 0;
  const bool is_wide = is_aligned<kVector>(left_copy);
  Pack<float, kVector> a_in[kSquares][kVector];
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kThreads;
    const int down = square % kPacks, across = square / kPacks;
    const long long i = tile_row + down * kVector;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      const long long j = tile_column + across * kVector + e;
      const long long rest = j < count_across ? count_down - i : 0;
      a_in[s][e] = load_pack<kVector>(a + (j * k_ + i), rest, is_wide_turned);
    }
  }
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kThreads;
    const int down = square % kPacks, across = square / kPacks;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      a_tile[down * kVector + e][across ^ down] = turn_pack(a_in[s], e);
    }
  }
  __syncthreads();
  #pragma unroll
  for (int s = 0; s < kSquares * kVector; ++s) {
    const int pack = threadIdx.x + s * kThreads;
    const int down = pack / kPacks, across = pack % kPacks;
    const long long i = tile_row + down, j = tile_column + across * kVector;
    if (i >= count_down || j >= count_across) continue;
    const Pack<float, kVector> a_in_turned = a_tile[down][across ^ (down / kVector)];
    Pack<float, kVector> left_copy_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      left_copy_out.at[e] = a_in_turned.at[e];
    }
    store_pack(left_copy + (i * (long long)left_words * 4 + j), left_copy_out, count_across - j, is_wide);
  }
}

__global__ void __launch_bounds__(kCopyThreads) odd_product_written_copy_2(const float* b, int n, int k_,
    float* right_copy,
    long long right_words) {
  right_copy = next_aligned<16>(right_copy);
  const long long count = n;
  const long long packs = (count + kVector - 1) / kVector;  // of a row
  const long long all_packs = packs * ((long long)k_);
  const bool is_wide = is_aligned<kVector>(b) && n % kVector == 0 && is_aligned<kVector>(right_copy);
  const long long first = (long long)blockIdx.x * (kCopyThreads * kInFlight) + threadIdx.x;
  Pack<float, kVector> b_in[kInFlight];
  #pragma unroll
  for (int s = 0; s < kInFlight; ++s) {
    const long long pack = first + s * kCopyThreads;
    if (pack >= all_packs) break;
    const long long i = divide(pack, packs);
    const long long j = modulo(pack, packs) * kVector;
    b_in[s] = load_pack<kVector>(b + (i * n + j), count - j, is_wide);
  }
  #pragma unroll
  for (int s = 0; s < kInFlight; ++s) {
    const long long pack = first + s * kCopyThreads;
    if (pack >= all_packs) break;
    const long long i = divide(pack, packs);
    const long long j = modulo(pack, packs) * kVector;
    Pack<float, kVector> right_copy_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      right_copy_out.at[e] = b_in[s].at[e];
    }
    store_pack(right_copy + (i * (long long)right_words * 4 + j), right_copy_out, count - j, is_wide);
  }
}
