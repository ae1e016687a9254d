#include "vgpu/program/line_join.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace whet::vgpu {

namespace {

bool in_shared(const ptx::Instruction& in) {
  return std::any_of(in.modifiers.begin(), in.modifiers.end(),
                     [](const std::string& m) { return m == "shared" || m.starts_with("shared::"); });
}

// Loads of constants and parameters become operands or LDC, which are not memory accesses.
OpKind access_kind(const ptx::Instruction& in, OpKind global) {
  const auto plus = [&](int step) { return static_cast<OpKind>(static_cast<int>(global) + step); };
  if (in.has("global")) return global;
  if (in_shared(in)) return plus(1);
  if (in.has("local")) return plus(2);
  if (in.has("const") || in.has("param") || in.has("param::entry") || in.has("param::func")) return OpKind::other;
  return plus(3);
}

OpKind arithmetic_kind(const ptx::Instruction& in) {
  if (ptx::is_float(in.type())) return OpKind::float_math;
  if (in.opcode != "mul" && in.opcode != "mad") return OpKind::other;
  const int bytes = ptx::bytes_of(in.type());
  if (in.has("wide") || (in.has("lo") && bytes == 8)) return OpKind::multiply_wide;
  return in.has("lo") && bytes == 4 ? OpKind::multiply : OpKind::other;
}

constexpr std::string_view k_logic[] = {"and", "or", "xor", "not", "lop3"}, k_shifts[] = {"shl", "shr", "shf"};

template <size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

OpKind word_kind(const ptx::Instruction& in) {
  if (ptx::bytes_of(in.type()) != 4) return OpKind::other;
  if (is_one_of(in.opcode, k_logic)) return OpKind::logic;
  return is_one_of(in.opcode, k_shifts) ? OpKind::shift : OpKind::other;
}

struct OpcodeDeed {
  std::string_view opcode;
  OpKind op_kind;
};

constexpr OpcodeDeed k_opcode_kinds[] = {
    {"bra", OpKind::branch},      {"brx", OpKind::branch},      {"bar", OpKind::barrier},
    {"barrier", OpKind::barrier}, {"shfl", OpKind::shuffle},    {"vote", OpKind::shuffle},
    {"match", OpKind::shuffle},   {"redux", OpKind::shuffle},   {"activemask", OpKind::shuffle},
    {"atom", OpKind::atomic},     {"red", OpKind::atomic},      {"cp", OpKind::async_copy},
    {"ldmatrix", OpKind::matrix}, {"stmatrix", OpKind::matrix}, {"movmatrix", OpKind::matrix},
    {"mma", OpKind::tensor},      {"wgmma", OpKind::tensor},    {"tcgen05", OpKind::tensor},
    {"ex2", OpKind::special},     {"lg2", OpKind::special},     {"sin", OpKind::special},
    {"cos", OpKind::special},     {"tanh", OpKind::special},    {"rsqrt", OpKind::special},
    {"rcp", OpKind::special},     {"sqrt", OpKind::special},
};

constexpr std::string_view k_arithmetic[] = {"add", "sub", "mul", "fma", "mad", "min", "max"};

OpKind class_kind(OpClass op_class) {
  switch (op_class) {
    case OpClass::fp32:
    case OpClass::fp64:
    case OpClass::fp16:
      return OpKind::float_math;
    case OpClass::special:
      return OpKind::special;
    case OpClass::tensor:
      return OpKind::tensor;
    case OpClass::load_global:
      return OpKind::load_global;
    case OpClass::store_global:
      return OpKind::store_global;
    case OpClass::load_shared:
      return OpKind::load_shared;
    case OpClass::store_shared:
      return OpKind::store_shared;
    case OpClass::load_local:
      return OpKind::load_local;
    case OpClass::store_local:
      return OpKind::store_local;
    case OpClass::load_generic:
      return OpKind::load_generic;
    case OpClass::store_generic:
      return OpKind::store_generic;
    case OpClass::async_copy:
      return OpKind::async_copy;
    case OpClass::matrix_load:
      return OpKind::matrix;
    case OpClass::atomic:
      return OpKind::atomic;
    case OpClass::shuffle:
      return OpKind::shuffle;
    default:
      return OpKind::other;
  }
}

// Exact divisions and roots, and wide matrix products, become several machine instructions.
bool becomes_one(OpKind op_kind) {
  return op_kind != OpKind::other && op_kind != OpKind::tensor && op_kind != OpKind::special &&
         op_kind != OpKind::atomic && op_kind != OpKind::branch;
}

Anchor anchor_of(OpKind op_kind) {
  if (op_kind == OpKind::other || op_kind >= OpKind::multiply) return Anchor::loose;
  if (op_kind == OpKind::branch) return Anchor::branch;
  if (op_kind == OpKind::float_math || op_kind == OpKind::special) return Anchor::math;
  return is_load(op_kind) ? Anchor::load : Anchor::fixed;
}

// True for machine instructions whose position says nothing about PTX: constants and special registers are read
// anywhere, and reconvergence (BSSY, EXIT for a jump to the end) is added by the assembler.
bool floats(const Instruction& sass, OpKind op_kind) {
  return op_kind == OpKind::other && (sass.op_class == OpClass::branch || sass.op_class == OpClass::load_constant ||
                                      sass.op_class == OpClass::system || sass.op_class == OpClass::filler);
}

// The PTX instructions by line.
class LineTable {
 public:
  explicit LineTable(const Program& program) : program_(program) {
    for (uint32_t i = 0; i < program.origins.size(); ++i) {
      const ptx::Function& function = program.module->functions[program.origins[i].function];
      if (program.origins[i].instruction < function.body.size()) by_line_[program.instruction(i).line].push_back(i);
    }
  }

  JoinedInstruction join(const Instruction& sass, uint32_t line) const {
    const auto found = by_line_.find(line);
    if (found == by_line_.end()) return {};
    const OpKind op_kind = op_kind_of(sass);
    JoinedInstruction joined{.ptx = found->second.front()};
    for (const uint32_t index : found->second) {
      const ptx::Instruction& in = program_.instruction(index);
      if (op_kind == OpKind::other || !has_kind_of(in, op_kind)) continue;
      joined = {.ptx = index, .op_kind = op_kind, .one_to_one = becomes_one(op_kind) && in.opcode != "wmma"};
      break;
    }
    // A conditional branch for PTX's unconditional one: "@p bra out; bra loop" became one, on the line of the second.
    const bool converted = sass.guard && program_.instruction(joined.ptx).guard == ptx::k_none;
    joined.anchor = converted || floats(sass, joined.op_kind) ? Anchor::none : anchor_of(joined.op_kind);
    return joined;
  }

 private:
  const Program& program_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> by_line_;
};

}  // namespace

OpKind op_kind_of(const ptx::Instruction& in) {
  const std::string_view opcode = in.opcode;
  if (opcode == "ld" || opcode == "ldu") return access_kind(in, OpKind::load_global);
  if (opcode == "st") return access_kind(in, OpKind::store_global);
  if (opcode == "wmma") return in.has("mma") ? OpKind::tensor : OpKind::matrix;
  if (opcode == "cp" && (in.has("commit_group") || in.has("wait_group") || in.has("wait_all"))) return OpKind::other;
  if (is_one_of(opcode, k_arithmetic)) return arithmetic_kind(in);
  for (const OpcodeDeed& row : k_opcode_kinds) {
    if (row.opcode == opcode) return row.op_kind;
  }
  return word_kind(in);
}

OpKind op_kind_of(const Instruction& sass) {
  if (sass.name == "BRA" || sass.name == "BRX" || sass.name == "JMP" || sass.name == "EXIT") return OpKind::branch;
  if (sass.name == "BAR") return OpKind::barrier;
  if (sass.name == "IMAD" && sass.modifiers.empty()) return OpKind::multiply;
  if (sass.name == "IMAD" && sass.modifiers.view().starts_with(".WIDE")) return OpKind::multiply_wide;
  if (sass.name == "LOP3") return OpKind::logic;
  if (sass.name == "SHF") return OpKind::shift;
  return class_kind(sass.op_class);
}

bool has_kind_of(const ptx::Instruction& ptx, OpKind sass) {
  const OpKind op_kind = op_kind_of(ptx);
  if (op_kind == OpKind::load_generic) return is_load(sass);
  if (op_kind == OpKind::store_generic) return is_store(sass);
  if (op_kind == OpKind::matrix && ptx.opcode == "wmma" && (is_load(sass) || is_store(sass))) return true;
  // A product and the sum it is added to become one instruction, on the line of the sum.
  if (ptx.opcode == "add" && !ptx::is_float(ptx.type()) &&
      (sass == OpKind::multiply || sass == OpKind::multiply_wide)) {
    return ptx::bytes_of(ptx.type()) == (sass == OpKind::multiply ? 4 : 8);
  }
  return op_kind == sass;
}

std::vector<JoinedInstruction> join_lines(const Program& program, const KernelCode& code, const LineMap& lines) {
  const LineTable table(program);
  std::vector<JoinedInstruction> joined;
  joined.reserve(code.instructions.size());
  for (const Instruction& sass : code.instructions) {
    const LineEntry* entry = lines.ptx_at(sass.offset);
    joined.push_back(entry ? table.join(sass, entry->line) : JoinedInstruction{});
  }
  return joined;
}

}  // namespace whet::vgpu
