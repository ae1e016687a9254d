// The number formats of matrix instructions: how one register of a warp holds eight rows of a matrix.
//
// In every format, the 32 words of a register are eight rows of 16 bytes: lane 4 * row + i holds bytes 4 * i to 4 * i +
// 3 of its row. `widen` converts them to numbers row by row; a row has `per_row` of them.
#pragma once

#include <array>
#include <cstdint>

namespace whet::vgpu {

inline constexpr int k_block_rows = 8;

struct HalfNumbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 8;
  static void widen(const Word* words, Value* values);
};
struct BfloatNumbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 8;
  static void widen(const Word* words, Value* values);
};
// f32 without its lowest 13 bits.
struct Tf32Numbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 4;
  static void widen(const Word* words, Value* values);
};
struct E4m3Numbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 16;
  static void widen(const Word* words, Value* values);
};
struct E5m2Numbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 16;
  static void widen(const Word* words, Value* values);
};
// Sums of at most 64 products of such integers are exact in f32, which multiplies faster than integers do.
template <bool is_signed>
struct ByteNumbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 16;
  static void widen(const Word* words, Value* values);
};
template <bool is_signed>
struct NibbleNumbers {
  using Word = uint32_t;
  using Value = float;
  static constexpr int per_row = 32;
  static void widen(const Word* words, Value* values);
};
// Single bits stay packed: a "number" is 32 of them, and a product is a population count.
struct BitNumbers {
  using Word = uint32_t;
  using Value = uint32_t;
  static constexpr int per_row = 4;
  static void widen(const Word* words, Value* values);
};
// Rows of 32 bytes, in registers of 64 bits.
struct DoubleNumbers {
  using Word = uint64_t;
  using Value = double;
  static constexpr int per_row = 4;
  static void widen(const Word* words, Value* values);
};

}  // namespace whet::vgpu
