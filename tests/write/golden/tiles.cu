/* whet
[[launch]]
entry = "transpose_written"
args = ["x", "y", "rows", "cols"]
grid = ["max(1, 1 * ceil_div((cols), 64) * ceil_div((rows), 64))"]
block = [256]
*/
//   forall i < cols, j < rows: y[rows*i + j] = x[cols*j + i]
//
// Tiles: memory is read along one index and written along another, both in whole packs. A thread
// loads squares of kVector x kVector elements, turns them in registers, and exchanges packs with
// its block through shared memory; pack p of row r lies at p ^ (r / kVector), so that no access has
// bank conflicts.

constexpr int kThreads = 256;  // of a block
constexpr int kTile = 64;  // elements of a tile's side
constexpr int kVector = 4;  // elements of a pack
constexpr int kPacks = 16;  // of a tile's side: kTile / kVector
constexpr int kSquares = 1;  // of a thread: kPacks * kPacks / kThreads

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

// Line e of kCount x kCount elements, transposed: element e of each pack.
template <typename T, int kCount>
__device__ __forceinline__ Pack<T, kCount> turn_pack(const Pack<T, kCount> (&packs)[kCount], int e) {
  Pack<T, kCount> turned;
#pragma unroll
  for (int f = 0; f < kCount; ++f) turned.at[f] = packs[f].at[e];
  return turned;
}

__global__ void __launch_bounds__(kThreads) transpose_written(const float* x, float* y, int rows, int cols) {
  __shared__ Pack<float, kVector> x_tile[kTile][kPacks];
  const long long count_down = cols;
  const long long count_across = rows;
  const long long tiles_across = (count_across + kTile - 1) / kTile;
  const long long tiles_down = (count_down + kTile - 1) / kTile;
  if (blockIdx.x >= tiles_across * tiles_down) return;
  const long long tile_column = modulo(blockIdx.x, tiles_across) * kTile;
  const long long tile_row = divide(blockIdx.x, tiles_across) * kTile;
  const bool is_wide_turned = is_aligned<kVector>(x) && cols % kVector == 0;
  const bool is_wide = is_aligned<kVector>(y) && rows % kVector == 0;
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
      x_in[s][e] = load_pack<kVector>(x + (j * cols + i), rest, is_wide_turned);
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
    Pack<float, kVector> y_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      y_out.at[e] = x_in_turned.at[e];
    }
    store_pack(y + (i * rows + j), y_out, count_across - j, is_wide);
  }
}
