// wmma.load, wmma.mma and wmma.store.
#include <algorithm>
#include <array>
#include <cstring>

#include "vgpu/decode/handler_table.h"
#include "vgpu/ops/tensor/tensor_memory.h"
#include "vgpu/ops/tensor/tensor_ops.h"
#include "vgpu/ops/tensor/tensor_wmma_plan.h"

namespace whet::vgpu {

using ptx::Type;

namespace {

// Op::small is the index of the plan, Op::b the stride in elements, Op::flags an element's bits, Op::extra the form.
struct Matrix {
  alignas(64) std::byte bytes[k_most_matrix_bytes];
};

int64_t stride_bytes(const Warp& warp, const Op& op) {
  const uint32_t elements =
      op.b.is_lanes() ? warp.lanes<uint32_t>(op.b)[__builtin_ctz(warp.mask)] : warp.scalar_value<uint32_t>(op.b);
  return int64_t{elements} * op.flags / 8;
}

// Executes the accesses of a plan between memory and the packed matrix. False if one failed.
bool move_bytes(Warp& warp, const Op& op, const WmmaPlan& plan, const MemoryForm& form, Matrix& matrix) {
  alignas(64) uint64_t bases[k_lanes], addresses[k_lanes];
  const ptx::Space space = matrix_addresses(warp, op, form, bases);
  const int64_t stride = stride_bytes(warp, op);
  for (const WmmaAccess& access : plan.accesses) {
    for (size_t lane = 0; lane < k_lanes; ++lane) {
      addresses[lane] = bases[lane] + static_cast<uint64_t>(access.line[lane] * stride + access.byte[lane]);
    }
    std::byte* hosts[k_lanes];
    const CachePath path = access.rows ? CachePath::matrix : CachePath::normal;
    if (!touch_matrix(warp, op, space, addresses, access.lanes, access.width, form.write, hosts, path)) return false;
    for (Mask rest = access.lanes; rest; rest &= rest - 1) {
      const auto lane = static_cast<size_t>(__builtin_ctz(rest));
      std::byte* const packed = matrix.bytes + access.line[lane] * plan.line_bytes + access.byte[lane];
      std::memcpy(form.write ? hosts[lane] : packed, form.write ? packed : hosts[lane],
                  static_cast<size_t>(access.width));
    }
  }
  return true;
}

// Copies between registers and the packed matrix, unit by unit; `to_registers` is the direction.
template <typename Unit>
void move_units(const WmmaPlan& plan, int number, std::byte* words, Matrix& matrix, bool to_registers) {
  const size_t per_register = static_cast<size_t>(k_lanes * plan.word_bytes) / sizeof(Unit);
  const uint16_t* const places = &plan.units[static_cast<size_t>(number) * per_register];
  for (size_t i = 0; i < per_register; ++i) {
    std::byte* const unit = words + i * sizeof(Unit);
    std::byte* const packed = matrix.bytes + places[i];
    std::memcpy(to_registers ? unit : packed, to_registers ? packed : unit, sizeof(Unit));
  }
}

void move_register(const WmmaPlan& plan, int number, std::byte* words, Matrix& matrix, bool to_registers) {
  switch (plan.unit_bytes) {
    case 1:
      return move_units<uint8_t>(plan, number, words, matrix, to_registers);
    case 2:
      return move_units<uint16_t>(plan, number, words, matrix, to_registers);
    case 4:
      return move_units<uint32_t>(plan, number, words, matrix, to_registers);
    default:
      return move_units<uint64_t>(plan, number, words, matrix, to_registers);
  }
}

template <typename Word>
void load_fragment(Warp& warp, const Op& op) {
  const WmmaPlan& plan = wmma_plans()[op.small];
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Matrix matrix;
  if (!move_bytes(warp, op, plan, form, matrix)) return;
  for (int i = 0; i < plan.registers; ++i) {
    alignas(64) Word words[k_lanes];
    move_register(plan, i, reinterpret_cast<std::byte*>(words), matrix, true);
    for (int at = i; at < form.count; at += plan.registers) {
      put_words(warp, warp.program->refs[form.first_ref + static_cast<uint32_t>(at)], words);
    }
  }
}

template <typename Word>
void store_fragment(Warp& warp, const Op& op) {
  const WmmaPlan& plan = wmma_plans()[op.small];
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  const RegisterWords<Word> registers(warp, &warp.program->refs[form.first_ref], plan.registers);
  Matrix matrix;
  for (int i = 0; i < plan.registers; ++i) {
    alignas(64) Word words[k_lanes];
    std::memcpy(words, registers[i], sizeof(words));
    move_register(plan, i, reinterpret_cast<std::byte*>(words), matrix, false);
  }
  move_bytes(warp, op, plan, form, matrix);
}

struct SizeRow {
  MatrixSize size;
  int bits;  // per number of an operand
  Type sum;  // type of an accumulator; f16 counts as f32
  TensorShape shape;
  bool turned = false;  // computed as the transpose: rows and columns, A and B are swapped
};
constexpr std::array k_sizes = {
    SizeRow{{16, 16, 16}, 16, Type::f32, {2, 2, 2}},      SizeRow{{32, 8, 16}, 16, Type::f32, {4, 1, 2}},
    SizeRow{{8, 32, 16}, 16, Type::f32, {4, 1, 2}, true}, SizeRow{{16, 16, 16}, 8, Type::s32, {2, 2, 1}},
    SizeRow{{32, 8, 16}, 8, Type::s32, {4, 1, 1}},        SizeRow{{8, 32, 16}, 8, Type::s32, {4, 1, 1}, true},
    SizeRow{{16, 16, 8}, 32, Type::f32, {2, 2, 2}},       SizeRow{{8, 8, 4}, 64, Type::f64, {1, 1, 1}},
    SizeRow{{8, 8, 32}, 4, Type::s32, {1, 1, 1}},         SizeRow{{8, 8, 128}, 1, Type::s32, {1, 1, 1}},
};

const SizeRow* find_size(const ptx::Instruction& in, WmmaPart part, Type type) {
  const auto size = matrix_size(in);
  const Type sum = type == Type::f16 ? Type::f32 : type;
  const auto found = std::find_if(k_sizes.begin(), k_sizes.end(), [&](const SizeRow& row) {
    return size && row.size == *size && (part == WmmaPart::c ? row.sum == sum : row.bits == operand_bits(type));
  });
  return found == k_sizes.end() ? nullptr : &*found;
}

// Without a stride the lines are contiguous.
Ref stride_of(DecodeInput& input, size_t operand, int line_elements) {
  if (input.operands.size() > operand) return input.operands[operand].front();
  input.program.constants.push_back(static_cast<uint64_t>(line_elements));
  return Ref(Ref::constant, static_cast<uint32_t>((input.program.constants.size() - 1) * sizeof(uint64_t)));
}

int bits_in_memory(WmmaPart part, Type type) {
  if (part != WmmaPart::c) return operand_bits(type);
  return type == Type::f16 ? 16 : type == Type::f64 ? 64 : 32;
}

// The plan of a load or store. In the transpose, a matrix in rows is one in columns.
int plan_of(const ptx::Instruction& in, const SizeRow& row, WmmaPart part, bool shared) {
  bool natural = in.has(part == WmmaPart::b ? "col" : "row");
  if (row.turned && part == WmmaPart::c) natural = !natural;
  if (row.turned && part != WmmaPart::c) part = part == WmmaPart::a ? WmmaPart::b : WmmaPart::a;
  return plan_number({.part = part, .type = in.type(), .shape = row.shape, .natural = natural, .shared = shared});
}

Handler fragment_handler(bool store, bool wide) {
  if (store) return wide ? store_fragment<uint64_t> : store_fragment<uint32_t>;
  return wide ? load_fragment<uint64_t> : load_fragment<uint32_t>;
}

Result<bool> decode_fragment(DecodeInput& input, bool store) {
  const ptx::Instruction& in = input.in;
  const WmmaPart part = in.has("a") ? WmmaPart::a : in.has("b") ? WmmaPart::b : WmmaPart::c;
  const SizeRow* const row = find_size(in, part, in.type());
  if (!row || input.operands.size() < 2) return unsupported_form(input, "no such shape for this type");
  TRY(form, matrix_form(input, store ? 0 : 1, store ? 1 : 0));
  form.write = store;
  const int number = plan_of(in, *row, part, form.space == ptx::Space::shared);
  if (number < 0) return unsupported_form(input, "no such layout for this type");
  const WmmaPlan& plan = wmma_plans()[static_cast<size_t>(number)];
  if (form.count < plan.registers) return unsupported_form(input, "fewer registers than the shape needs");
  const int bits = bits_in_memory(part, in.type());
  input.op.b = stride_of(input, 2, plan.line_bytes * 8 / bits);
  input.op.flags = static_cast<uint8_t>(bits);
  input.op.small = static_cast<uint16_t>(number);
  input.op.extra = static_cast<uint32_t>(input.program.memory_forms.size());
  input.program.memory_forms.push_back(form);
  input.op.run = fragment_handler(store, plan.word_bytes == 8);
  return true;
}

// With f16 the opcode has two types, otherwise four.
std::optional<TensorTypes> multiplied_types(const ptx::Instruction& in) {
  if (in.type_count() == 2) return TensorTypes{Type::f16, Type::f16, in.type(1), in.type(0)};
  if (in.type_count() == 4) return TensorTypes{in.type(1), in.type(2), in.type(3), in.type(0)};
  return std::nullopt;
}

Result<bool> decode_multiply(DecodeInput& input) {
  auto types = multiplied_types(input.in);
  const SizeRow* const row = types ? find_size(input.in, WmmaPart::a, types->a) : nullptr;
  if (!row || input.operands.size() != 4) return unsupported_form(input, "no such shape for these types");
  std::vector<Ref>&a = input.operands[1], &b = input.operands[2];
  if (row->turned) {
    std::swap(a, b);
    std::swap(types->a, types->b);
  }
  return use_multiplication(input, row->shape, *types, accumulate_mode(input.in),
                            {.d = input.operands[0], .a = a, .b = b, .c = input.operands[3]});
}

}  // namespace

Result<bool> decode_wmma(DecodeInput& input) {
  if (input.in.has("load")) return decode_fragment(input, false);
  if (input.in.has("store")) return decode_fragment(input, true);
  if (input.in.has("mma")) return decode_multiply(input);
  return unsupported_form(input);
}

}  // namespace whet::vgpu
