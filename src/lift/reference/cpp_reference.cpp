#include "lift/reference/cpp_reference.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/evaluate/evaluation_order.h"
#include "lift/evaluate/parameter_use.h"
#include "lift/reference/cpp_expression.h"
#include "lift/reference/reference_parts.h"
#include "util/text.h"

namespace whet::lift {
namespace {

// x[i] = value; x[i] += value; x[i] = std::max<double>(x[i], value);
std::string store_text(const Statement& statement, const std::string& place, const std::string& value, bool is_real,
                       bool waits, CppExpression& text) {
  if (statement.update && waits) return text.fail("an update of an array that the kernel also reads");
  if (waits) return fmt::format("stores.emplace_back(&{}, {});", place, value);
  if (!statement.update) return place + " = " + value + ";";
  if (*statement.update == Fold::sum) return fmt::format("{} += {};", place, value);
  if (*statement.update == Fold::product) return fmt::format("{} *= {};", place, value);
  const char* pick = *statement.update == Fold::maximum ? "max" : "min";
  const std::string combined = is_real ? value : "static_cast<double>(" + value + ")";
  return fmt::format("{0} = std::{1}<double>({0}, {2});", place, pick, combined);
}

void write_statement(const Arena& arena, const Statement& statement, const ParameterUse& stored, bool waits,
                     CppExpression& text) {
  text.count_uses(roots_of(statement));
  const auto loops = loops_in_order(text.dependence(), statement.space);
  for (const SpaceIndex& index : loops_around_reductions(arena, statement, loops)) {
    const std::string count = text.integer(index.count), name = text.integer(index.variable);
    text.scopes().open(fmt::format("for (int64_t {0} = 0; {0} < {1}; ++{0})", name, count),
                       uint64_t{1} << text.dependence().slot(index.variable));
  }
  std::string guard;
  for (const Expr condition : conditions_in_order(arena, statement.guard)) {
    guard += (guard.empty() ? "" : " && ") + text.condition(condition);
    text.assume(condition);
  }
  const bool is_real = stored.is_read_as_real();
  const std::string place = text.element(statement.array, statement.offset, statement.bytes);
  std::string value = is_real ? text.real(statement.value) : text.integer(statement.value);
  if (!is_real && may_wrap(arena, statement, stored.is_unsigned)) {
    value = wrapped_text(value, 8 * statement.bytes * (stored.is_unsigned ? 1 : -1));
  }
  const std::string store = store_text(statement, place, value, is_real, waits, text);
  text.scopes().line(guard.empty() ? store : fmt::format("if ({}) {}", guard, store));
  for (size_t i = 0; i < statement.guard.size(); ++i) text.forget();
  for (size_t i = 0; i < statement.space.size(); ++i) text.scopes().close();
}

std::string head(const CppExpression& text, const std::vector<ParameterUse>& uses,
                 const std::vector<Parameter>& parameters, const ReferenceForm& form) {
  std::vector<std::string> list;
  for (size_t i = 0; i < uses.size(); ++i) {
    const bool is_array = uses[i].is_array || (i < parameters.size() && parameters[i].is_pointer());
    const char* type =
        is_array ? (uses[i].is_written ? "double*" : "const double*") : (uses[i].is_real ? "double" : "int64_t");
    list.push_back(std::string(type) + " " + text.parameter(static_cast<int>(i)));
  }
  for (const std::string& dim : form.further_dims) list.push_back("int64_t " + dim);
  return "extern \"C\" void reference(" + join(list, ", ") + ") {\n";
}

}  // namespace

Result<std::string> cpp_reference(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                                  const ReferenceForm& form) {
  if (!meaning.module_variables.empty()) {
    return bad_input("there is no reference in C++ for a kernel that uses module variables", {},
                     "write a reference by hand: see docs/problem.md");
  }
  const std::vector<ParameterUse> uses = parameter_uses(arena, meaning, parameters);
  CppExpression text(arena, meaning, uses, form);
  const bool waits = stores_must_wait(arena, meaning);
  if (waits)
    text.scopes().line("std::vector<std::pair<double*, double>> stores;  // every load sees what was there before");
  for (const Statement& statement : meaning.statements) {
    write_statement(arena, statement, uses[static_cast<size_t>(arena[statement.array].value)], waits, text);
  }
  if (waits) text.scopes().line("for (const auto& [to, value] : stores) *to = value;");
  if (!text.failure().empty() || text.dependence().overflows()) {
    const std::string why = text.failure().empty() ? "a meaning with so many variables" : text.failure();
    return bad_input("there is no reference in C++ for " + why, {}, "write a reference by hand: see docs/problem.md");
  }
  if (text.scopes().text().size() > k_longest_reference) return bad_input("the reference would be too long");
  std::string file;
  for (const auto line : split(form.comment, '\n')) {
    if (!line.empty()) file += "// " + std::string(line) + "\n";
  }
  file += "#include <algorithm>\n#include <cmath>\n#include <cstdint>\n#include <utility>\n#include <vector>\n\n";
  return file + head(text, uses, parameters, form) + text.scopes().text() + "}\n";
}

}  // namespace whet::lift
