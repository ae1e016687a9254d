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

// Loads of constants and parameters become operands or LDC: no memory access.
Deed access_deed(const ptx::Instruction& in, Deed global) {
  const auto plus = [&](int step) { return static_cast<Deed>(static_cast<int>(global) + step); };
  if (in.has("global")) return global;
  if (in_shared(in)) return plus(1);
  if (in.has("local")) return plus(2);
  if (in.has("const") || in.has("param") || in.has("param::entry") || in.has("param::func")) return Deed::other;
  return plus(3);
}

Deed arithmetic_deed(const ptx::Instruction& in) {
  if (ptx::is_float(in.type())) return Deed::float_math;
  if (in.opcode != "mul" && in.opcode != "mad") return Deed::other;
  const int bytes = ptx::bytes_of(in.type());
  if (in.has("wide") || (in.has("lo") && bytes == 8)) return Deed::multiply_wide;
  return in.has("lo") && bytes == 4 ? Deed::multiply : Deed::other;
}

constexpr std::string_view k_logic[] = {"and", "or", "xor", "not", "lop3"}, k_shifts[] = {"shl", "shr", "shf"};

template <size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

Deed word_deed(const ptx::Instruction& in) {
  if (ptx::bytes_of(in.type()) != 4) return Deed::other;
  if (is_one_of(in.opcode, k_logic)) return Deed::logic;
  return is_one_of(in.opcode, k_shifts) ? Deed::shift : Deed::other;
}

struct OpcodeDeed {
  std::string_view opcode;
  Deed deed;
};

constexpr OpcodeDeed k_opcode_deeds[] = {
    {"bra", Deed::branch},         {"brx", Deed::branch},      {"bar", Deed::barrier},      {"barrier", Deed::barrier},
    {"shfl", Deed::shuffle},       {"vote", Deed::shuffle},    {"match", Deed::shuffle},    {"redux", Deed::shuffle},
    {"activemask", Deed::shuffle}, {"atom", Deed::atomic},     {"red", Deed::atomic},       {"cp", Deed::async_copy},
    {"ldmatrix", Deed::matrix},    {"stmatrix", Deed::matrix}, {"movmatrix", Deed::matrix}, {"mma", Deed::tensor},
    {"wgmma", Deed::tensor},       {"tcgen05", Deed::tensor},  {"ex2", Deed::special},      {"lg2", Deed::special},
    {"sin", Deed::special},        {"cos", Deed::special},     {"tanh", Deed::special},     {"rsqrt", Deed::special},
    {"rcp", Deed::special},        {"sqrt", Deed::special},
};

constexpr std::string_view k_arithmetic[] = {"add", "sub", "mul", "fma", "mad", "min", "max"};

Deed class_deed(OpClass op_class) {
  switch (op_class) {
    case OpClass::fp32:
    case OpClass::fp64:
    case OpClass::fp16:
      return Deed::float_math;
    case OpClass::special:
      return Deed::special;
    case OpClass::tensor:
      return Deed::tensor;
    case OpClass::load_global:
      return Deed::load_global;
    case OpClass::store_global:
      return Deed::store_global;
    case OpClass::load_shared:
      return Deed::load_shared;
    case OpClass::store_shared:
      return Deed::store_shared;
    case OpClass::load_local:
      return Deed::load_local;
    case OpClass::store_local:
      return Deed::store_local;
    case OpClass::load_generic:
      return Deed::load_generic;
    case OpClass::store_generic:
      return Deed::store_generic;
    case OpClass::async_copy:
      return Deed::async_copy;
    case OpClass::matrix_load:
      return Deed::matrix;
    case OpClass::atomic:
      return Deed::atomic;
    case OpClass::shuffle:
      return Deed::shuffle;
    default:
      return Deed::other;
  }
}

// Exact division and roots, and wide matrix products, become several instructions.
bool becomes_one(Deed deed) {
  return deed != Deed::other && deed != Deed::tensor && deed != Deed::special && deed != Deed::atomic &&
         deed != Deed::branch;
}

Hold hold_of(Deed deed) {
  if (deed == Deed::other || deed >= Deed::multiply) return Hold::loose;
  if (deed == Deed::branch) return Hold::branch;
  if (deed == Deed::float_math || deed == Deed::special) return Hold::math;
  return is_load(deed) ? Hold::load : Hold::fixed;
}

// Says nothing about where PTX had it: constants and special registers are read wherever there is room, and what keeps
// lanes together (BSSY, EXIT for a jump to the end) is the assembler's own.
bool floats(const Instruction& sass, Deed deed) {
  return deed == Deed::other && (sass.op_class == OpClass::branch || sass.op_class == OpClass::load_constant ||
                                 sass.op_class == OpClass::system || sass.op_class == OpClass::filler);
}

// PTX instructions by line.
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
    const Deed deed = deed_of(sass);
    JoinedInstruction joined{.ptx = found->second.front()};
    for (const uint32_t index : found->second) {
      const ptx::Instruction& in = program_.instruction(index);
      if (deed == Deed::other || !does_same(in, deed)) continue;
      joined = {.ptx = index, .deed = deed, .one_to_one = becomes_one(deed) && in.opcode != "wmma"};
      break;
    }
    // A branch on a condition that PTX makes always: "@p bra out; bra loop" became one, on the line of the second.
    const bool converted = sass.guard && program_.instruction(joined.ptx).guard == ptx::k_none;
    joined.hold = converted || floats(sass, joined.deed) ? Hold::none : hold_of(joined.deed);
    return joined;
  }

 private:
  const Program& program_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> by_line_;
};

}  // namespace

Deed deed_of(const ptx::Instruction& in) {
  const std::string_view opcode = in.opcode;
  if (opcode == "ld" || opcode == "ldu") return access_deed(in, Deed::load_global);
  if (opcode == "st") return access_deed(in, Deed::store_global);
  if (opcode == "wmma") return in.has("mma") ? Deed::tensor : Deed::matrix;
  if (opcode == "cp" && (in.has("commit_group") || in.has("wait_group") || in.has("wait_all"))) return Deed::other;
  if (is_one_of(opcode, k_arithmetic)) return arithmetic_deed(in);
  for (const OpcodeDeed& row : k_opcode_deeds) {
    if (row.opcode == opcode) return row.deed;
  }
  return word_deed(in);
}

Deed deed_of(const Instruction& sass) {
  if (sass.name == "BRA" || sass.name == "BRX" || sass.name == "JMP" || sass.name == "EXIT") return Deed::branch;
  if (sass.name == "BAR") return Deed::barrier;
  if (sass.name == "IMAD" && sass.modifiers.empty()) return Deed::multiply;
  if (sass.name == "IMAD" && sass.modifiers.view().starts_with(".WIDE")) return Deed::multiply_wide;
  if (sass.name == "LOP3") return Deed::logic;
  if (sass.name == "SHF") return Deed::shift;
  return class_deed(sass.op_class);
}

bool does_same(const ptx::Instruction& ptx, Deed sass) {
  const Deed deed = deed_of(ptx);
  if (deed == Deed::load_generic) return is_load(sass);
  if (deed == Deed::store_generic) return is_store(sass);
  if (deed == Deed::matrix && ptx.opcode == "wmma" && (is_load(sass) || is_store(sass))) return true;
  // A product and the sum it goes into are one instruction, on the line of the sum.
  if (ptx.opcode == "add" && !ptx::is_float(ptx.type()) && (sass == Deed::multiply || sass == Deed::multiply_wide)) {
    return ptx::bytes_of(ptx.type()) == (sass == Deed::multiply ? 4 : 8);
  }
  return deed == sass;
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
