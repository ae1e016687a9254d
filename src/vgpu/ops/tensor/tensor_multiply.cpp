// D = A * B + C: one handler for mma and wmma, by the types of the operands.
#include "vgpu/decode/handler_table.h"
#include "vgpu/ops/tensor/tensor_blocks.h"
#include "vgpu/ops/tensor/tensor_ops.h"

namespace whet::vgpu {

using ptx::Type;

namespace {

// The registers of an op are consecutive in Program::refs: D, A, B, C. Op::small holds the shape.
uint16_t pack(const TensorShape& shape) {
  return static_cast<uint16_t>(shape.row_blocks | shape.column_blocks << 4 | shape.chunks << 8);
}
TensorShape shape_of(const Op& op) {
  return {.row_blocks = op.small & 0xf, .column_blocks = op.small >> 4 & 0xf, .chunks = op.small >> 8};
}

// Value is the type of C and D during the computation.
template <typename A, typename B, typename Value, bool half_c = false, bool half_d = false>
void multiply_op(Warp& warp, const Op& op) {
  using Word = typename A::Word;
  const TensorShape shape = shape_of(op);
  const int blocks = shape.c_blocks();
  const Ref* const d = &warp.program->refs[op.extra];
  const Ref* const a = d + blocks * (half_d ? 1 : 2);
  const Ref* const b = a + shape.a_registers();
  const RegisterWords<Word> a_words(warp, a, shape.a_registers()), b_words(warp, b, shape.b_registers());
  alignas(64) Value c[k_most_blocks * k_block_values];
  read_blocks<Word, Value, half_c>(warp, b + shape.b_registers(), blocks, c);
  multiply_accumulate<A, B>(a_words.all(), b_words.all(), shape, static_cast<Accumulate>(op.flags), c);
  write_blocks<Word, Value, half_d>(warp, d, blocks, c);
}

template <typename A, typename B>
Handler float_handler(const TensorTypes& types) {
  if (types.c == Type::f32 && types.d == Type::f32) return multiply_op<A, B, float>;
  if (types.c == Type::f16 && types.d == Type::f16) return multiply_op<A, B, float, true, true>;
  if constexpr (std::is_same_v<A, HalfNumbers>) {
    if (types.c == Type::f16 && types.d == Type::f32) return multiply_op<A, B, float, true, false>;
    if (types.c == Type::f32 && types.d == Type::f16) return multiply_op<A, B, float, false, true>;
  }
  return nullptr;
}

template <typename A>
Handler eight_bit_handler(const TensorTypes& types) {
  return types.b == Type::e4m3   ? float_handler<A, E4m3Numbers>(types)
         : types.b == Type::e5m2 ? float_handler<A, E5m2Numbers>(types)
                                 : nullptr;
}

// A and B may each be signed or unsigned.
template <template <bool> typename Numbers>
Handler integer_handler(bool a_signed, bool b_signed) {
  if (a_signed && b_signed) return multiply_op<Numbers<true>, Numbers<true>, uint32_t>;
  if (a_signed) return multiply_op<Numbers<true>, Numbers<false>, uint32_t>;
  if (b_signed) return multiply_op<Numbers<false>, Numbers<true>, uint32_t>;
  return multiply_op<Numbers<false>, Numbers<false>, uint32_t>;
}

Handler handler_for(const TensorTypes& types) {
  const bool to_integer = types.c == Type::s32 && types.d == Type::s32;
  const bool same = types.a == types.b, alike = operand_bits(types.a) == operand_bits(types.b);
  switch (types.a) {
    case Type::f16:
      return same ? float_handler<HalfNumbers, HalfNumbers>(types) : nullptr;
    case Type::bf16:
      return same && types.c == Type::f32 ? float_handler<BfloatNumbers, BfloatNumbers>(types) : nullptr;
    case Type::tf32:
      return same && types.c == Type::f32 ? float_handler<Tf32Numbers, Tf32Numbers>(types) : nullptr;
    case Type::e4m3:
      return eight_bit_handler<E4m3Numbers>(types);
    case Type::e5m2:
      return eight_bit_handler<E5m2Numbers>(types);
    case Type::s8:
    case Type::u8:
      return to_integer && alike ? integer_handler<ByteNumbers>(types.a == Type::s8, types.b == Type::s8) : nullptr;
    case Type::s4:
    case Type::u4:
      return to_integer && alike ? integer_handler<NibbleNumbers>(types.a == Type::s4, types.b == Type::s4) : nullptr;
    case Type::b1:
      return to_integer && same ? multiply_op<BitNumbers, BitNumbers, uint32_t> : nullptr;
    case Type::f64: {
      const bool doubles = same && types.c == Type::f64 && types.d == Type::f64;
      return doubles ? multiply_op<DoubleNumbers, DoubleNumbers, double> : nullptr;
    }
    default:
      return nullptr;
  }
}

bool append(std::vector<Ref>& refs, const std::vector<Ref>& from, int count) {
  if (from.size() < static_cast<size_t>(count)) return false;
  refs.insert(refs.end(), from.begin(), from.begin() + count);
  return true;
}

}  // namespace

int registers_of_block(Type type) {
  return type == Type::f16 ? 1 : 2;
}

int operand_bits(Type type) {
  switch (type) {
    case Type::f16:
    case Type::bf16:
      return 16;
    case Type::tf32:
      return 32;
    case Type::f64:
      return 64;
    case Type::e4m3:
    case Type::e5m2:
    case Type::s8:
    case Type::u8:
      return 8;
    case Type::s4:
    case Type::u4:
      return 4;
    case Type::b1:
      return 1;
    default:
      return 0;
  }
}

Result<bool> use_multiplication(DecodeInput& input, const TensorShape& shape, const TensorTypes& types, Accumulate how,
                                const TensorRegisters& registers) {
  input.op.run = handler_for(types);
  if (!input.op.run) return unsupported_form(input, "a combination of types that no shape has");
  input.op.small = pack(shape);
  input.op.flags = static_cast<uint8_t>(how);
  input.op.extra = static_cast<uint32_t>(input.program.refs.size());
  std::vector<Ref>& refs = input.program.refs;
  const bool complete = append(refs, registers.d, shape.c_blocks() * registers_of_block(types.d)) &&
                        append(refs, registers.a, shape.a_registers()) &&
                        append(refs, registers.b, shape.b_registers()) &&
                        append(refs, registers.c, shape.c_blocks() * registers_of_block(types.c));
  if (!complete) return unsupported_form(input, "fewer registers than the shape needs");
  return true;
}

}  // namespace whet::vgpu
