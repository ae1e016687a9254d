#include "lift/compose/written_place.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/thread/disjoint.h"

namespace whet::lift {
namespace {

// An offset as a sum of strides times indices.
struct IndexMap {
  std::vector<Expr> strides;
  Expr base;
};

std::optional<IndexMap> index_map(Arena& arena, const Statement& statement) {
  IndexMap map{{}, statement.offset};
  for (const SpaceIndex& index : statement.space) {
    const auto linear = linear_in(arena, map.base, index.variable);
    if (!linear || constant(arena, linear->coefficient) == 0) return {};
    map.strides.push_back(linear->coefficient);
    map.base = linear->rest;
  }
  const auto moves = [&](Expr e) {
    return std::any_of(statement.space.begin(), statement.space.end(),
                       [&](const SpaceIndex& index) { return arena.contains(e, index.variable); });
  };
  if (std::any_of(map.strides.begin(), map.strides.end(), moves) || moves(map.base)) return {};
  return map;
}

// Whether every stride is what the ranges inside it cover: then no two elements meet, and none lies between.
bool is_nested(Arena& arena, const Statement& statement, const IndexMap& map) {
  for (size_t i = 0; i + 1 < map.strides.size(); ++i) {
    if (map.strides[i] != multiply(arena, map.strides[i + 1], statement.space[i + 1].count)) return false;
  }
  return true;
}

// The terms that the divisor divides, divided.
Expr divided_terms(Arena& arena, Expr e, Expr divisor) {
  Expr total = integer(arena, 0);
  for (const Term& term : terms_of(arena, e)) {
    const auto part = divide_exactly(arena, polynomial(arena, {term}), divisor);
    if (part) total = add(arena, total, *part);
  }
  return total;
}

class PlaceFinder {
 public:
  PlaceFinder(Arena& arena, const Statement& writer, const KnownRanges& known)
      : arena_(arena), writer_(writer), known_(known) {}

  std::optional<WrittenPlace> find(const IndexMap& map, Expr offset) {
    const Expr distance = subtract(arena_, offset, map.base);
    if (writer_.space.empty()) return with_conditions({}, {zero(arena_, distance)});
    if (auto found = by_terms(map, distance)) return found;
    return by_division(map, distance);
  }

 private:
  std::optional<WrittenPlace> with_conditions(Replacements values, std::vector<Expr> conditions) {
    WrittenPlace place{false, std::move(values), {}};
    for (const Expr condition : writer_.guard) conditions.push_back(substitute(arena_, condition, place.values));
    for (const Expr condition : conditions) {
      if (condition == arena_.truth(false)) place.is_nowhere = true;
      if (!known_.imply(condition)) place.conditions.push_back(condition);
    }
    return place;
  }

  // Each index from the terms that its stride divides. Only the widest may leave its range, and only where elements
  // are nested: else the same offset may be that of other indices.
  std::optional<WrittenPlace> by_terms(const IndexMap& map, Expr distance) {
    Replacements values;
    const size_t last = map.strides.size() - 1;
    for (size_t i = 0; i < last; ++i) {
      const Expr whole = divided_terms(arena_, distance, map.strides[i]);
      distance = subtract(arena_, distance, multiply(arena_, whole, map.strides[i]));
      values[writer_.space[i].variable] = whole;
    }
    const auto rest = divide_exactly(arena_, distance, map.strides[last]);
    if (!rest) return {};
    values[writer_.space[last].variable] = *rest;
    std::vector<Expr> conditions;
    for (size_t i = 0; i <= last; ++i) {
      const Expr value = values[writer_.space[i].variable];
      const Expr count = substitute(arena_, writer_.space[i].count, values);
      const Expr in_range = both(arena_, {nonneg(arena_, value), less(arena_, value, count)});
      if (known_.imply(in_range)) continue;
      if (i > 0 || (last > 0 && !is_nested(arena_, writer_, map))) return {};
      for (const Expr each : members(arena_, in_range)) conditions.push_back(each);
    }
    return with_conditions(std::move(values), std::move(conditions));
  }

  // The indices from the number of the element, where elements follow each other.
  std::optional<WrittenPlace> by_division(const IndexMap& map, Expr distance) {
    const auto number = divide_exactly(arena_, distance, map.strides.back());
    if (!number || !is_nested(arena_, writer_, map) || !known_.imply(nonneg(arena_, *number))) return {};
    Replacements values;
    Expr rest = *number, all = integer(arena_, 1);
    for (size_t i = writer_.space.size(); i-- > 0;) {
      const Expr count = writer_.space[i].count;
      all = multiply(arena_, all, count);
      values[writer_.space[i].variable] = i == 0 ? rest : remainder(arena_, rest, count);
      rest = quotient(arena_, rest, count);
    }
    return with_conditions(std::move(values), {less(arena_, *number, all)});
  }

  Arena& arena_;
  const Statement& writer_;
  const KnownRanges& known_;
};

}  // namespace

std::optional<WrittenPlace> place_in(Arena& arena, const Statement& writer, Expr offset, const KnownRanges& known) {
  const Extent written{writer.offset, writer.bytes}, asked{offset, writer.bytes};
  if (!writer.space.empty() && threads_never_meet(arena, written, asked)) return WrittenPlace{true, {}, {}};
  const auto map = index_map(arena, writer);
  if (!map) return {};
  return PlaceFinder(arena, writer, known).find(*map, offset);
}

}  // namespace whet::lift
