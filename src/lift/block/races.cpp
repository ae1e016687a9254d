#include "lift/block/races.h"

#include <algorithm>

#include "lift/block/facts.h"
#include "lift/block/writer.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// Whether a thread other than the one of `access` stores to its place; `across_warps`: one of another warp.
bool may_meet_access(Arena& arena, const SharedEntry& store, const SharedEntry& access, const std::vector<Expr>& always,
                     bool across_warps) {
  const Expr thread = arena.special(Special::tid_x), warp = integer(arena, 32);
  SharedEntry alone = store;
  alone.value = across_warps ? thread : integer(arena, 0);
  Facts facts(arena);
  for (const Expr fact : always) facts.add(fact);
  for (const Expr guard : access.guard) facts.add(guard);
  for (const ThreadLoop& loop : access.loops) facts.add(loop.condition);
  const Writer writer = find_writer(arena, alone, access.offset);
  if (writer.answer == Writer::Answer::never) return false;
  if (writer.answer == Writer::Answer::cannot_tell) return false;  // who reads it is told that it cannot be told
  if (!facts.imply(writer.known_if)) return false;
  if (facts.decide(writer.condition) == arena.truth(false)) return false;
  facts.add(writer.condition);
  if (facts.decide(writer.is_reader) == arena.truth(true)) return false;
  if (!across_warps) return true;
  const auto is_in_first = [&](Expr index) { return facts.imply(less(arena, index, warp)); };
  return !is_in_first(thread) || !is_in_first(writer.value);
}

SharedEntry in_next_pass(Arena& arena, SharedEntry entry, Expr variable) {
  const Replacements next{{variable, add(arena, variable, integer(arena, 1))}};
  entry.offset = substitute(arena, entry.offset, next);
  for (Expr& guard : entry.guard) guard = substitute(arena, guard, next);
  return entry;
}

bool is_access(const SharedEntry& entry) {
  return changes_memory(entry) || entry.kind == SharedEntry::Kind::load;
}

}  // namespace

std::optional<SharedEntry> find_race(Arena& arena, const SharedLog& log, size_t first, const Expr* pass_variable,
                                     const std::vector<Expr>& always) {
  SharedLog all(log.begin() + static_cast<std::ptrdiff_t>(first), log.end());
  if (pass_variable != nullptr) {
    const size_t once = all.size();
    for (size_t i = 0; i < once; ++i)
      all.push_back(is_access(all[i]) ? in_next_pass(arena, all[i], *pass_variable) : all[i]);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    if (!is_access(all[i])) continue;
    bool is_ordered = false;  // within a warp
    for (size_t j = i + 1; j < all.size() && all[j].kind != SharedEntry::Kind::barrier; ++j) {
      is_ordered |= all[j].kind == SharedEntry::Kind::warp;
      if (!is_access(all[j]) || all[i].array != all[j].array) continue;
      const bool stores = all[i].kind == SharedEntry::Kind::store, later = all[j].kind == SharedEntry::Kind::store;
      if (stores == later) continue;  // two stores: the later one counts
      const SharedEntry &store = stores ? all[i] : all[j], &other = stores ? all[j] : all[i];
      if (!stores && !later) continue;
      if (!may_meet_access(arena, store, other, always, false)) continue;
      if (!is_ordered || may_meet_access(arena, store, other, always, true)) return store;
    }
  }
  return {};
}

}  // namespace whet::lift
