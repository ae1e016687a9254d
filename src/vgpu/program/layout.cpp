#include "vgpu/program/layout.h"

#include <algorithm>
#include <set>

namespace whet::vgpu {

namespace {

constexpr uint32_t k_dynamic_shared_alignment = 16;

uint32_t aligned(uint32_t offset, uint32_t to) {
  return to <= 1 ? offset : (offset + to - 1) / to * to;
}

void each_name(const ptx::Operand& operand, const auto& visit) {
  if (!operand.name.empty()) visit(operand.name);
  for (const ptx::Operand& element : operand.elements) each_name(element, visit);
}

std::set<std::string_view> names_in(const ptx::Function& function) {
  std::set<std::string_view> names;
  for (const ptx::Instruction& instruction : function.body) {
    for (const ptx::Operand& operand : instruction.operands) {
      each_name(operand, [&](const std::string& name) { names.insert(name); });
    }
  }
  return names;
}

bool calls_indirectly(const ptx::Function& function) {
  return std::any_of(function.body.begin(), function.body.end(), [](const ptx::Instruction& in) {
    return in.opcode == "call" && std::any_of(in.operands.begin(), in.operands.end(), [](const ptx::Operand& operand) {
             return operand.kind == ptx::Operand::Kind::reg;
           });
  });
}

}  // namespace

void AreaLayout::add(const ptx::Variable& variable) {
  const auto natural = static_cast<uint32_t>(ptx::bytes_of(variable.type));
  const uint32_t offset = aligned(bytes, std::max(variable.align, natural));
  places[variable.name] = {variable.name, offset, static_cast<uint32_t>(variable.bytes)};
  bytes = offset + static_cast<uint32_t>(variable.bytes);
}

std::vector<uint32_t> reachable_functions(const ptx::Module& module, uint32_t entry) {
  std::vector<uint32_t> found{entry};
  bool indirect = false;
  for (size_t i = 0; i < found.size(); ++i) {
    const ptx::Function& function = module.functions[found[i]];
    indirect |= calls_indirectly(function);
    const auto names = names_in(function);
    for (uint32_t other = 0; other < module.functions.size(); ++other) {
      const bool named = indirect ? !module.functions[other].is_entry : names.contains(module.functions[other].name);
      if (named && std::find(found.begin(), found.end(), other) == found.end()) found.push_back(other);
    }
  }
  return found;
}

AreaLayout shared_layout(const ptx::Module& module, const std::vector<uint32_t>& functions) {
  AreaLayout layout;
  std::vector<const ptx::Variable*> dynamic;
  const auto place = [&](const ptx::Variable& variable) {
    if (variable.space != ptx::Space::shared || layout.places.contains(variable.name)) return;
    if (variable.bytes == 0)
      dynamic.push_back(&variable);
    else
      layout.add(variable);
  };
  std::set<std::string_view> named;
  for (const uint32_t f : functions) {
    for (const ptx::Variable& variable : module.functions[f].variables) place(variable);
    named.merge(names_in(module.functions[f]));
  }
  for (const ptx::Variable& variable : module.variables) {
    if (named.contains(variable.name)) place(variable);
  }
  uint32_t align = k_dynamic_shared_alignment;
  for (const ptx::Variable* variable : dynamic) align = std::max(align, variable->align);
  layout.bytes = dynamic.empty() ? layout.bytes : aligned(layout.bytes, align);
  for (const ptx::Variable* variable : dynamic) layout.places[variable->name] = {variable->name, layout.bytes, 0};
  return layout;
}

AreaLayout local_layout(const ptx::Function& function) {
  AreaLayout layout;
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space == ptx::Space::local) layout.add(variable);
  }
  layout.bytes = aligned(layout.bytes, 16);
  return layout;
}

AreaLayout parameter_layout(const std::vector<ptx::Variable>& parameters) {
  AreaLayout layout;
  for (const ptx::Variable& parameter : parameters) layout.add(parameter);
  return layout;
}

}  // namespace whet::vgpu
