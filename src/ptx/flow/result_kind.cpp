#include "ptx/flow/result_kind.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace whet::ptx {

namespace {

using Kind = Operand::Kind;

bool is_pure_opcode(std::string_view opcode) {
  static const std::unordered_set<std::string_view> opcodes = {
      "abs",  "add",  "and",   "bfe",  "bfi",   "bfind", "bmsk", "brev",  "clz",  "cnot",     "copysign",
      "cos",  "cvt",  "cvta",  "div",  "dp2a",  "dp4a",  "ex2",  "fma",   "fns",  "isspacep", "lg2",
      "lop3", "mad",  "mad24", "max",  "min",   "mov",   "mul",  "mul24", "neg",  "not",      "or",
      "popc", "prmt", "rcp",   "rem",  "rsqrt", "sad",   "selp", "set",   "setp", "shf",      "shl",
      "shr",  "sin",  "slct",  "sqrt", "sub",   "szext", "tanh", "testp", "xor"};
  return opcodes.contains(opcode);
}

// True for special registers that are the same in all lanes of a warp and never change.
bool is_uniform_special(std::string_view name) {
  const std::string_view word = name.substr(0, name.find('.'));
  static const std::unordered_set<std::string_view> words = {"ntid",
                                                             "ctaid",
                                                             "nctaid",
                                                             "gridid",
                                                             "warpid",
                                                             "nwarpid",
                                                             "smid",
                                                             "nsmid",
                                                             "clusterid",
                                                             "nclusterid",
                                                             "cluster_ctaid",
                                                             "cluster_nctaid",
                                                             "cluster_ctarank",
                                                             "cluster_nctarank",
                                                             "is_explicit_cluster",
                                                             "total_smem_size",
                                                             "aggr_smem_size",
                                                             "dynamic_smem_size",
                                                             "reserved_smem_offset_begin",
                                                             "reserved_smem_offset_end",
                                                             "reserved_smem_offset_cap",
                                                             "reserved_smem_offset_0",
                                                             "reserved_smem_offset_1",
                                                             "current_graph_exec"};
  return words.contains(word) || word.starts_with("envreg");
}

bool has_varying_special(const Operand& operand) {
  if (operand.kind == Kind::special && !is_uniform_special(operand.name)) return true;
  return std::any_of(operand.elements.begin(), operand.elements.end(), has_varying_special);
}

bool is_parameter(const Function& entry, const std::string& name) {
  return std::any_of(entry.parameters.begin(), entry.parameters.end(), [&](const auto& p) { return p.name == name; });
}

// A load with a generic address may read local memory, which is private to each lane.
ResultKind load_kind(const Instruction& load, const Function& entry) {
  if (load.operands.size() < 2 || load.operands[1].kind != Kind::address) return ResultKind::varying;
  const Operand& address = load.operands[1];
  for (const std::string& modifier : load.modifiers) {
    const std::string_view space = std::string_view(modifier).substr(0, modifier.find(':'));
    if (space == "const") return ResultKind::pure;
    if (space == "global" || space == "shared") return ResultKind::momentary;
    if (space == "local") return ResultKind::varying;
    if (space != "param") continue;
    const bool of_call = address.base_kind == Kind::symbol && !is_parameter(entry, address.name);
    return of_call ? ResultKind::varying : ResultKind::pure;
  }
  return ResultKind::varying;
}

}  // namespace

bool goes_lane_by_lane(const Instruction& instruction) {
  const bool carries = instruction.has("cc");  // add.cc also sets the carry flag
  return is_pure_opcode(instruction.opcode) && !carries && !instruction.operands.empty() &&
         instruction.operands[0].kind == Kind::reg;
}

ResultKind result_kind(const Instruction& instruction, const Function& entry) {
  const auto& operands = instruction.operands;
  if (std::any_of(operands.begin(), operands.end(), has_varying_special)) return ResultKind::varying;
  if (instruction.opcode == "ld") return load_kind(instruction, entry);
  if (instruction.opcode == "mbarrier" && (instruction.has("test_wait") || instruction.has("try_wait")))
    return ResultKind::momentary;
  return is_pure_opcode(instruction.opcode) && !instruction.has("cc") ? ResultKind::pure : ResultKind::varying;
}

}  // namespace whet::ptx
