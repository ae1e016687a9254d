#include "lift/confirm/reached_code.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace whet::lift {
namespace {

constexpr double k_fp64_rounding = 0x1p-52, k_fp32_rounding = 0x1p-23, k_half_rounding = 0x1p-10,
                 k_bfloat_rounding = 0x1p-7;

void note_callees(const ptx::Module& module, const std::vector<ptx::Operand>& operands,
                  std::vector<const ptx::Function*>& found) {
  for (const ptx::Operand& operand : operands) {
    note_callees(module, operand.elements, found);
    if (operand.kind != ptx::Operand::Kind::symbol) continue;
    const ptx::Function* const callee = module.function(operand.name);
    if (callee != nullptr && std::find(found.begin(), found.end(), callee) == found.end()) found.push_back(callee);
  }
}

// Conversions to fewer bits are in the meaning, the others keep the number.
bool rounds(const ptx::Instruction& code) {
  static const std::set<std::string_view> k_exact = {"cvt", "ld",  "st",  "mov", "setp", "set", "selp",
                                                     "max", "min", "neg", "abs", "shfl", "prmt"};
  return !k_exact.contains(code.opcode);
}

// Whether numbers of few bits may become numbers of many.
bool leaves_ring(const ptx::Instruction& code) {
  static const std::set<std::string_view> k_others = {"div", "rcp", "sqrt", "rsqrt", "ex2",
                                                      "lg2", "sin", "cos",  "tanh"};
  return k_others.contains(code.opcode) && code.type_count() > 0 && ptx::is_float(code.type(code.type_count() - 1));
}

double rounding_of(const ptx::Instruction& code, ptx::Type type) {
  if (type == ptx::Type::bf16 || type == ptx::Type::bf16x2) return rounds(code) ? k_bfloat_rounding : 0;
  if (type == ptx::Type::f16 || type == ptx::Type::f16x2) return rounds(code) ? k_half_rounding : 0;
  return ptx::is_float(type) && type != ptx::Type::f64 ? k_fp32_rounding : 0;
}

}  // namespace

std::vector<const ptx::Function*> reached_functions(const ptx::Module& module, const ptx::Function& kernel) {
  std::vector<const ptx::Function*> found{&kernel};
  for (size_t i = 0; i < found.size(); ++i) {
    for (const ptx::Instruction& code : found[i]->body) {
      if (code.opcode == "call") note_callees(module, code.operands, found);
    }
  }
  return found;
}

Precision precision_of(const std::vector<const ptx::Function*>& functions) {
  double rounding = k_fp64_rounding;
  bool is_ring = true;
  for (const ptx::Function* function : functions) {
    for (const ptx::Instruction& code : function->body) {
      for (int i = 0; i < code.type_count(); ++i) rounding = std::max(rounding, rounding_of(code, code.type(i)));
      is_ring &= !leaves_ring(code);
    }
  }
  return {rounding, is_ring};
}

}  // namespace whet::lift
