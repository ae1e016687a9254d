// Reads [dims], [[args]], [[variable]] and [[scratch]].
#include <fmt/format.h>

#include <algorithm>

#include "problem/file/load_sections.h"
#include "util/text.h"

namespace whet {

namespace {

Result<ArgumentRole> load_role(const Section& section) {
  TRY(text, section.text("role"));
  if (!text || *text == "in") return ArgumentRole::in;
  if (*text == "out") return ArgumentRole::out;
  if (*text == "inout") return ArgumentRole::inout;
  return section.error("role", "there is no role " + in_quotes(*text), "write role = \"in\", \"out\" or \"inout\"");
}

Result<std::vector<Formula>> load_shape(const Section& section) {
  TRY(shape, section.formulas("shape"));
  if (section.has("shape") && shape.empty())
    return section.error("shape", "the shape has no extent",
                         "write shape = [\"rows\", \"cols\"], or none for a scalar");
  return shape;
}

constexpr std::string_view k_struct = "struct";

std::vector<std::string_view> argument_keys(bool may_be_struct) {
  std::vector<std::string_view> keys = {"name", "type", "shape", "role", "value", "fill"};
  if (may_be_struct) keys.insert(keys.end(), {"fields", "align"});
  for (const FillRow& row : k_fills) {
    for (const std::string_view key : {row.first, row.second}) {
      if (!key.empty() && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  keys.insert(keys.end(), {"offsets", "file", "seed"});
  return keys;
}

Result<ProblemArgument> load_struct_argument(const Section& section, ProblemArgument argument) {
  argument.type = ElementType::u8;
  for (const std::string_view key : argument_keys(false)) {
    if (key == "name" || key == "type" || !section.has(key)) continue;
    return section.error(key, fmt::format("struct {} takes no `{}`", in_quotes(argument.name), key),
                         "remove it: fields = [...] says what it holds");
  }
  TRY_VOID(load_struct(section, argument));
  return argument;
}

Result<ProblemArgument> load_argument(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "[[args]]", problem.file, argument_keys(true)));
  ProblemArgument argument;
  argument.line = section.line();
  TRY(name, section.required_text("name", "\"in\""));
  argument.name = name;
  TRY(written, section.text("type"));
  if (written == k_struct) return load_struct_argument(section, std::move(argument));
  for (const std::string_view key : {"fields", "align"}) {
    if (section.has(key))
      return section.error(key, fmt::format("`{}` is for a struct", key), "write type = \"struct\", or remove it");
  }
  TRY(type, load_type(section));
  argument.type = type;
  TRY(role, load_role(section));
  argument.role = role;
  TRY(shape, load_shape(section));
  argument.shape = std::move(shape);
  if (argument.is_scalar()) {
    if (role != ArgumentRole::in)
      return section.error("role", fmt::format("scalar {} cannot be an output", in_quotes(name)), "add shape = [...]");
    TRY_VOID(refuse_fill(section, "scalar " + in_quotes(name), true));
    TRY(value, section.formula("value"));
    argument.value = value;
  } else if (role == ArgumentRole::out) {
    TRY_VOID(refuse_fill(section, "output " + in_quotes(name), false));
  } else {
    TRY(fill, load_fill(section, type, problem));
    argument.fill = std::move(fill);
  }
  return argument;
}

// A scalar variable is an array of one element, which holds `value`, or else the number of its name.
Result<ProblemArgument> load_variable(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "[[variable]]", problem.file, argument_keys(false)));
  ProblemArgument variable;
  variable.is_variable = true;
  variable.line = section.line();
  TRY(name, section.required_text("name", "\"coefficients\""));
  variable.name = name;
  TRY(type, load_type(section));
  variable.type = type;
  TRY(role, load_role(section));
  variable.role = role;
  TRY(shape, load_shape(section));
  const bool is_scalar = shape.empty();
  if (is_scalar) {
    TRY(one, Expression::parse("1", problem.place(variable.line)));
    shape.push_back({std::move(one), variable.line});
  }
  variable.shape = std::move(shape);
  if (role == ArgumentRole::out) {
    TRY_VOID(refuse_fill(section, "output " + in_quotes(name), false));
    return variable;
  }
  const bool is_size = std::any_of(problem.dims.begin(), problem.dims.end(),
                                   [&](const Dimension& dimension) { return dimension.name == name; });
  if (is_scalar && !section.has("fill") && (section.has("value") || is_size)) {
    variable.fill.kind = FillKind::constant;
    TRY(value, section.formula("value"));
    TRY(own, Expression::parse(name, problem.place(variable.line)));
    variable.fill.first = value.value_or(Formula{std::move(own), variable.line});
    return variable;
  }
  TRY(fill, load_fill(section, type, problem));
  variable.fill = std::move(fill);
  return variable;
}

Result<ProblemArgument> load_buffer(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "[[scratch]]", problem.file, {"name", "type", "shape"}));
  ProblemArgument scratch;
  scratch.line = section.line();
  scratch.role = ArgumentRole::scratch;
  TRY(name, section.required_text("name", "\"partial\""));
  scratch.name = name;
  TRY(type, load_type(section));
  scratch.type = type;
  TRY(shape, load_shape(section));
  if (shape.empty()) return section.error("shape", "[[scratch]] has no `shape`", "add shape = [\"n\"]");
  scratch.shape = std::move(shape);
  return scratch;
}

}  // namespace

Result<ElementType> load_type(const Section& section) {
  TRY(text, section.required_text("type", "\"f32\""));
  const auto type = parse_element_type(text);
  if (!type)
    return section.error("type", "there is no type " + in_quotes(text),
                         "there are: " + join(element_type_names(), ", "));
  return *type;
}

Result<void> load_dims(const Section& root, Problem& problem) {
  const TomlValue* value = root.find("dims");
  if (!value) return {};
  TRY(section, Section::open_names(*value, "[dims]", problem.file));
  for (const auto& [name, member] : section.members()) {
    TRY(formula, read_formula(member, name, problem.file));
    problem.dims.push_back({name, std::move(formula)});
  }
  return {};
}

Result<void> load_arguments(const Section& root, Problem& problem) {
  TRY(tables, tables_of(root, "args"));
  for (const TomlValue* table : tables) {
    TRY(argument, load_argument(*table, problem));
    problem.arguments.push_back(std::move(argument));
  }
  if (problem.arguments.empty())
    return root.error("args", "the problem has no [[args]]", "add one [[args]] for each parameter of the kernel");
  return {};
}

Result<void> load_variables(const Section& root, Problem& problem) {
  TRY(tables, tables_of(root, "variable"));
  for (const TomlValue* table : tables) {
    TRY(variable, load_variable(*table, problem));
    problem.arguments.push_back(std::move(variable));
  }
  return {};
}

Result<void> load_scratch(const Section& root, Problem& problem) {
  TRY(tables, tables_of(root, "scratch"));
  for (const TomlValue* table : tables) {
    TRY(scratch, load_buffer(*table, problem));
    problem.scratch.push_back(std::move(scratch));
  }
  return {};
}

}  // namespace whet
