#include "lift/compose/memory_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"

namespace whet::lift {

Expr MemoryReader::fail(const std::string& why, Expr e) {
  if (failure_.empty()) failure_ = why;
  return e;
}

bool MemoryReader::reads_written(Expr e) const {
  const auto parts = arena_.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
    if (arena_[part].kind != Kind::load) return false;
    const Expr array = arena_[part].args[0];
    return !memory_.stores(array).empty() || memory_.is_scratch(array);
  });
}

Expr MemoryReader::read(Expr e, const KnownRanges& known) {
  if (!failure_.empty() || !reads_written(e)) return e;
  const Node node = arena_[e];
  switch (node.kind) {
    case Kind::load:
      return content(node.args[0], read(node.args[1], known), node.bytes, known);
    case Kind::reduction:
      return read_reduction(e, known);
    case Kind::select:
      return read_select(e, known);
    case Kind::both:
    case Kind::either:
      return read_members(e, known);
    default:
      return read_parts(e, known);
  }
}

Expr MemoryReader::read_parts(Expr e, const KnownRanges& known) {
  std::vector<Expr> parts = parts_of(arena_, e);
  for (Expr& part : parts) part = read(part, known);
  return rebuild(arena_, e, parts);
}

Expr MemoryReader::read_reduction(Expr e, const KnownRanges& known) {
  const OpenReduction open = open_reduction(arena_, e);
  KnownRanges inside = known;
  const Expr count = read(open.count, known);
  inside.add_range(open.variable, count);
  reduced_.push_back(open.variable);
  const Expr body = read(open.body, inside);
  reduced_.pop_back();
  return close_reduction(arena_, {open.how, open.variable, count, body});
}

Expr MemoryReader::read_select(Expr e, const KnownRanges& known) {
  const std::vector<Expr> args = arena_[e].args;
  const Expr condition = read(args[0], known);
  KnownRanges where = known, elsewhere = known;
  where.add(condition);
  elsewhere.add(negate(arena_, condition));
  return select(arena_, condition, read(args[1], where), read(args[2], elsewhere));
}

// A member that loads is asked only where those that load nothing leave the question open.
Expr MemoryReader::read_members(Expr e, const KnownRanges& known) {
  const Node node = arena_[e];
  KnownRanges open = known;
  for (const Expr arg : node.args) {
    if (!reads_written(arg)) open.add(node.kind == Kind::both ? arg : negate(arena_, arg));
  }
  std::vector<Expr> args;
  for (const Expr arg : node.args) args.push_back(read(arg, open));
  return node.kind == Kind::both ? both(arena_, args) : either(arena_, args);
}

Expr MemoryReader::content(Expr array, Expr offset, int bytes, const KnownRanges& known) {
  const auto& stores = memory_.stores(array);
  return content_before(stores, stores.size(), arena_.load(array, offset, bytes), known);
}

// What the first `end` of the stores left at the place of the load.
Expr MemoryReader::content_before(const std::vector<LaunchStore>& stores, size_t end, Expr load,
                                  const KnownRanges& known) {
  const Expr array = arena_[load].args[0], offset = arena_[load].args[1];
  if (end == 0) {
    if (!memory_.is_scratch(array)) return load;
    return fail(fmt::format("{} may read elements of {} that no launch before it writes", launch_, memory_.name(array)),
                load);
  }
  const LaunchStore& last = stores[end - 1];
  if (last.statement.bytes != arena_[load].bytes)
    return fail(
        fmt::format("{} reads {} in another width than {} writes it", launch_, memory_.name(array), last.launch), load);
  const auto place = place_in(arena_, last.statement, offset, known);
  if (!place)
    return fail(fmt::format("which elements of {} that {} reads {} has written is not clear", memory_.name(array),
                            launch_, last.launch),
                load);
  if (place->is_nowhere) return content_before(stores, end - 1, load, known);
  check_repetition(last, *place, known);
  if (place->conditions.empty() && !last.statement.update)
    return substitute(arena_, last.statement.value, place->values);
  const Expr before = content_before(stores, end - 1, load, known);
  return value_of(last, *place, before);
}

// `before` is in the words of who reads, the value of the store in its own.
Expr MemoryReader::value_of(const LaunchStore& store, const WrittenPlace& place, Expr before) {
  const Statement& statement = store.statement;
  Expr value = substitute(arena_, statement.value, place.values);
  if (statement.update) {
    if (!as_store(arena_, statement, statement.value))
      return fail(fmt::format("{} reads {}, which {} updates at computed places", launch_,
                              memory_.name(statement.array), store.launch),
                  before);
    value = fold(arena_, *statement.update, {before, value});
  }
  return place.conditions.empty() ? value : select(arena_, both(arena_, place.conditions), value, before);
}

// A sum that depends on the index of another one is computed again for every index that neither depends on:
//   y[i, j] = sum(k: t[i, k] * w[k, j]),  t[i, k] = sum(l: ...)      once for every j
void MemoryReader::check_repetition(const LaunchStore& store, const WrittenPlace& place, const KnownRanges& known) {
  if (repeats_sums_ || reduced_.empty() || arena_.reductions(store.statement.value) == 0) return;
  const auto depends = [&](Expr variable) {
    return std::any_of(place.values.begin(), place.values.end(),
                       [&](const auto& each) { return arena_.contains(each.second, variable); });
  };
  if (!std::any_of(reduced_.begin(), reduced_.end(), depends)) return;
  std::vector<Expr> around = known.variables();
  while (!around.empty() && !depends(around.back())) around.pop_back();  // it is computed once outside of these
  for (const Expr variable : around) {
    if (depends(variable)) continue;
    fail(fmt::format("what {} reduces would be reduced again for every element that {} stores", store.launch, launch_),
         variable);
  }
}

}  // namespace whet::lift
