#include "lift/reference/cpp_reference.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/evaluate/evaluation_order.h"
#include "lift/evaluate/parameter_use.h"
#include "lift/expression/polynomial.h"
#include "lift/reference/cpp_expression.h"
#include "util/text.h"

namespace whet::lift {
namespace {

constexpr size_t k_longest_reference = 1 << 20;  // characters

// Whether a store could change what another element still reads: then all stores come last.
bool stores_must_wait(const Arena& arena, const Meaning& meaning) {
  for (const Statement& reader : meaning.statements) {
    std::vector<Expr> roots{reader.value, reader.offset};
    roots.insert(roots.end(), reader.guard.begin(), reader.guard.end());
    for (const SpaceIndex& index : reader.space) roots.push_back(index.count);
    for (const Expr root : roots) {
      for (const Expr part : arena.all_parts(root)) {
        const Node& node = arena[part];
        if (node.kind != Kind::load) continue;
        const bool is_stored = std::any_of(meaning.statements.begin(), meaning.statements.end(),
                                           [&](const Statement& s) { return s.array == node.args[0]; });
        const bool is_own =
            node.args[0] == reader.array && node.args[1] == reader.offset && meaning.statements.size() == 1;
        if (is_stored && !is_own) return true;
      }
    }
  }
  return false;
}

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

bool computes_with_data(const Arena& arena, Expr value) {
  const auto parts = arena.all_parts(value);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
    const Node& node = arena[part];
    return node.kind == Kind::polynomial && std::any_of(node.terms.begin(), node.terms.end(), [&](const Term& term) {
             return std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr atom) {
               const Kind kind = arena[atom].kind;
               return kind == Kind::load || kind == Kind::reduction || kind == Kind::select || kind == Kind::call;
             });
           });
  });
}

// Whether the value may have more bits than the element, of which it keeps the low ones. Indices fit 32 bits.
bool may_wrap(const Arena& arena, const Statement& statement, bool is_unsigned) {
  if (statement.update || statement.bytes >= 8) return false;
  const Node& node = arena[statement.value];
  if (const auto number = constant(arena, statement.value)) {
    const int bits = 8 * statement.bytes - (is_unsigned ? 0 : 1);
    return *number >= int64_t{1} << bits || *number < (is_unsigned ? 0 : -(int64_t{1} << bits));
  }
  if (node.kind == Kind::load) return node.bytes > statement.bytes;
  return statement.bytes < 4 || computes_with_data(arena, statement.value);
}

// Indices that reductions depend on come first, so that no reduction is computed again for each of the others: the
// statistics of a column once, not once for each of its rows.
std::vector<SpaceIndex> loops_around_reductions(const Arena& arena, const Statement& statement,
                                                std::vector<SpaceIndex> loops) {
  const auto parts = arena.all_parts(statement.value);
  const auto is_reduced_over = [&](const SpaceIndex& index) {
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
      return arena[part].kind == Kind::reduction && arena.contains(part, index.variable);
    });
  };
  for (const SpaceIndex& index : loops) {
    for (const SpaceIndex& other : loops) {
      if (arena.contains(index.count, other.variable)) return loops;
    }
  }
  std::stable_partition(loops.begin(), loops.end(), is_reduced_over);
  return loops;
}

void write_statement(const Arena& arena, const Statement& statement, const ParameterUse& stored, bool waits,
                     CppExpression& text) {
  std::vector<Expr> roots{statement.value, statement.offset};
  roots.insert(roots.end(), statement.guard.begin(), statement.guard.end());
  text.count_uses(roots);
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
