#include "write/subject/nest.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"
#include "write/subject/expanded_nest.h"
#include "write/subject/footprint.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

// Whether `e` is the same when both indices are counted through as one, and what it is then.
std::optional<Expr> with_one_index(lift::Arena& arena, Expr e, const lift::SpaceIndex& outer,
                                   const lift::SpaceIndex& inner, Expr joined) {
  const Expr counted = lift::add(arena, lift::multiply(arena, inner.count, outer.variable), inner.variable);
  const Expr with = lift::substitute(arena, e, {{outer.variable, lift::integer(arena, 0)}, {inner.variable, joined}});
  return lift::substitute(arena, with, {{joined, counted}}) == e ? std::optional(with) : std::nullopt;
}

namespace {

Error no_nest(std::string_view why) {
  return bad_input("no kernel is written for a meaning " + std::string(why), {}, "edits and the tuner still apply");
}

void change(Statement& statement, const std::function<Expr(Expr)>& change) {
  statement.offset = change(statement.offset);
  statement.value = change(statement.value);
  for (Expr& condition : statement.guard) condition = change(condition);
}

// The statement with the indices of `space` in place of its own; false: its ranges are others.
bool take_indices(lift::Arena& arena, const std::vector<lift::SpaceIndex>& space, Statement& statement) {
  if (statement.space.size() != space.size()) return false;
  lift::Replacements replacements;
  for (size_t i = 0; i < space.size(); ++i) {
    if (statement.space[i].count != space[i].count) return false;
    replacements[statement.space[i].variable] = space[i].variable;
  }
  change(statement, [&](Expr e) { return lift::substitute(arena, e, replacements); });
  statement.space = space;
  return true;
}

bool join_indices(lift::Arena& arena, Nest& nest, size_t at) {
  const lift::SpaceIndex outer = nest.space[at], inner = nest.space[at + 1];
  const Expr joined = arena.fresh_variable();
  std::vector<Statement> statements = nest.statements;
  bool is_same = true;
  for (Statement& statement : statements) {
    change(statement, [&](Expr e) {
      const auto with = with_one_index(arena, e, outer, inner, joined);
      is_same &= with.has_value();
      return with.value_or(e);
    });
  }
  if (!is_same) return false;
  nest.statements = std::move(statements);
  nest.space[at] = {joined, lift::multiply(arena, outer.count, inner.count), false};
  nest.space.erase(nest.space.begin() + static_cast<ptrdiff_t>(at) + 1);
  return true;
}

void walk_unconditional(const lift::Arena& arena, Expr e, std::vector<bool>& seen, std::vector<Expr>& found) {
  if (seen[e.id]) return;
  seen[e.id] = true;
  const Node& node = arena[e];
  if (node.kind == Kind::reduction) return;
  std::vector<Expr> parts = lift::parts_of(arena, e);
  if (node.kind == Kind::select) parts = {node.args[0]};
  if (node.kind == Kind::both || node.kind == Kind::either) parts.clear();
  for (const Expr part : parts) walk_unconditional(arena, part, seen, found);
  if (node.kind == Kind::load) found.push_back(e);
}

// One nest for all of the statements.
Result<Nest> nest_of(lift::Arena& arena, const std::vector<Statement>& statements) {
  if (statements.empty()) return no_nest("without statements");
  Nest nest{statements.front().space, {}};
  for (Statement statement : statements) {
    if (!take_indices(arena, nest.space, statement)) return no_nest("whose statements have different ranges");
    nest.statements.push_back(std::move(statement));
  }
  for (const lift::SpaceIndex& index : nest.space) {
    for (const lift::SpaceIndex& other : nest.space) {
      if (arena.contains(index.count, other.variable)) return no_nest("with a range that depends on another index");
    }
  }
  const Footprint footprint = footprint_of(arena, nest.space, nest.statements);
  if (footprint == Footprint::hazard) return no_nest("that reads elements which it stores elsewhere");
  nest.crosses = footprint == Footprint::crossing;
  nest.changes_rows = footprint == Footprint::row;
  for (size_t at = nest.space.size(); at-- > 1;) join_indices(arena, nest, at - 1);
  return nest;
}

}  // namespace

std::vector<Expr> unconditional_loads(const lift::Arena& arena, const std::vector<Expr>& roots) {
  std::vector<bool> seen(arena.size());
  std::vector<Expr> found;
  for (const Expr root : roots) walk_unconditional(arena, root, seen, found);
  return found;
}

std::vector<Expr> parts_of_kind(const lift::Arena& arena, const std::vector<Expr>& roots, Kind kind) {
  std::vector<Expr> found;
  for (const Expr root : roots) {
    for (const Expr part : arena.all_parts(root)) {
      if (arena[part].kind == kind && std::find(found.begin(), found.end(), part) == found.end()) found.push_back(part);
    }
  }
  return found;
}

Motion motion(lift::Arena& arena, Expr offset, Expr variable, int bytes) {
  if (!arena.contains(offset, variable)) return Motion::none;
  const auto linear = lift::linear_in(arena, offset, variable);
  if (!linear || arena.contains(linear->rest, variable)) return Motion::computed;
  const auto stride = lift::constant(arena, linear->coefficient);
  return stride && *stride == bytes ? Motion::unit : Motion::strided;
}

Result<Nest> find_nest(const Subject& subject) {
  auto nest = nest_of(subject.arena, subject.meaning.statements);
  if (nest) return nest;
  auto without_short = find_expanded_nest(subject);
  return without_short ? std::move(without_short) : std::move(nest);
}

Result<Nest> find_expanded_nest(const Subject& subject) {
  return nest_of(subject.arena, expanded(subject.arena, subject.meaning.statements));
}

}  // namespace whet::write
