// mma.sp: A keeps two of every four numbers of a row (2:4 sparsity), and metadata says which.
//
// Metadata counts in granules: two bytes for f16, bf16 and tf32 (where a number has two granules), one byte for s8, u8,
// e4m3 and e5m2, and for u4 and s4, which go in pairs. Two of every four granules of a row are kept; two bits for each
// say which. For 32 bytes of an uncompressed row of A, lane 4 * row + t of rows 0-7 holds
//   granules of two bytes   16 bits for the row and, above them, 16 for row + 8; t is the selector
//   granules of one byte    32 bits for the row if t is 2 * selector, for row + 8 if t is one more
// With 64 bytes, t counts from 2 * selector and from 0, and the second half is in lanes t + 1 and t + 2, respectively.
#include <array>
#include <cmath>

#include "vgpu/decode/handler_table.h"
#include "vgpu/ops/tensor/tensor_blocks.h"
#include "vgpu/ops/tensor/tensor_ops.h"
#include "vgpu/ops/tensor/tensor_sparse.h"

namespace whet::vgpu {

using ptx::Type;

namespace {

constexpr int k_rows = 16, k_columns = 8, k_chunk_bytes = 16;

// The position that a kept number had in the uncompressed row.
class Metadata {
 public:
  Metadata(const uint32_t* words, int bits, int row_bytes, int selector)
      : words_(words), bits_(bits), row_bytes_(row_bytes), selector_(selector) {}

  int place(int row, int number) const {
    if (bits_ == 32) return 2 * number + (index(row, 2 * number) >> 1);
    if (bits_ == 4) return 2 * (number / 4 * 4 + index(row, number / 2)) + number % 2;
    return number / 2 * 4 + index(row, number);
  }

 private:
  int index(int row, int granule) const {
    const bool wide = bits_ >= 16;
    const int in_block = wide ? 8 : 16, block = granule / in_block, two_bits = 2 * (granule % in_block);
    const bool both = row_bytes_ == 64;
    const int thread = wide ? (both ? 2 * selector_ + block : selector_) : (both ? 2 * block : 2 * selector_) + row / 8;
    const uint32_t word = words_[4 * (row % 8) + thread];
    return static_cast<int>((wide && row >= 8 ? word >> 16 : word) >> two_bits & 3);
  }

  const uint32_t* words_;
  int bits_, row_bytes_, selector_;
};

// The values of an operand in chunks of 16 bytes of k: [chunk][row or column][k].
template <typename Numbers, int most_values>
struct Values {
  alignas(64) typename Numbers::Value all[most_values];

  auto at(int block, int row, int k) const { return all[(block * 8 + row) * Numbers::per_row + k % Numbers::per_row]; }
};

template <typename A, typename B, typename Value>
void multiply_thinned(const RegisterWords<uint32_t>& a_words, const RegisterWords<uint32_t>& b_words,
                      const Metadata& metadata, int chunks, bool saturated, Value* c) {
  Values<A, 1024> a;
  Values<B, 1024> b;
  constexpr int size = 8 * A::per_row;
  for (int i = 0; i < chunks; ++i) A::widen(a_words[i], a.all + i * size);
  for (int i = 0; i < chunks; ++i) B::widen(b_words[i], b.all + i * size);
  const int kept = chunks / 2 * A::per_row;
  for (int row = 0; row < k_rows; ++row) {
    for (int column = 0; column < k_columns; ++column) {
      Value& sum = c[row * k_columns + column % 2 * 4 + column / 2];
      int64_t whole = 0;
      for (int k = 0; k < kept; ++k) {
        const int place = metadata.place(row, k);
        const auto x = a.at(k / A::per_row * 2 + row / 8, row % 8, k), y = b.at(place / B::per_row, column, place);
        if constexpr (std::is_same_v<Value, float>)
          sum = std::fma(x, y, sum);
        else
          whole += static_cast<int64_t>(x) * static_cast<int64_t>(y);
      }
      if constexpr (!std::is_same_v<Value, float>) {
        whole += static_cast<int32_t>(sum);
        if (saturated) whole = std::clamp<int64_t>(whole, INT32_MIN, INT32_MAX);
        sum = static_cast<uint32_t>(whole);
      }
    }
  }
}

// Program::refs from Op::extra on: D, A, B, C, metadata. Op::small: chunks of B and bits of a number; flags: saturated;
// offset: selector.
template <typename A, typename B, typename Value, bool half_c = false, bool half_d = false>
void sparse_op(Warp& warp, const Op& op) {
  constexpr int k_blocks = 2;
  const int chunks = op.small & 0xff, bits = op.small >> 8;
  const Ref* const d = &warp.program->refs[op.extra];
  const Ref* const a = d + k_blocks * (half_d ? 1 : 2);
  const Ref* const b = a + chunks;
  const Ref* const c = b + chunks;
  const Ref* const e = c + k_blocks * (half_c ? 1 : 2);
  const RegisterWords<uint32_t> a_words(warp, a, chunks), b_words(warp, b, chunks), words(warp, e, 1);
  const Metadata metadata(words[0], bits, chunks * k_chunk_bytes, static_cast<int>(op.offset));
  alignas(64) Value sums[k_blocks * k_block_values];
  read_blocks<uint32_t, Value, half_c>(warp, c, k_blocks, sums);
  multiply_thinned<A, B, Value>(a_words, b_words, metadata, chunks, op.flags != 0, sums);
  write_blocks<uint32_t, Value, half_d>(warp, d, k_blocks, sums);
}

template <typename A, typename B>
Handler float_handler(const TensorTypes& types) {
  if (types.c == Type::f32 && types.d == Type::f32) return sparse_op<A, B, float>;
  if constexpr (std::is_same_v<A, HalfNumbers> || A::per_row == 16) {
    if (types.c == Type::f16 && types.d == Type::f16) return sparse_op<A, B, float, true, true>;
  }
  return nullptr;
}

template <typename A>
Handler eight_bit_handler(const TensorTypes& types) {
  if (types.b == Type::e4m3) return float_handler<A, E4m3Numbers>(types);
  return types.b == Type::e5m2 ? float_handler<A, E5m2Numbers>(types) : nullptr;
}

template <template <bool> typename Numbers>
Handler integer_handler(bool a_signed, bool b_signed) {
  if (a_signed)
    return b_signed ? sparse_op<Numbers<true>, Numbers<true>, uint32_t>
                    : sparse_op<Numbers<true>, Numbers<false>, uint32_t>;
  return b_signed ? sparse_op<Numbers<false>, Numbers<true>, uint32_t>
                  : sparse_op<Numbers<false>, Numbers<false>, uint32_t>;
}

Handler handler_for(const TensorTypes& types) {
  const bool same = types.a == types.b, alike = operand_bits(types.a) == operand_bits(types.b);
  const bool to_integer = types.c == Type::s32 && types.d == Type::s32 && alike;
  switch (types.a) {
    case Type::f16:
      return same ? float_handler<HalfNumbers, HalfNumbers>(types) : nullptr;
    case Type::bf16:
      return same ? float_handler<BfloatNumbers, BfloatNumbers>(types) : nullptr;
    case Type::tf32:
      return same ? float_handler<Tf32Numbers, Tf32Numbers>(types) : nullptr;
    case Type::e4m3:
      return eight_bit_handler<E4m3Numbers>(types);
    case Type::e5m2:
      return eight_bit_handler<E5m2Numbers>(types);
    case Type::s8:
    case Type::u8:
      return to_integer ? integer_handler<ByteNumbers>(types.a == Type::s8, types.b == Type::s8) : nullptr;
    case Type::s4:
    case Type::u4:
      return to_integer ? integer_handler<NibbleNumbers>(types.a == Type::s4, types.b == Type::s4) : nullptr;
    default:
      return nullptr;
  }
}

// The number of selectors: metadata is in one of four lanes, in one of two pairs, or in all four.
int selectors(int bits, int chunks) {
  if (bits >= 16) return chunks == 2 ? 4 : 2;
  return chunks == 2 ? 2 : 1;
}

}  // namespace

Result<bool> decode_sparse_mma(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const auto size = matrix_size(in);
  if (!size || size->m != 16 || size->n != 8 || in.type_count() != 4 || input.operands.size() != 6)
    return unsupported_form(input);
  const TensorTypes types{.a = in.type(1), .b = in.type(2), .c = in.type(3), .d = in.type(0)};
  const int bits = operand_bits(types.a), row_bytes = size->k * bits / 8, chunks = row_bytes / k_chunk_bytes;
  input.op.run = handler_for(types);
  if (!input.op.run || (row_bytes != 32 && row_bytes != 64)) return unsupported_form(input, "no such shape");
  const ptx::Operand& selector = in.operands[5];
  if (selector.kind != ptx::Operand::Kind::immediate || selector.value >= uint64_t(selectors(bits, chunks)))
    return unsupported_form(input, "a selector that the shape does not have");
  const size_t c_registers = types.c == Type::f16 ? 2 : 4, d_registers = types.d == Type::f16 ? 2 : 4;
  const size_t wanted[] = {d_registers, size_t(chunks), size_t(chunks), c_registers, 1};
  input.op.extra = static_cast<uint32_t>(input.program.refs.size());
  for (size_t i = 0; i < std::size(wanted); ++i) {
    const std::vector<Ref>& places = input.operands[i];
    if (places.size() != wanted[i]) return unsupported_form(input, "the number of registers does not match the shape");
    input.program.refs.insert(input.program.refs.end(), places.begin(), places.end());
  }
  input.op.small = static_cast<uint16_t>(chunks | bits << 8);
  input.op.flags = in.has("satfinite") ? 1 : 0;
  input.op.offset = static_cast<int64_t>(selector.value);
  return true;
}

}  // namespace whet::vgpu
