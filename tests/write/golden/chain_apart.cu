/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "right_copy"
type = "f32"
shape = ["3 + max(1, (batch) * (in) * 4 * ceil_div((rows), 4))"]
[[scratch]]
name = "hidden_values"
type = "f32"
shape = ["3 + max(1, (batch) * (hidden) * 4 * ceil_div((rows), 4))"]
[[launch]]
entry = "layers_of_batches_written_hidden_copy"
args = ["x", "batch", "rows", "in", "right_copy", { type = "i64", value = "ceil_div((rows), 4)" }]
grid = ["max(1, (batch) * ceil_div((in), 64) * ceil_div((rows), 64))"]
block = [128]
[[launch]]
entry = "layers_of_batches_written_hidden_product"
args = ["w1", "batch", "rows", "in", "hidden", "hidden_values", { type = "i64", value = "ceil_div((rows), 4)" }, "right_copy", { type = "i64", value = "ceil_div((rows), 4)" }]
grid = ["max(1, (batch) * ceil_div((hidden), 64) * ceil_div((rows), 128))"]
block = [128]
[[launch]]
entry = "layers_of_batches_written_product"
args = ["w2", "out", "batch", "rows", "hidden", "outs", "hidden_values", { type = "i64", value = "ceil_div((rows), 4)" }]
grid = ["max(1, (batch) * ceil_div((rows), 64) * ceil_div((outs), 128))"]
block = [128]
*/
//   forall i < batch, j < rows, k < outs: out[rows*outs*i + outs*j + k] = sum(m < hidden:
//     w2[hidden*outs*i + outs*m + k]*tanh(sum(l < in: x[rows*in*i + in*j + l]*w1[in*hidden*i +
//     hidden*l + m])))
//
// Chain of products, apart: a kernel computes the hidden values, each once, and another one
// multiplies them from scratch memory. Numbers of the second have names of their own. Product: a
// block computes kTileM x kTileN sums from tiles of kTileK terms in shared memory, a thread
// kThreadM x kThreadN of them in registers, so that an element is read from memory once for a tile
// and from shared memory once for a thread. The next tiles are loaded while these are multiplied.
// kGroup tiles below each other run side by side and share what they read in L2. Kernels before
// copy operands to lines of whole words, whose neighbours are of one term.

constexpr int kTileM = 64;  // rows of a block
constexpr int kTileN = 128;  // columns of a block
constexpr int kTileK = 16;  // terms in shared memory at a time
constexpr int kThreadM = 8;  // rows of a thread
constexpr int kThreadN = 8;  // columns of a thread
constexpr int kVector = 4;  // elements of a pack: 16 bytes of shared memory
constexpr int kThreads = 128;  // of a block: kTileM / kThreadM * (kTileN / kThreadN)
constexpr int kBlocks = 3;  // of a multiprocessor, that its registers have room for
constexpr int kWarpsAcross = 2;  // warps next to each other: kTileN / (8 * kThreadN)
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr int kTile = 64;  // elements of a tile's side
constexpr int kPacks = 16;  // of a tile's side: kTile / kVector
constexpr int kSquares = 2;  // of a thread: kPacks * kPacks / kThreads
constexpr int kTileM2 = 64;  // rows of a block
constexpr int kTileN2 = 128;  // columns of a block
constexpr int kTileK2 = 16;  // terms in shared memory at a time
constexpr int kThreadM2 = 8;  // rows of a thread
constexpr int kThreadN2 = 8;  // columns of a thread
constexpr int kVector2 = 4;  // elements of a pack: 16 bytes of shared memory
constexpr int kThreads2 = 128;  // of a block: kTileM / kThreadM * (kTileN / kThreadN)
constexpr int kBlocks2 = 3;  // of a multiprocessor, that its registers have room for
constexpr int kWarpsAcross2 = 2;  // warps next to each other: kTileN / (8 * kThreadN)
constexpr int kGroup2 = 8;  // tiles below each other that run side by side

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

__global__ void __launch_bounds__(kThreads, kBlocks) layers_of_batches_written_hidden_product(const float* w1,
    int batch, int rows, int in, int hidden, float* hidden_values, long long hidden_words, const float* right_copy,
    long long right_words) {
  hidden_values = next_aligned<16>(hidden_values);
  right_copy = next_aligned<16>(right_copy);
  // Two tiles of each operand, one in use and one to come. kVector elements more in a line keep the packs of
  // different terms on different banks when they are turned.
  __shared__ alignas(16) float left_tile[2][kTileK][kTileM + kVector];
  __shared__ alignas(16) float right_tile[2][kTileK][kTileN + kVector];
  const long long count_down = hidden;  // rows of the result
  const long long count_across = rows;  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across * ((long long)batch)) return;
  const long long l = divide(blockIdx.x, tiles_down * tiles_across);
  const TilePlace tile = place_of_tile<kGroup>(modulo(blockIdx.x, tiles_down * tiles_across), tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);
  const long long terms = in;
  const bool is_wide = is_aligned<kVector>(hidden_values);
  // A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.
  // Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at once.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;
  const int first_row = warp / kWarpsAcross * (4 * kThreadM) + lane_row * kVector;
  const int first_column = warp % kWarpsAcross * (8 * kThreadN) + lane_column * kVector;

  const bool is_left_wide = is_aligned<kVector>(w1) && ((long long)in * hidden) % kVector == 0 && hidden % kVector == 0;
  const auto fetch_left = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kVector / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads;
      const int line = unit % (kTileM / kVector) * kVector, term = unit / (kTileM / kVector);
      const long long i = tile_row + line, k = start + term;
      uint4* const to = reinterpret_cast<uint4*>(&left_tile[buffer][term][line]);
      fetch_chunk(to, w1 + (l * in * hidden + k * hidden + i),
          is_whole ? kVector : term < terms_here ? rows_here - line : 0, is_whole || is_left_wide);
    }
  };

  const int right_line = threadIdx.x % (kTileN / kVector) * kVector, right_term = threadIdx.x / (kTileN / kVector);
  const long long right_pitch = (long long)right_words * 4;
  // of the next tile
  const float* right_from = right_copy +
      (l * in * (long long)right_words * 4 + right_term * (long long)right_words * 4 + (tile_column + right_line));
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
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN && is_left_wide;
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
      Pack<float, kVector> hidden_values_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        hidden_values_out.at[e] = tanhf(sums[s][p * kVector + e]);
      }
      store_pack(hidden_values + (l * hidden * (long long)hidden_words * 4 + i * (long long)hidden_words * 4 + j),
          hidden_values_out, count_across - j, is_wide);
    }
  }
}

__global__ void __launch_bounds__(kThreads) layers_of_batches_written_hidden_copy(const float* x, int batch, int rows,
    int in, float* right_copy, long long right_words) {
  right_copy = next_aligned<16>(right_copy);
  __shared__ Pack<float, kVector> x_tile[kTile][kPacks];
  const long long count_down = in;
  const long long count_across = rows;
  const long long tiles_across = (count_across + kTile - 1) / kTile;
  const long long tiles_down = (count_down + kTile - 1) / kTile;
  if (blockIdx.x >= tiles_across * tiles_down * ((long long)batch)) return;
  const long long tile_column = modulo(blockIdx.x, tiles_across) * kTile;
  const long long tile_row = modulo(divide(blockIdx.x, tiles_across), tiles_down) * kTile;
  const long long k = divide(divide(blockIdx.x, tiles_across), tiles_down);
  const bool is_wide_turned = is_aligned<kVector>(x) && ((long long)rows * in) % kVector == 0 && in % kVector == 0;
  const bool is_wide = is_aligned<kVector>(right_copy);
  Pack<float, kVector> x_in[kSquares][kVector];
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kThreads;
    const int down = square % kPacks, across = square / kPacks;
    const long long i = tile_row + down * kVector;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      const long long j = tile_column + across * kVector + e;
      const long long rest = j < count_across ? count_down - i : 0;
      x_in[s][e] = load_pack<kVector>(x + (k * rows * in + j * in + i), rest, is_wide_turned);
    }
  }
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kThreads;
    const int down = square % kPacks, across = square / kPacks;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      x_tile[down * kVector + e][across ^ down] = turn_pack(x_in[s], e);
    }
  }
  __syncthreads();
  #pragma unroll
  for (int s = 0; s < kSquares * kVector; ++s) {
    const int pack = threadIdx.x + s * kThreads;
    const int down = pack / kPacks, across = pack % kPacks;
    const long long i = tile_row + down, j = tile_column + across * kVector;
    if (i >= count_down || j >= count_across) continue;
    const Pack<float, kVector> x_in_turned = x_tile[down][across ^ (down / kVector)];
    Pack<float, kVector> right_copy_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      right_copy_out.at[e] = x_in_turned.at[e];
    }
    store_pack(right_copy + (k * in * (long long)right_words * 4 + i * (long long)right_words * 4 + j), right_copy_out,
        count_across - j, is_wide);
  }
}

__global__ void __launch_bounds__(kThreads2, kBlocks2) layers_of_batches_written_product(const float* w2, float* out,
    int batch, int rows, int hidden, int outs, const float* hidden_values, long long hidden_words) {
  hidden_values = next_aligned<16>(hidden_values);
  // Two tiles of each operand, one in use and one to come. kVector2 elements more in a line keep the packs of
  // different terms on different banks when they are turned.
  __shared__ alignas(16) float left_tile[2][kTileK2][kTileM2 + kVector2];
  __shared__ alignas(16) float right_tile[2][kTileK2][kTileN2 + kVector2];
  const long long count_down = rows;  // rows of the result
  const long long count_across = outs;  // its columns
  const long long tiles_down = (count_down + kTileM2 - 1) / kTileM2;
  const long long tiles_across = (count_across + kTileN2 - 1) / kTileN2;
  if (blockIdx.x >= tiles_down * tiles_across * ((long long)batch)) return;
  const long long l = divide(blockIdx.x, tiles_down * tiles_across);
  const TilePlace tile =
      place_of_tile<kGroup2>(modulo(blockIdx.x, tiles_down * tiles_across), tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM2, tile_column = tile.across * kTileN2;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM2);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN2);
  const long long terms = hidden;
  const bool is_wide = is_aligned<kVector2>(out) && ((long long)rows * outs) % kVector2 == 0 && outs % kVector2 == 0;
  // A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.
  // Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at once.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;
  const int first_row = warp / kWarpsAcross2 * (4 * kThreadM2) + lane_row * kVector2;
  const int first_column = warp % kWarpsAcross2 * (8 * kThreadN2) + lane_column * kVector2;

  const bool is_left_wide = is_aligned<kVector2>(hidden_values);
  const auto fetch_left = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK2);
    #pragma unroll
    for (int p = 0; p < kTileM2 * kTileK2 / kVector2 / kThreads2; ++p) {
      const int unit = threadIdx.x + p * kThreads2;
      const int line = unit % (kTileM2 / kVector2) * kVector2, term = unit / (kTileM2 / kVector2);
      const long long i = tile_row + line, k = start + term;
      uint4* const to = reinterpret_cast<uint4*>(&left_tile[buffer][term][line]);
      fetch_chunk(to, hidden_values + (l * hidden * (long long)hidden_words * 4 + k * (long long)hidden_words * 4 + i),
          is_whole ? kVector2 : term < terms_here ? rows_here - line : 0, is_whole || is_left_wide);
    }
  };

  const bool is_right_wide = is_aligned<kVector2>(w2) && ((long long)hidden * outs) % kVector2 == 0 &&
      outs % kVector2 == 0;
  const auto fetch_right = [&](long long start, int buffer, bool is_whole) {
    const int terms_here = (int)min(terms - start, (long long)kTileK2);
    #pragma unroll
    for (int p = 0; p < kTileN2 * kTileK2 / kVector2 / kThreads2; ++p) {
      const int unit = threadIdx.x + p * kThreads2;
      const int line = unit % (kTileN2 / kVector2) * kVector2, term = unit / (kTileN2 / kVector2);
      const long long j = tile_column + line, k = start + term;
      uint4* const to = reinterpret_cast<uint4*>(&right_tile[buffer][term][line]);
      fetch_chunk(to, w2 + (l * hidden * outs + k * outs + j),
          is_whole ? kVector2 : term < terms_here ? columns_here - line : 0, is_whole || is_right_wide);
    }
  };

  float sums[kThreadM2][kThreadN2] = {};
  const auto multiply = [&](int buffer) {
    #pragma unroll
    for (int k = 0; k < kTileK2; ++k) {
      float of_left[kThreadM2], of_right[kThreadN2];
      take_apart<kVector2, 4 * kVector2>(of_left, &left_tile[buffer][k][first_row]);
      take_apart<kVector2, 8 * kVector2>(of_right, &right_tile[buffer][k][first_column]);
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
  const bool has_whole_tiles = rows_here == kTileM2 && columns_here == kTileN2 && is_left_wide && is_right_wide;
  for (long long start = 0; start < terms; start += kTileK2) {
    const long long next = start + kTileK2;
    if (has_whole_tiles && next + kTileK2 <= terms) {
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
  for (int s = 0; s < kThreadM2; ++s) {
    const long long i = tile_row + first_row + s / kVector2 * (4 * kVector2) + s % kVector2;
    #pragma unroll
    for (int p = 0; p < kThreadN2 / kVector2; ++p) {
      const long long j = tile_column + first_column + p * (8 * kVector2);
      if (i >= count_down || j >= count_across) continue;
      // + 0.0f: a sum need not lie beside its neighbours, as an element of a pack does. There products would
      // read registers of one bank.
      Pack<float, kVector2> out_out;
      #pragma unroll
      for (int e = 0; e < kVector2; ++e) {
        out_out.at[e] = sums[s][p * kVector2 + e] + 0.0f;
      }
      store_pack(out + (l * rows * outs + i * outs + j), out_out, count_across - j, is_wide);
    }
  }
}
