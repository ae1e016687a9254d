#include "lift/compose/launch_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/compose/memory_reader.h"
#include "lift/compose/written_place.h"
#include "lift/expression/condition.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

Expr at_place(Arena& arena, Expr e, const WrittenPlace& place) {
  return substitute(arena, e, place.values);
}

}  // namespace

std::optional<Statement> as_store(Arena& arena, const Statement& update, Expr before) {
  const auto own = place_in(arena, update, update.offset, KnownRanges(arena, update));
  if (!own || own->is_nowhere || !own->conditions.empty()) return {};
  for (const SpaceIndex& index : update.space) {
    if (own->values.at(index.variable) != index.variable) return {};
  }
  Statement store = update;
  store.value = fold(arena, *update.update, {before, update.value});
  store.update.reset();
  return store;
}

const std::vector<LaunchStore>& LaunchMemory::stores(Expr array) const {
  static const std::vector<LaunchStore> none;
  const auto at = stores_.find(static_cast<int>(arena_[array].value));
  return at == stores_.end() ? none : at->second;
}

bool LaunchMemory::is_scratch(Expr array) const {
  return scratch_.contains(static_cast<int>(arena_[array].value));
}

std::string LaunchMemory::name(Expr array) const {
  return "`" + print(arena_, array, names_) + "`";
}

Result<void> LaunchMemory::store(Statement statement, const std::string& launch) {
  const int number = static_cast<int>(arena_[statement.array].value);
  std::vector<LaunchStore>& earlier = stores_[number];
  if (earlier.empty()) order_.push_back(number);
  if (statement.update && (!earlier.empty() || is_scratch(statement.array))) {
    MemoryReader reader(arena_, *this, launch);
    const Expr before =
        reader.content(statement.array, statement.offset, statement.bytes, KnownRanges(arena_, statement));
    if (!reader.failure().empty()) return bad_input(reader.failure());
    const auto whole = as_store(arena_, statement, before);
    if (!whole)
      return bad_input(fmt::format("{} updates elements of {} at computed places, which an earlier launch wrote",
                                   launch, name(statement.array)));
    statement = *whole;
  }
  earlier.push_back({std::move(statement), launch});
  return {};
}

// Elements that both store have the value of the later one.
Result<void> LaunchMemory::add_later(std::vector<Statement>& kept, const LaunchStore& later) const {
  const Statement& last = later.statement;
  bool is_covered = false;
  for (size_t i = 0; i < kept.size();) {
    Statement& first = kept[i];
    const auto place = first.array != last.array ? std::optional(WrittenPlace{true, {}, {}})
                                                 : place_in(arena_, last, first.offset, KnownRanges(arena_, first));
    if (place && place->is_nowhere) {
      ++i;
      continue;
    }
    if (place && place->conditions.empty() && !last.update) {  // a value that holds what was there before
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (!place || first.update || last.update)
      return bad_input(
          fmt::format("{} writes some elements of {} which an earlier launch wrote", later.launch, name(last.array)));
    const auto back = place_in(arena_, first, last.offset, KnownRanges(arena_, last));
    if (!back || back->is_nowhere || !back->conditions.empty())
      return bad_input(fmt::format("{} writes some elements of {} which an earlier launch wrote, and some others",
                                   later.launch, name(last.array)));
    first.value = select(arena_, both(arena_, place->conditions), at_place(arena_, last.value, *place), first.value);
    is_covered = true;
    ++i;
  }
  if (!is_covered) kept.push_back(last);
  return {};
}

Result<std::vector<Statement>> LaunchMemory::statements() const {
  std::vector<Statement> all;
  for (const int number : order_) {
    if (scratch_.contains(number)) continue;
    std::vector<Statement> kept;
    for (const LaunchStore& each : stores_.at(number)) TRY_VOID(add_later(kept, each));
    for (Statement& statement : kept) all.push_back(std::move(statement));
  }
  return all;
}

}  // namespace whet::lift
