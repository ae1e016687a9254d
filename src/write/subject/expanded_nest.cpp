#include "write/subject/expanded_nest.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::Statement;

namespace {

constexpr int64_t k_most_copies = 16;  // of a statement

// The statement where the index has that value.
Statement at_value(lift::Arena& arena, const Statement& statement, size_t at, int64_t value) {
  Statement found = statement;
  const lift::Replacements fixed{{statement.space[at].variable, lift::integer(arena, value)}};
  found.offset = lift::substitute(arena, statement.offset, fixed);
  found.value = lift::substitute(arena, statement.value, fixed);
  for (Expr& condition : found.guard) condition = lift::substitute(arena, condition, fixed);
  found.space.erase(found.space.begin() + static_cast<ptrdiff_t>(at));
  return found;
}

void expand(lift::Arena& arena, const Statement& statement, int64_t copies, std::vector<Statement>& found) {
  for (size_t at = 0; at < statement.space.size(); ++at) {
    const auto count = lift::constant(arena, statement.space[at].count);
    if (!count || *count * copies > k_most_copies) continue;
    for (int64_t value = 0; value < *count; ++value)
      expand(arena, at_value(arena, statement, at, value), copies * *count, found);
    return;
  }
  found.push_back(statement);
}

}  // namespace

std::vector<Statement> expanded(lift::Arena& arena, const std::vector<Statement>& statements) {
  std::vector<Statement> found;
  for (const Statement& statement : statements) expand(arena, statement, 1, found);
  return found;
}

}  // namespace whet::write
