// wgmma: 64 rows by four warps, each of which computes its own 16. It is executed when issued. A correct program cannot
// notice, because it waits before it accesses what the instruction reads or writes.
#include <cstring>

#include <fmt/format.h>

#include "vgpu/decode/handler_table.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/tensor/tensor_blocks.h"
#include "vgpu/ops/tensor/tensor_descriptor.h"
#include "vgpu/ops/tensor/tensor_move.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Type;

namespace {

constexpr int k_group_warps = 4, k_warp_rows = 16;
// The shape of a warp's part, for eight columns at a time.
constexpr TensorShape k_shape{.row_blocks = 2, .column_blocks = 1, .chunks = 2};

// Op::flags. Op::small is the number of blocks of eight columns, Op::extra the index of D's first register; A's follow.
enum Flag : uint8_t {
  a_in_registers = 1,
  a_turned = 2,  // rows run along memory (A is transposed)
  b_turned = 4,
  negated = 8,        // the product is subtracted
  keeps_unless = 16,  // D is kept if the predicate is false
  saturated = 32,
};

using Block = uint32_t[k_lanes];  // eight rows of 16 bytes of k, laid out like a register

uint64_t uniform_value(const Warp& warp, Ref ref) {
  return ref.is_lanes() ? warp.lanes<uint64_t>(ref)[__builtin_ctz(warp.mask)] : warp.scalar_value<uint64_t>(ref);
}

// Reads blocks of one matrix for one op.
class SharedMatrix {
 public:
  SharedMatrix(Warp& warp, const Op& op, Ref descriptor, bool turned)
      : warp_(warp), op_(op), matrix_(decode_descriptor(uniform_value(warp, descriptor))), turned_(turned) {}

  // Reads the rows from 8 * group on, one half of k. False if they are outside shared memory.
  bool read(int group, int half, Block& words) {
    for (int i = 0; i < k_block_rows; ++i) {
      const uint32_t from =
          turned_ ? matrix_.turned_address(group, half * 8 + i) : matrix_.row_address(group * 8 + i, half);
      if (!copy(from, words + i * 4)) return false;
    }
    if (turned_) transpose_halves(words, words);
    return true;
  }

 private:
  static constexpr uint32_t k_bytes = 16;

  bool copy(uint32_t from, uint32_t* to) {
    const uint32_t size = warp_.block->shared_bytes();
    if (size < k_bytes || from > size - k_bytes) {
      warp_.worker->fault(warp_, op_, FaultKind::out_of_bounds, __builtin_ctz(warp_.mask), from, k_bytes,
                          fmt::format("the matrix leaves the block's shared memory of {} bytes", size));
      return false;
    }
    if (LaunchObserver* const observer = warp_.worker->launch.observer)
      observer->operand_read(warp_, op_, from, k_bytes);
    std::memcpy(to, warp_.block->shared() + from, k_bytes);
    return true;
  }

  Warp& warp_;
  const Op& op_;
  MatrixDescriptor matrix_;
  bool turned_;
};

bool read_a(Warp& warp, const Op& op, Block* blocks) {
  SharedMatrix matrix(warp, op, op.a, op.flags & a_turned);
  const int group = static_cast<int>(warp.index) % k_group_warps * (k_warp_rows / 8);
  for (int half = 0; half < k_shape.chunks; ++half) {
    for (int block = 0; block < k_shape.row_blocks; ++block) {
      if (!matrix.read(group + block, half, blocks[k_shape.a_register(block, half)])) return false;
    }
  }
  return true;
}

bool adds_to_d(const Warp& warp, const Op& op) {
  const bool holds = warp.predicate(op.c) & warp.mask;
  return holds != ((op.flags & keeps_unless) != 0);
}

template <typename Value>
void negate(Value* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = -values[i];
}

template <typename A, typename B, typename Value, bool half>
void multiply_group(Warp& warp, const Op& op) {
  constexpr int values = 2 * k_block_values, registers = half ? 2 : 4;
  const Ref* const d = &warp.program->refs[op.extra];
  alignas(64) Block a_blocks[4], b_blocks[2];
  const uint32_t *a[4] = {a_blocks[0], a_blocks[1], a_blocks[2], a_blocks[3]}, *b[2] = {b_blocks[0], b_blocks[1]};
  const RegisterWords<uint32_t> given(warp, d + op.small * registers, op.flags & a_in_registers ? 4 : 0);
  if (op.flags & a_in_registers)
    std::copy_n(given.all(), 4, a);
  else if (!read_a(warp, op, a_blocks))
    return;
  SharedMatrix matrix(warp, op, op.b, op.flags & b_turned);
  const bool adds = adds_to_d(warp, op);
  for (int column = 0; column < op.small; ++column) {
    if (!matrix.read(column, 0, b_blocks[0]) || !matrix.read(column, 1, b_blocks[1])) return;
    alignas(64) Value c[values] = {};
    if (adds) read_blocks<uint32_t, Value, half>(warp, d + column * registers, 2, c);
    if (op.flags & negated) negate(c, values);
    multiply_accumulate<A, B>(a, b, k_shape, op.flags & saturated ? Accumulate::saturated : Accumulate::bits_and, c);
    if (op.flags & negated) negate(c, values);
    write_blocks<uint32_t, Value, half>(warp, d + column * registers, 2, c);
  }
}

template <typename A, typename B>
Handler float_handler(Type d) {
  if (d == Type::f32) return multiply_group<A, B, float, false>;
  return d == Type::f16 ? multiply_group<A, B, float, true> : nullptr;
}

template <bool a_signed>
Handler byte_handler(bool b_signed) {
  return b_signed ? multiply_group<ByteNumbers<a_signed>, ByteNumbers<true>, uint32_t, false>
                  : multiply_group<ByteNumbers<a_signed>, ByteNumbers<false>, uint32_t, false>;
}

Handler handler_for(Type d, Type a, Type b) {
  const bool same = a == b, sum32 = d == Type::f32, whole = d == Type::s32 && operand_bits(a) == operand_bits(b);
  switch (a) {
    case Type::f16:
      return same ? float_handler<HalfNumbers, HalfNumbers>(d) : nullptr;
    case Type::bf16:
      return same && sum32 ? float_handler<BfloatNumbers, BfloatNumbers>(d) : nullptr;
    case Type::tf32:
      return same && sum32 ? float_handler<Tf32Numbers, Tf32Numbers>(d) : nullptr;
    case Type::e4m3:
      return b == Type::e4m3   ? float_handler<E4m3Numbers, E4m3Numbers>(d)
             : b == Type::e5m2 ? float_handler<E4m3Numbers, E5m2Numbers>(d)
                               : nullptr;
    case Type::e5m2:
      return b == Type::e4m3   ? float_handler<E5m2Numbers, E4m3Numbers>(d)
             : b == Type::e5m2 ? float_handler<E5m2Numbers, E5m2Numbers>(d)
                               : nullptr;
    case Type::s8:
      return whole ? byte_handler<true>(b == Type::s8) : nullptr;
    case Type::u8:
      return whole ? byte_handler<false>(b == Type::s8) : nullptr;
    case Type::b1:
      return whole && same ? multiply_group<BitNumbers, BitNumbers, uint32_t, false> : nullptr;
    default:
      return nullptr;
  }
}

// The operands after scale-d: signs of A and B (1 or -1), then for 16-bit types whether A and B are transposed.
Result<uint8_t> flags_of(const DecodeInput& input, bool from_registers) {
  const auto& operands = input.in.operands;
  uint8_t flags = from_registers ? a_in_registers : 0;
  if (operands[3].negated) flags |= keeps_unless;
  if (input.in.has("satfinite")) flags |= saturated;
  const auto number = [&](size_t at) { return at < operands.size() ? static_cast<int64_t>(operands[at].value) : 0; };
  if (operands.size() > 5 && (static_cast<int32_t>(number(4)) < 0) != (static_cast<int32_t>(number(5)) < 0)) {
    flags |= negated;
  }
  const bool can_turn = operand_bits(input.in.type(1)) == 16;
  const size_t b_at = from_registers ? 6 : 7;
  if (!from_registers && number(6)) flags |= a_turned;
  if (number(b_at)) flags |= b_turned;
  if (!can_turn && flags & (a_turned | b_turned))
    return unsupported_form(input, "only 16-bit operands can be transposed");
  return flags;
}

void nothing(Warp&, const Op&) {}

void commit_group(Warp& warp, const Op&) {
  if (LaunchObserver* const observer = warp.worker->launch.observer) observer->operands_committed(warp);
}

// Op::small is the number of groups that may go on.
void wait_group(Warp& warp, const Op& op) {
  if (LaunchObserver* const observer = warp.worker->launch.observer) observer->operands_awaited(warp, op.small);
}

Result<bool> decode_product(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const auto size = matrix_size(in);
  if (!size || size->m != 64 || size->n % 8 != 0 || in.operands.size() < 4) return unsupported_form(input);
  if (in.has("sp")) return unsupported_form(input, "sparse operands");
  input.op.run = handler_for(in.type(0), in.type(1), in.type(2));
  if (!input.op.run || size->k * operand_bits(in.type(1)) != 256) {
    return unsupported_form(input, "no such shape for these types");
  }
  const bool from_registers = in.operands[1].kind == Operand::Kind::vector;
  const size_t wanted = static_cast<size_t>(size->n / 8 * 2 * registers_of_block(in.type(0)));
  if (input.operands[0].size() != wanted || (from_registers && input.operands[1].size() != 4)) {
    return unsupported_form(input, "the registers do not match the shape");
  }
  TRY(flags, flags_of(input, from_registers));
  input.op.flags = flags;
  input.op.small = static_cast<uint16_t>(size->n / 8);
  input.op.extra = static_cast<uint32_t>(input.program.refs.size());
  input.op.a = input.operands[1].front();
  input.op.b = input.operands[2].front();
  input.op.c = input.operands[3].front();
  std::vector<Ref>& refs = input.program.refs;
  refs.insert(refs.end(), input.operands[0].begin(), input.operands[0].end());
  if (from_registers) refs.insert(refs.end(), input.operands[1].begin(), input.operands[1].end());
  return true;
}

}  // namespace

Result<bool> decode_wgmma(DecodeInput& input) {
  if (input.in.has("mma_async")) return decode_product(input);
  if (!input.in.has("fence") && !input.in.has("commit_group") && !input.in.has("wait_group")) {
    return unsupported_form(input);
  }
  input.op.run = nothing;
  if (input.in.has("commit_group")) input.op.run = commit_group;
  if (!input.in.has("wait_group")) return true;
  input.op.run = wait_group;
  input.op.small = input.in.operands.empty() ? 0 : static_cast<uint16_t>(input.in.operands[0].value);
  return true;
}

}  // namespace whet::vgpu
