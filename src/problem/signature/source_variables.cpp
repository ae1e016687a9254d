#include "problem/signature/source_variables.h"

#include <algorithm>

#include "problem/signature/c_type.h"
#include "source/kernel/constants.h"
#include "source/kernel/parameter_use.h"
#include "source/kernel/parameters.h"
#include "source/kernel/reached.h"
#include "source/launch/launch_expression.h"
#include "source/text/outline.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_qualifiers("__constant__ __device__ __managed__ static extern inline const volatile");

// Resolves names recursively: KW is 2 * RADIUS + 1 and RADIUS is 2.
std::optional<LaunchExpression> number_of(const std::string& source, std::string_view name, int depth) {
  constexpr int k_deepest_constant = 8;
  const auto constants = find_constants(source, name);
  if (constants.size() != 1 || depth > k_deepest_constant) return std::nullopt;
  const std::string text = constants.front().text;
  const Code code = read_code(text);
  return read_launch_expression(code, 0, code.tokens.size(),
                                [&](std::string_view other) { return number_of(source, other, depth + 1); });
}

std::vector<int64_t> shape_behind(const std::string& source, const Code& code, size_t name) {
  std::vector<int64_t> shape;
  for (size_t open = name + 1; code.is(open, "["); open = code.partner[open] + 1) {
    const auto extent = read_launch_expression(code, open + 1, code.partner[open],
                                               [&](std::string_view other) { return number_of(source, other, 0); });
    const auto value = extent ? extent->value() : std::nullopt;
    if (!value || *value < 1) return {};
    shape.push_back(*value);
  }
  return shape;
}

// Whether device code writes it: `name[...] =`, or its address is passed on.
bool is_written_in(const Outline& read, std::string_view name) {
  for (const Declaration& declaration : read.declarations) {
    if (!declaration.global && !declaration.device) continue;
    if (!declaration.has_body || declaration.parameters == 0) continue;
    const ParameterUse use = use_of_parameter(read.code, declaration, name);
    if (use.writes || !use.is_sure) return true;
  }
  return false;
}

}  // namespace

std::vector<SourceVariable> source_variables(const Problem& problem, const std::string& entry) {
  const std::string reached = reached_source(problem.source, {entry});
  const Outline read = outline(reached);
  std::vector<SourceVariable> found;
  for (const Declaration& declaration : read.declarations) {
    if (declaration.kind != DeclarationKind::variable || declaration.names.size() != 1 || !declaration.device) continue;
    std::string type;
    size_t name = 0;
    SourceVariable variable{declaration.names[0]};
    for (size_t i = declaration.first; i < declaration.last; ++i) {
      if (read.code.is(i, variable.name)) {
        name = i;
        break;
      }
      variable.is_constant |= read.code.is(i, "__constant__");
      if (!k_qualifiers.holds(read.code.tokens[i].text)) type += std::string(read.code.tokens[i].text) + " ";
    }
    const auto parameters = read_parameters(type + variable.name);
    const auto element = parameters.size() == 1 ? c_type(parameters[0].base) : std::nullopt;
    if (name == 0 || !element || parameters[0].is_pointer() || !read.code.is(name + 1, "[")) continue;
    variable.type = element->element;
    variable.shape = shape_behind(problem.source, read.code, name);
    if (element->lanes > 1 && !variable.shape.empty()) variable.shape.push_back(element->lanes);
    variable.is_set = is_written_in(read, variable.name);
    for (size_t i = name; i < declaration.last; ++i) variable.is_set |= read.code.is(i, "=") || read.code.is(i, "{");
    found.push_back(std::move(variable));
  }
  return found;
}

}  // namespace whet
