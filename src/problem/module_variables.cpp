#include "problem/module_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "binary/container/demangle.h"
#include "problem/file/section.h"
#include "ptx/reader/parser.h"
#include "source/text/outline.h"
#include "util/text.h"

namespace whet {

namespace {

bool in_module_memory(const ptx::Variable& variable) {
  return (variable.space == ptx::Space::global || variable.space == ptx::Space::constant) && !variable.is_extern;
}

// "coefficients" of "_ZN1a12coefficientsE" and of "(anonymous namespace)::coefficients".
std::string plain_variable_name(const std::string& mangled) {
  const std::string text = demangle(mangled);
  const size_t scope = text.rfind("::");
  return scope == std::string::npos ? text : text.substr(scope + 2);
}

std::string declared_as(const ResolvedArgument& argument) {
  return fmt::format("__constant__ or __device__ {} {}[{}]", name_of(argument.type), argument.name, argument.count);
}

bool is_write(const ptx::Instruction& instruction) {
  return instruction.opcode.starts_with("st") || instruction.opcode == "atom" || instruction.opcode == "red" ||
         instruction.opcode.starts_with("cp") || instruction.opcode == "call" || instruction.opcode == "multimem";
}

bool mentions(const ptx::Operand& operand, const std::string& variable, const std::set<uint32_t>& derived) {
  using Kind = ptx::Operand::Kind;
  if (operand.kind == Kind::symbol && operand.name == variable) return true;
  if (operand.kind == Kind::address && operand.base_kind == Kind::symbol && operand.name == variable) return true;
  const bool is_register =
      operand.kind == Kind::reg || (operand.kind == Kind::address && operand.base_kind == Kind::reg);
  if (is_register && derived.contains(operand.index)) return true;
  return std::any_of(operand.elements.begin(), operand.elements.end(),
                     [&](const ptx::Operand& element) { return mentions(element, variable, derived); });
}

// Whether a function reads or writes a variable, found from the registers that its address gets into, in any order.
struct VariableUse {
  bool reads = false, writes = false;
};
VariableUse use_in(const ptx::Function& function, const std::string& variable) {
  VariableUse use;
  std::set<uint32_t> derived;
  for (bool grew = true; grew;) {
    grew = false;
    for (const ptx::Instruction& instruction : function.body) {
      const bool touched = std::any_of(instruction.operands.begin(), instruction.operands.end(),
                                       [&](const ptx::Operand& each) { return mentions(each, variable, derived); });
      if (!touched) continue;
      use.reads |= instruction.opcode.starts_with("ld");
      use.writes |= is_write(instruction);
      const bool makes_address = !instruction.opcode.starts_with("ld") && !is_write(instruction) &&
                                 !instruction.operands.empty() &&
                                 instruction.operands[0].kind == ptx::Operand::Kind::reg;
      if (makes_address) grew |= derived.insert(instruction.operands[0].index).second;
    }
  }
  return use;
}

VariableUse use_of(const ptx::Module& module, const std::string& variable) {
  VariableUse use;
  for (const ptx::Function& function : module.functions) {
    const VariableUse here = use_in(function, variable);
    use.reads |= here.reads;
    use.writes |= here.writes;
  }
  return use;
}

// `__constant__ float c[4] = {...}`: the source is checked, because explicit zeros leave no trace in the module.
bool has_initial_value(const std::string& source, const std::string& name) {
  const Outline read = outline(source);
  for (const Declaration& declaration : read.declarations) {
    if (std::find(declaration.names.begin(), declaration.names.end(), name) == declaration.names.end()) continue;
    for (size_t i = declaration.first; i < declaration.last; ++i) {
      if (read.code.is(i, "=") || read.code.is(i, "{")) return true;
    }
  }
  return false;
}

bool gives(const Problem& problem, const std::string& name) {
  return std::any_of(problem.arguments.begin(), problem.arguments.end(),
                     [&](const ProblemArgument& each) { return each.is_variable && each.name == name; });
}

}  // namespace

Error other_size(const Problem& problem, const ResolvedArgument& argument, uint64_t module_bytes) {
  const ProblemArgument* const given = problem.argument(argument.name);
  return bad_input(fmt::format("the variable {} has {} bytes in {}, and the problem gives {}", in_quotes(argument.name),
                               module_bytes, problem.kernel, argument.bytes),
                   problem.place(given ? given->line : 0),
                   "declare it " + declared_as(argument) + ", or correct type and shape of [[variable]]");
}

Result<std::string> module_variable(const Problem& problem, const ResolvedArgument& argument, const Build& build) {
  TRY(module, ptx::parse(build.ptx, problem.kernel));
  std::vector<std::string> there;
  for (const ptx::Variable& variable : module.variables) {
    if (!in_module_memory(variable)) continue;
    there.push_back(plain_variable_name(variable.name));
    if (there.back() != argument.name) continue;
    if (variable.bytes != argument.bytes) return other_size(problem, argument, variable.bytes);
    return variable.name;
  }
  const std::string others = there.empty() ? "" : "; it has " + join(there, ", ");
  return bad_input(fmt::format("{} has no variable {}{}", problem.kernel, in_quotes(argument.name), others),
                   problem.file, "declare and use " + declared_as(argument) + ", into which whet writes the data");
}

Result<void> check_variables(const Problem& problem, const ResolvedCase& resolved, const Build& build) {
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    if (resolved.arguments[i].is_variable) TRY_VOID(module_variable(problem, resolved.arguments[i], build));
  }
  return {};
}

std::vector<std::string> unwritten_variables(const Problem& problem, const Build& build) {
  std::vector<std::string> hints;
  const bool may_have =
      build.ptx.find(".const .align") != std::string::npos || build.ptx.find(".global .align") != std::string::npos;
  if (!may_have || problem.is_host_function) return hints;
  const auto module = ptx::parse(build.ptx, problem.kernel);
  if (!module) return hints;
  for (const ptx::Variable& variable : module->variables) {
    const std::string name = plain_variable_name(variable.name);
    if (!in_module_memory(variable) || !variable.initial.empty() || !variable.relocations.empty()) continue;
    if (gives(problem, name) || has_initial_value(problem.source, name)) continue;
    const VariableUse use = use_of(*module, variable.name);
    if (!use.reads || use.writes) continue;
    hints.push_back(
        fmt::format("`{}` is a {} variable that is never written: it holds zeros; give it data with "
                    "[[variable]] name = \"{}\" in problem.toml, or with --shape {}=ELEMENTS next to --ref",
                    name, variable.space == ptx::Space::constant ? "__constant__" : "__device__", name, name));
  }
  return hints;
}

}  // namespace whet
