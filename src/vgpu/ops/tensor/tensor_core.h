// D = A * B + C over the registers of one warp: the arithmetic of all mma and wmma instructions.
//
// Matrices are divided into blocks. A register of A holds eight rows by 16 bytes of k (see tensor_formats.h), one of B
// eight columns by 16 bytes of k. Eight by eight elements of C are a pair of registers, in which lane 4 * row + i holds
// columns 2 * i and 2 * i + 1, or one register of packed f16. The order of the registers is the hardware's:
//
//   m16n8k16, f16   A: rows 0-7 k 0-7, rows 8-15 k 0-7, rows 0-7 k 8-15, rows 8-15 k 8-15
//                   B: k 0-7, k 8-15     C: rows 0-7, rows 8-15
//   more than 16 rows or 8 columns: several such pieces, one after another.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vgpu/ops/tensor/tensor_formats.h"
#include "vgpu/ops/tensor/tensor_row.h"

namespace whet::vgpu {

struct TensorShape {
  int row_blocks = 2;     // of 8 rows: 1, 2 or 4
  int column_blocks = 1;  // of 8 columns: 1 or 2
  int chunks = 1;         // of 16 bytes of k: 1 or 2; for doubles, of four each: up to 4

  int a_registers() const { return row_blocks * chunks; }
  int b_registers() const { return column_blocks * chunks; }
  int c_blocks() const { return row_blocks * column_blocks; }

  // The index of the register, or of the block of C.
  int a_register(int row_block, int chunk) const {
    const int rows_together = row_blocks < 2 ? 1 : 2;
    return row_block / 2 * 2 * chunks + chunk * rows_together + row_block % 2;
  }
  int b_register(int column_block, int chunk) const { return column_block * chunks + chunk; }
  int c_block(int row_block, int column_block) const { return column_block * row_blocks + row_block; }
  bool operator==(const TensorShape&) const = default;
};

inline constexpr int k_most_registers = 8;  // of one operand
inline constexpr int k_most_blocks = 4;     // of C
inline constexpr int k_block_values = 64;

enum class Accumulate : uint8_t {
  plain,      // f32, f64: a chain of fused multiply-adds in the order of k; integers wrap
  saturated,  // .satfinite: the exact sum is clamped to the range of s32
  bits_and,   // population count of a AND b
  bits_xor,   // population count of a XOR b
};

namespace tensor {

// Adds products to a row of sums: sums += a * line.
struct FusedAdd {
  template <typename T>
  void operator()(T a, const Row<T>& line, Row<T>& sums) const {
    sums.add_product(a, line);
  }
};
// For single bits, a row consists of words.
struct WordRow {
  uint32_t words[8];
  explicit WordRow(const uint32_t* from) { std::memcpy(words, from, sizeof(words)); }
  void store(uint32_t* to) const { std::memcpy(to, words, sizeof(words)); }
};
struct CountCommon {
  void operator()(uint32_t a, const WordRow& line, WordRow& sums) const {
    for (int n = 0; n < 8; ++n) sums.words[n] += static_cast<uint32_t>(__builtin_popcount(a & line.words[n]));
  }
};
struct CountDiffering {
  void operator()(uint32_t a, const WordRow& line, WordRow& sums) const {
    for (int n = 0; n < 8; ++n) sums.words[n] += static_cast<uint32_t>(__builtin_popcount(a ^ line.words[n]));
  }
};
template <typename T>
using RowOf = std::conditional_t<std::is_same_v<T, uint32_t>, WordRow, Row<T>>;

constexpr int k_columns = 8;

// Sized for the widest operands: A has 16 rows of 64 nibbles, B 16 columns of 16 halves or 8 of 64 nibbles.
template <typename T>
struct Tiles {
  alignas(64) T a[1024];  // [row block][chunk][row][k]
  alignas(64) T b[512];   // [column block][k][column], even columns first
};

// Transposes a block of eight columns by per_row values of k.
template <typename B>
void widen_turned(const typename B::Word* words, typename B::Value* out) {
  typename B::Value block[k_columns * B::per_row];
  B::widen(words, block);
  for (int k = 0; k < B::per_row; ++k) {
    for (int column = 0; column < k_columns; ++column) {
      out[k * k_columns + (column % 2 * 4 + column / 2)] = block[column * B::per_row + k];
    }
  }
}

template <typename A, typename B>
void gather(const typename A::Word* const* a, const typename B::Word* const* b, const TensorShape& shape,
            Tiles<typename A::Value>& tiles) {
  constexpr int size = k_block_rows * A::per_row;
  for (int row_block = 0; row_block < shape.row_blocks; ++row_block) {
    for (int chunk = 0; chunk < shape.chunks; ++chunk) {
      A::widen(a[shape.a_register(row_block, chunk)], tiles.a + (row_block * shape.chunks + chunk) * size);
    }
  }
  for (int i = 0; i < shape.b_registers(); ++i) widen_turned<B>(b[i], tiles.b + i * size);
}

// Four rows of C at a time are kept in registers.
template <int per_row, int chunks, typename T, typename Add>
void multiply_block(const T* a, const T* b, Add add, T* c) {
  for (int row = 0; row < k_block_rows; row += 4, c += 4 * k_columns) {
    RowOf<T> sum0(c), sum1(c + k_columns), sum2(c + 2 * k_columns), sum3(c + 3 * k_columns);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const T* const rows = a + (chunk * k_block_rows + row) * per_row;
      for (int k = 0; k < per_row; ++k) {
        const RowOf<T> line(b + (chunk * per_row + k) * k_columns);
        add(rows[k], line, sum0);
        add(rows[per_row + k], line, sum1);
        add(rows[2 * per_row + k], line, sum2);
        add(rows[3 * per_row + k], line, sum3);
      }
    }
    sum0.store(c);
    sum1.store(c + k_columns);
    sum2.store(c + 2 * k_columns);
    sum3.store(c + 3 * k_columns);
  }
}

template <int per_row, int chunks, typename T, typename Add>
void multiply_blocks(const Tiles<T>& tiles, const TensorShape& shape, Add add, T* c) {
  constexpr int size = k_block_rows * per_row * chunks;
  for (int column = 0; column < shape.column_blocks; ++column) {
    for (int row = 0; row < shape.row_blocks; ++row) {
      T* const block = c + shape.c_block(row, column) * k_block_values;
      multiply_block<per_row, chunks>(tiles.a + row * size, tiles.b + column * size, add, block);
    }
  }
}

template <int per_row, typename T, typename Add>
void multiply(const Tiles<T>& tiles, const TensorShape& shape, Add add, T* c) {
  switch (shape.chunks) {
    case 1:
      return multiply_blocks<per_row, 1>(tiles, shape, add, c);
    case 2:
      return multiply_blocks<per_row, 2>(tiles, shape, add, c);
    default:
      return multiply_blocks<per_row, 4>(tiles, shape, add, c);
  }
}

// The sum of products is exact; only adding C can overflow 32 bits.
template <int per_row>
void multiply_integers(const Tiles<float>& tiles, const TensorShape& shape, bool saturated, uint32_t* c) {
  float sums[k_most_blocks * k_block_values] = {};
  multiply<per_row>(tiles, shape, FusedAdd(), sums);
  for (int i = 0; i < shape.c_blocks() * k_block_values; ++i) {
    const int32_t sum = static_cast<int32_t>(sums[i]), old = static_cast<int32_t>(c[i]);
    const uint32_t wrapped = static_cast<uint32_t>(sum) + static_cast<uint32_t>(old);
    const bool left = ((wrapped ^ static_cast<uint32_t>(sum)) & (wrapped ^ static_cast<uint32_t>(old))) >> 31;
    c[i] = saturated && left ? static_cast<uint32_t>(old >> 31) ^ 0x7fffffffu : wrapped;
  }
}

}  // namespace tensor

// `a` and `b` point to the 32 words of each register. `c` holds the blocks of C, one after another, each as eight rows
// of eight with even columns before odd ones (0 2 4 6 1 3 5 7); it is replaced by D.
template <typename A, typename B, typename C>
void multiply_accumulate(const typename A::Word* const* a, const typename B::Word* const* b, const TensorShape& shape,
                         Accumulate how, C* c) {
  static_assert(A::per_row == B::per_row);
  using namespace tensor;
  Tiles<typename A::Value> tiles;
  gather<A, B>(a, b, shape, tiles);
  if constexpr (std::is_same_v<A, BitNumbers>) {
    if (how == Accumulate::bits_and) return multiply<A::per_row>(tiles, shape, CountCommon(), c);
    multiply<A::per_row>(tiles, shape, CountDiffering(), c);
  } else if constexpr (std::is_same_v<C, uint32_t>) {
    multiply_integers<A::per_row>(tiles, shape, how == Accumulate::saturated, c);
  } else {
    multiply<A::per_row>(tiles, shape, FusedAdd(), c);
  }
}

}  // namespace whet::vgpu
