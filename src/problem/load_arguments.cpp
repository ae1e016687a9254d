// [dims], [[args]] and [[scratch]].
#include <fmt/format.h>

#include "problem/load_sections.h"
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

Result<FillKind> load_fill_kind(const Section& section, ElementType type) {
  TRY(text, section.text("fill"));
  if (!text) return default_fill(type);
  std::vector<std::string> names;
  for (const FillRow& row : k_fills) {
    if (row.name == *text) return row.kind;
    names.emplace_back(row.name);
  }
  return section.error("fill", "there is no fill " + in_quotes(*text), did_you_mean(*text, names));
}

// A key of another fill would be silently without effect.
Result<void> check_fill_keys(const Section& section, const FillRow& chosen) {
  for (const FillRow& row : k_fills) {
    for (const std::string_view key : {row.first, row.second}) {
      if (key.empty() || !section.has(key) || key == chosen.first || key == chosen.second) continue;
      return section.error(key, fmt::format("`{}` means nothing to fill = \"{}\"", key, chosen.name),
                           fmt::format("write fill = \"{}\", or remove `{}`", row.name, key));
    }
  }
  if (section.has("file") && chosen.kind != FillKind::file) {
    return section.error("file", fmt::format("`file` means nothing to fill = \"{}\"", chosen.name),
                         "write fill = \"file\", or remove `file`");
  }
  return {};
}

Result<std::optional<uint64_t>> load_seed(const Section& section) {
  const TomlValue* value = section.find("seed");
  if (!value) return std::optional<uint64_t>();
  const auto seed = value->as_integer();
  if (!seed || *seed < 0) return section.error("seed", "`seed` is not a whole number from 0 on", "write seed = 1");
  return std::optional(static_cast<uint64_t>(*seed));
}

Result<FillRule> load_fill(const Section& section, ElementType type) {
  FillRule fill;
  TRY(kind, load_fill_kind(section, type));
  const FillRow& row = row_of(kind);
  TRY_VOID(check_fill_keys(section, row));
  fill.kind = kind;
  if (!row.first.empty()) {
    TRY(first, section.formula(row.first));
    fill.first = first;
  }
  if (!row.second.empty()) {
    TRY(second, section.formula(row.second));
    fill.second = second;
  }
  if (kind == FillKind::file) {
    TRY(file, section.required_text("file", "\"data.bin\""));
    fill.file = file;
  }
  TRY(seed, load_seed(section));
  fill.seed = seed;
  return fill;
}

Result<std::vector<Formula>> load_shape(const Section& section) {
  TRY(shape, section.formulas("shape"));
  if (section.has("shape") && shape.empty())
    return section.error("shape", "the shape has no extent",
                         "write shape = [\"rows\", \"cols\"], or none for a scalar");
  return shape;
}

// What fills an array means nothing to a scalar, whose `value` is its own, and to an array nobody reads first.
Result<void> refuse_fill(const Section& section, const std::string& who, bool is_scalar) {
  std::vector<std::string_view> keys = {"fill", "file", "seed"};
  for (const FillRow& row : k_fills) {
    for (const std::string_view key : {row.first, row.second}) {
      if (!key.empty() && !(is_scalar && key == "value")) keys.push_back(key);
    }
  }
  for (const std::string_view key : keys) {
    if (section.has(key))
      return section.error(key, fmt::format("{} takes no `{}`", who, key),
                           is_scalar ? "remove it, or add shape = [...]" : "remove it, or write role = \"inout\"");
  }
  return {};
}

Result<ProblemArgument> load_argument(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "[[args]]", problem.file,
                             {"name", "type", "shape", "role", "value", "fill", "low", "high", "mean", "std", "start",
                              "step", "file", "seed"}));
  ProblemArgument argument;
  argument.line = section.line();
  TRY(name, section.required_text("name", "\"in\""));
  argument.name = name;
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
    TRY(fill, load_fill(section, type));
    argument.fill = std::move(fill);
  }
  return argument;
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

Result<void> load_scratch(const Section& root, Problem& problem) {
  TRY(tables, tables_of(root, "scratch"));
  for (const TomlValue* table : tables) {
    TRY(scratch, load_buffer(*table, problem));
    problem.scratch.push_back(std::move(scratch));
  }
  return {};
}

}  // namespace whet
