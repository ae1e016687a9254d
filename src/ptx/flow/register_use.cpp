#include <algorithm>
#include <array>
#include <string_view>

#include "ptx/flow/flow_graph.h"

namespace whet::ptx {

namespace {

using Kind = Operand::Kind;

enum class Writes : uint8_t {
  nothing,
  first,           // operand 0: a register, a vector, or d|p
  first_two,       // operands 0 and 1
  first_and_read,  // operand 0 is both written and read
  returns,         // for a call: the list before the callee
};

struct Rule {
  std::string_view opcode;
  std::string_view modifier;  // that the instruction must have; empty: any
  Writes writes;
};

// The first matching rule applies; an opcode without one writes operand 0. An address is never written, so opcodes that
// start with one (st, red, cp.async, mbarrier.init, mbarrier.arrive without its state) need no rule.
constexpr std::array k_rules = {
    Rule{"bar", "red", Writes::first},
    Rule{"bar", "", Writes::nothing},
    Rule{"barrier", "red", Writes::first},
    Rule{"barrier", "", Writes::nothing},
    Rule{"bra", "", Writes::nothing},
    Rule{"brkpt", "", Writes::nothing},
    Rule{"brx", "", Writes::nothing},
    Rule{"call", "", Writes::returns},
    Rule{"cp", "", Writes::nothing},
    Rule{"exit", "", Writes::nothing},
    Rule{"fence", "", Writes::nothing},
    Rule{"griddepcontrol", "", Writes::nothing},
    Rule{"membar", "", Writes::nothing},
    Rule{"nanosleep", "", Writes::nothing},
    Rule{"pmevent", "", Writes::nothing},
    Rule{"prefetch", "", Writes::nothing},
    Rule{"prefetchu", "", Writes::nothing},
    Rule{"red", "", Writes::nothing},
    Rule{"ret", "", Writes::nothing},
    Rule{"setmaxnreg", "", Writes::nothing},
    Rule{"st", "", Writes::nothing},
    Rule{"stackrestore", "", Writes::nothing},
    Rule{"stmatrix", "", Writes::nothing},
    Rule{"tcgen05", "red", Writes::first_two},
    Rule{"tcgen05", "ld", Writes::first},
    Rule{"tcgen05", "", Writes::nothing},
    Rule{"tensormap", "", Writes::nothing},
    Rule{"trap", "", Writes::nothing},
    Rule{"wgmma", "mma_async", Writes::first_and_read},
    Rule{"wgmma", "", Writes::nothing},
    Rule{"wmma", "store", Writes::nothing},
};

Writes writes_of(const Instruction& instruction) {
  const auto rule = std::find_if(k_rules.begin(), k_rules.end(), [&](const Rule& r) {
    return r.opcode == instruction.opcode && (r.modifier.empty() || instruction.has(r.modifier));
  });
  if (rule == k_rules.end()) return Writes::first;
  if (rule->writes != Writes::returns) return rule->writes;
  const bool returns = !instruction.operands.empty() && instruction.operands[0].kind == Kind::list;
  return returns ? Writes::first : Writes::nothing;
}

// The registers in an operand, including base and coordinates of an address.
void collect(const Operand& operand, std::vector<uint32_t>& registers) {
  const bool based = operand.kind == Kind::address && operand.base_kind == Kind::reg;
  if (operand.kind == Kind::reg || based) registers.push_back(operand.index);
  for (const Operand& element : operand.elements) collect(element, registers);
}

}  // namespace

RegisterUse register_use(const Instruction& instruction) {
  RegisterUse use;
  const Writes writes = writes_of(instruction);
  const size_t written = writes == Writes::nothing ? 0 : writes == Writes::first_two ? 2 : 1;
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    const bool is_written = i < written && operand.kind != Kind::address;
    collect(operand, is_written ? use.writes : use.reads);
  }
  const bool guarded = instruction.guard != k_none;
  if (guarded) use.reads.push_back(instruction.guard);
  if (guarded || writes == Writes::first_and_read)
    use.reads.insert(use.reads.end(), use.writes.begin(), use.writes.end());
  return use;
}

}  // namespace whet::ptx
