/* whet
[[launch]]
entry = "convolution_written"
args = ["x", "w", "y", "batch", "channels", "height", "width", "filters"]
grid = ["max(1, (batch) * ceil_div((filters), 64) * ceil_div((height * width), 64))"]
block = [256]
*/
//   forall i < batch, j < filters, k < height, l < width: y[height*width*filters*i + height*width*j
//     + width*k + l] = sum(o < channels: sum(n < 3: sum(m < 3: l + m <= 0 or width < l + m or k + n
//     <= 0 or height < k + n ? 0 : x[channels*height*width*i + height*width*o + width*k + width*n +
//     l + m - width - 1]*w[9*channels*j + m + 3*n + 9*o])))
//
// Product: a block computes kTileM x kTileN sums from tiles of kTileK terms in shared memory, a
// thread kThreadM x kThreadN of them in registers, so that an element is read from memory once for
// a tile and from shared memory once for a thread. The next tiles are loaded while these are
// multiplied. kGroup tiles below each other run side by side and share what they read in L2.

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

// Where the elements of a term lie from the place on that an element of the own index has, and the bit that says
// whether they are there.
struct alignas(16) TermPlace {
  long long offset;
  int bit;
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

// Brings an element of 4 or 8 bytes to shared memory in the background, or zero if it is not there; then nobody reads
// the address (PTX: cp.async.ca with a source size).
template <typename T>
__device__ __forceinline__ void fetch_element(T* to, const T* from, bool is_there) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "n"((int)sizeof(T)), "r"(is_there ? (int)sizeof(T) : 0)
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

__global__ void __launch_bounds__(kThreads, kBlocks) convolution_written(const float* x, const float* w, float* y,
    int batch, int channels, int height, int width, int filters) {
  // Two tiles of each operand, one in use and one to come. kVector elements more in a line keep the packs of
  // different terms on different banks when they are turned.
  __shared__ alignas(16) float left_tile[2][kTileK][kTileM + kVector];
  __shared__ alignas(16) float right_tile[2][kTileK][kTileN + kVector];
  const long long count_down = filters;  // rows of the result
  const long long count_across = ((long long)height * width);  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across * ((long long)batch)) return;
  const long long l = divide(blockIdx.x, tiles_down * tiles_across);
  const TilePlace tile = place_of_tile<kGroup>(modulo(blockIdx.x, tiles_down * tiles_across), tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);
  const long long terms = (long long)channels * 9;
  const bool is_wide = is_aligned<kVector>(y) && ((long long)height * width * filters) % kVector == 0 &&
      ((long long)height * width) % kVector == 0;
  // A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.
  // Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at once.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;
  const int first_row = warp / kWarpsAcross * (4 * kThreadM) + lane_row * kVector;
  const int first_column = warp % kWarpsAcross * (8 * kThreadN) + lane_column * kVector;

  const int left_term = threadIdx.x % 8, left_line = threadIdx.x / 8;
  const long long left_pitch = (long long)channels * 9;
  const float* left_from = w + ((tile_row + left_line) * channels * 9 + left_term);  // of the next tile
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

  // The right operand is gathered: a thread has one element of the tile, and what of its places no term changes.
  const int right_line = threadIdx.x % kTileN, right_first = threadIdx.x / kTileN;
  const long long right_index = tile_column + min(right_line, columns_here - 1);
  const long long right_index_3 = modulo(right_index, width);
  const long long right_index_2 = divide(right_index, width);
  const float* const right_from = x + (l * channels * height * width + right_index - 1 - width);
  unsigned right_inside = 0;  // a bit for each of the terms that decide whether an element is there
  for (int bit = 0; bit < 9; ++bit) {
    const long long of_bit_2 = modulo(bit, 3);
    const long long of_bit = divide(bit, 3);
    if (!(((-right_index_2 - of_bit) >= 0) || ((right_index_2 + of_bit - 1 - height) >= 0) ||
        ((-right_index_3 - of_bit_2) >= 0) || ((right_index_3 + of_bit_2 - 1 - width) >= 0)))
      right_inside |= 1u << bit;
  }
  __shared__ TermPlace right_places[2][kTileK];
  const auto place_right = [&](long long start, int slot) {
    if (threadIdx.x >= kTileK) return;
    const long long term_index = start + threadIdx.x;
    const long long of_term_3 = modulo(term_index, 3);
    const long long of_term_2 = modulo(divide(term_index, 3), 3);
    const long long of_term = divide(divide(term_index, 3), 3);
    right_places[slot][threadIdx.x] = {(of_term * height * width + of_term_2 * width + of_term_3),
        term_index < terms ? ((int)of_term_2) * 3 + (int)of_term_3 : 9};
  };
  float right_next[kTileN * kTileK / kThreads];
  const auto load_right = [&](long long start, int slot) {
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kThreads; ++p) {
      const int term = right_first + p * (kThreads / kTileN);
      const TermPlace at = right_places[slot][term];
      right_next[p] = 0.0f;
      if (right_inside >> at.bit & 1) right_next[p] = right_from[at.offset];
    }
  };
  const auto keep_right = [&](int buffer) {
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kThreads; ++p) {
      const int term = right_first + p * (kThreads / kTileN);
      right_tile[buffer][term][right_line] = right_next[p];
    }
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

  place_right(0, 0);
  place_right(kTileK, 1);
  __syncthreads();
  fetch_left(0, 0, false);
  load_right(0, 0);
  cp_async_commit();
  keep_right(0);
  cp_async_wait<0>();
  __syncthreads();
  int buffer = 0;
  // Tiles of which everything is there need no comparisons.
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN;
  for (long long start = 0; start < terms; start += kTileK) {
    const long long next = start + kTileK;
    if (has_whole_tiles && next + kTileK <= terms) {
      fetch_left(next, buffer ^ 1, true);
      load_right(next, buffer ^ 1);
      cp_async_commit();
    } else if (next < terms) {
      fetch_left(next, buffer ^ 1, false);
      load_right(next, buffer ^ 1);
      cp_async_commit();
    }
    multiply(buffer);
    place_right(next + kTileK, buffer);
    buffer ^= 1;
    if (next < terms) {
      keep_right(buffer);
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
      Pack<float, kVector> y_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        y_out.at[e] = sums[s][p * kVector + e] + 0.0f;
      }
      store_pack(y + (l * height * width * filters + i * height * width + j), y_out, count_across - j, is_wide);
    }
  }
}
