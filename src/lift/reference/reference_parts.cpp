#include "lift/reference/reference_parts.h"

#include <algorithm>

#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

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

}  // namespace

std::vector<Expr> roots_of(const Statement& statement) {
  std::vector<Expr> roots{statement.value, statement.offset};
  roots.insert(roots.end(), statement.guard.begin(), statement.guard.end());
  return roots;
}

bool stores_must_wait(const Arena& arena, const Meaning& meaning) {
  for (const Statement& reader : meaning.statements) {
    std::vector<Expr> roots = roots_of(reader);
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

}  // namespace whet::lift
