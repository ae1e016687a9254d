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

bool is_function_of_reals(const ptx::Instruction& code) {
  static const std::set<std::string_view> k_functions = {"div", "rcp", "sqrt", "rsqrt", "ex2",
                                                         "lg2", "sin", "cos",  "tanh"};
  return k_functions.contains(code.opcode);
}

// Whether numbers of few bits may become numbers of many.
bool leaves_ring(const ptx::Instruction& code) {
  return is_function_of_reals(code) && code.type_count() > 0 && ptx::is_float(code.type(code.type_count() - 1));
}

double rounding_of(const ptx::Instruction& code, ptx::Type type) {
  if (type == ptx::Type::bf16 || type == ptx::Type::bf16x2) return rounds(code) ? k_bfloat_rounding : 0;
  if (type == ptx::Type::f16 || type == ptx::Type::f16x2) return rounds(code) ? k_half_rounding : 0;
  return ptx::is_float(type) && type != ptx::Type::f64 ? k_fp32_rounding : 0;
}

// Of arithmetic that is less exact than fp32, what neither adds nor computes a function leaves those as they are.
void note_rounding(const ptx::Instruction& code, double rounding, Precision& least) {
  const bool is_function = is_function_of_reals(code), adds = !is_function && code.opcode != "mul";
  least.rounding = std::max(least.rounding, rounding);
  least.of_sums = std::max(least.of_sums, adds ? rounding : std::min(rounding, k_fp32_rounding));
  least.of_functions = std::max(least.of_functions, is_function ? rounding : std::min(rounding, k_fp32_rounding));
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

bool has_bfloats_only(const std::vector<const ptx::Function*>& functions) {
  bool has_bfloats = false, has_halves = false;
  for (const ptx::Function* function : functions) {
    for (const ptx::Instruction& code : function->body) {
      for (int i = 0; i < code.type_count(); ++i) {
        has_bfloats |= code.type(i) == ptx::Type::bf16 || code.type(i) == ptx::Type::bf16x2;
        has_halves |= code.type(i) == ptx::Type::f16 || code.type(i) == ptx::Type::f16x2;
      }
    }
  }
  return has_bfloats && !has_halves;
}

Precision precision_of(const std::vector<const ptx::Function*>& functions) {
  Precision least(k_fp64_rounding, true);
  for (const ptx::Function* function : functions) {
    for (const ptx::Instruction& code : function->body) {
      for (int i = 0; i < code.type_count(); ++i) {
        note_rounding(code, rounding_of(code, code.type(i)), least);
      }
      least.is_ring &= !leaves_ring(code);
    }
  }
  return least;
}

}  // namespace whet::lift
