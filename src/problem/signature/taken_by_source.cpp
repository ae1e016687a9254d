#include "problem/signature/taken_by_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "problem/signature/c_type.h"
#include "source/kernel/parameter_use.h"
#include "source/kernel/struct_members.h"

namespace whet {

namespace {

std::optional<StructField> field_of(const StructMember& member) {
  const auto type = c_type(member.declared.base);
  if (!type || member.declared.pointers > 1) return std::nullopt;
  StructField field;
  field.name = member.declared.name;
  field.type = type->element;
  if (member.declared.is_pointer()) {
    field.array = field.name;
    return field;
  }
  const auto lanes = static_cast<uint64_t>(type->lanes);
  field.count = static_cast<uint64_t>(member.count) * lanes;
  if (lanes == 2 || lanes == 4) field.alignment = bytes_of(type->element) * lanes;
  return field;
}

std::optional<std::vector<StructMember>> members_in(const Problem& problem, const Parameter& parameter) {
  if (parameter.is_pointer() || c_type(parameter.base)) return std::nullopt;
  auto members = find_struct(problem.source, parameter.base);
  for (size_t i = 0; !members && i < problem.headers.size(); ++i)
    members = find_struct(problem.headers[i], parameter.base);
  return members;
}

}  // namespace

std::optional<StructTaken> struct_taken(const Problem& problem, const Parameter& parameter) {
  const auto members = members_in(problem, parameter);
  if (!members || members->empty()) return std::nullopt;
  StructTaken taken;
  for (const StructMember& member : *members) {
    auto field = field_of(member);
    if (!field) return std::nullopt;
    if (!field->array.empty()) taken.arrays.push_back(member.declared);
    taken.fields.push_back(std::move(*field));
  }
  return taken;
}

bool is_floating_member(const Problem& problem, const SourceFunction& function, const std::string& name) {
  return std::any_of(function.parameters.begin(), function.parameters.end(), [&](const Parameter& parameter) {
    const auto taken = struct_taken(problem, parameter);
    return taken && std::any_of(taken->fields.begin(), taken->fields.end(), [&](const StructField& field) {
             const bool is_it = name == field.name || name == parameter.name + "." + field.name ||
                                name == parameter.name + "_" + field.name;
             return is_it && field.array.empty() && is_floating(field.type);
           });
  });
}

std::string plain_members(const SourceFunction& function, std::string text) {
  for (const Parameter& each : function.parameters) {
    const std::string dotted = each.name + ".";
    for (size_t at = text.find(dotted); !each.name.empty() && at != std::string::npos; at = text.find(dotted, at + 1)) {
      const bool begins = at == 0 || (!std::isalnum(static_cast<unsigned char>(text[at - 1])) && text[at - 1] != '_');
      if (begins) text[at + each.name.size()] = '_';
    }
  }
  return text;
}

ArgumentRole role_in_source(const Problem& problem, const SourceFunction& function, const Parameter& parameter,
                            std::vector<std::string>& notes) {
  const std::string own = function.name.substr(function.name.rfind(':') + 1);
  const ParameterUse use = use_of_parameter(problem.source, own, parameter.name);
  if (!use.is_sure) return ArgumentRole::out;
  if (use.reads && !use.writes) {
    notes.push_back(fmt::format("`{}` is an input: the kernel never writes it", parameter.name));
    return ArgumentRole::in;
  }
  if (!use.reads || !use.writes) return ArgumentRole::out;
  notes.push_back(fmt::format("`{}` is read and written", parameter.name));
  return ArgumentRole::inout;
}

}  // namespace whet
