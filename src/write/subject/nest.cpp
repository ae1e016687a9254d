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

// A statement that counts through all of the space with one index.
bool take_counted(lift::Arena& arena, const std::vector<lift::SpaceIndex>& space, Statement& statement) {
  if (statement.space.size() != 1) return false;
  Expr count = lift::integer(arena, 1), place = lift::integer(arena, 0);
  for (const lift::SpaceIndex& index : space) {
    place = lift::add(arena, lift::multiply(arena, place, index.count), index.variable);
    count = lift::multiply(arena, count, index.count);
  }
  if (statement.space[0].count != count) return false;
  const lift::Replacements replacements{{statement.space[0].variable, place}};
  change(statement, [&](Expr e) { return lift::substitute(arena, e, replacements); });
  statement.space = space;
  return true;
}

bool join_indices(lift::Arena& arena, Nest& nest, size_t at) {
  const lift::SpaceIndex outer = nest.space[at], inner = nest.space[at + 1];
  const Expr joined = arena.fresh_variable();
  if (!nest.per_row.empty() && at + 2 == nest.space.size()) return false;
  std::vector<Statement> statements = nest.statements, per_row = nest.per_row;
  bool is_same = true;
  const auto join = [&](Statement& statement) {
    change(statement, [&](Expr e) {
      const auto with = with_one_index(arena, e, outer, inner, joined);
      is_same &= with.has_value();
      return with.value_or(e);
    });
  };
  std::for_each(statements.begin(), statements.end(), join);
  std::for_each(per_row.begin(), per_row.end(), join);
  if (!is_same) return false;
  nest.statements = std::move(statements);
  nest.per_row = std::move(per_row);
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

// What is stored once for a row must not be in the way of the rest: nobody else reads or stores it, and it reads no
// element that the row stores.
bool is_apart(lift::Arena& arena, const Nest& nest) {
  std::vector<Expr> stored, stored_of_rows;
  for (const Statement& each : nest.statements) stored.push_back(each.array);
  for (const Statement& each : nest.per_row) {
    if (each.update || !each.guard.empty()) return false;
    stored_of_rows.push_back(each.array);
  }
  const auto is_in = [](const std::vector<Expr>& list, Expr e) {
    return std::find(list.begin(), list.end(), e) != list.end();
  };
  const auto reads_any = [&](const std::vector<Expr>& loads, const std::vector<Expr>& arrays) {
    return std::any_of(loads.begin(), loads.end(), [&](Expr e) { return is_in(arrays, arena[e].args[0]); });
  };
  for (const Expr array : stored_of_rows) {
    if (is_in(stored, array)) return false;
  }
  for (const Statement& each : nest.per_row) {
    if (reads_any(unconditional_loads(arena, {each.value, each.offset}), stored)) return false;
    if (reads_any(parts_of_kind(arena, {each.value, each.offset}, Kind::load), stored_of_rows)) return false;
  }
  return std::none_of(nest.statements.begin(), nest.statements.end(), [&](const Statement& each) {
    return reads_any(parts_of_kind(arena, {each.value, each.offset}, Kind::load), stored_of_rows);
  });
}

// One nest for all of the statements.
Result<Nest> nest_of(lift::Arena& arena, const std::vector<Statement>& statements) {
  if (statements.empty()) return no_nest("without statements");
  const auto widest =
      std::max_element(statements.begin(), statements.end(),
                       [](const Statement& a, const Statement& b) { return a.space.size() < b.space.size(); });
  Nest nest{widest->space, {}};
  const std::vector<lift::SpaceIndex> rows(nest.space.begin(), nest.space.end() - (nest.space.empty() ? 0 : 1));
  for (Statement statement : statements) {
    const bool is_whole = take_indices(arena, nest.space, statement) || take_counted(arena, nest.space, statement);
    if (!is_whole && !take_indices(arena, rows, statement)) return no_nest("whose statements have different ranges");
    (is_whole ? nest.statements : nest.per_row).push_back(std::move(statement));
  }
  if (!nest.per_row.empty() && !is_apart(arena, nest)) return no_nest("whose statements have different ranges");
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
