// Shared memory in loops: what a pass stores, what it carries to the next one, and what the whole loop leaves.
#include <algorithm>

#include "lift/block/buffered_scan.h"
#include "lift/block/lanes.h"
#include "lift/block/races.h"
#include "lift/block/told_apart.h"
#include "lift/block/tree.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/bit_readings.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {
namespace {

void substitute_entry(Arena& arena, SharedEntry& entry, const Replacements& map) {
  if (entry.array == Expr{}) return;
  entry.offset = substitute(arena, entry.offset, map);
  if (changes_memory(entry)) entry.value = substitute(arena, entry.value, map);
  for (Expr& e : entry.guard) e = substitute(arena, e, map);
  for (ThreadLoop& loop : entry.loops) {
    loop.condition = substitute(arena, loop.condition, map);
    loop.count = substitute(arena, loop.count, map);
  }
}

// The loads of this array that a pass made.
std::vector<Expr> loads_in(const Arena& arena, Expr e, Expr array, size_t first) {
  std::vector<Expr> found;
  for (const Expr part : arena.all_parts(e)) {
    if (is_shared_load(arena, part) && arena[part].args[0] == array && time_of(arena, part) > first) {
      found.push_back(part);
    }
  }
  return found;
}

}  // namespace

Expr Evaluator::resolved(Expr e, const std::vector<Expr>& known) {
  if (!has_shared_load(arena_, e) && !has_exchange(arena_, e)) return e;
  const std::vector<Expr> always = block_extents();
  const auto doubt = [this](Expr load, Expr& found) { return misread_in_shared(load, found); };
  std::vector<Expr> facts = around_;
  facts.insert(facts.end(), known.begin(), known.end());
  return SharedReader(arena_, log_, scopes_, open_, always, thread_.assumptions, doubt).resolve(e, facts);
}

// What was stored is known only later than what it is read as.
void Evaluator::note_reading(Expr e, ptx::Type type) {
  for (const Expr each : moved_words(arena_, e)) {
    if (is_shared_load(arena_, each)) shared_readings_[{arena_[each].args[0].id, time_of(arena_, each)}].insert(type);
  }
}

std::optional<std::string> Evaluator::misread_in_shared(Expr load, Expr& found) const {
  const auto at = shared_readings_.find({arena_[load].args[0].id, time_of(arena_, load)});
  if (at == shared_readings_.end()) return {};
  std::optional<std::string> wrong;
  for (const ptx::Type type : at->second) {
    wrong = misread(arena_, found, type, signs_);
    if (!wrong && !ptx::is_float(type) && is_real(arena_, found)) wrong = k_real_bits;
    if (wrong) continue;
    if (!ptx::is_float(type)) return {};  // of several loads at one time it may be any
    const auto number = as_real(arena_, found, type);
    if (number) {
      found = *number;
      return {};
    }
    if (is_integer(arena_, found)) wrong = k_whole_bits;
    if (!wrong) return {};
  }
  return wrong;
}

// 16*blockIdx.x + threadIdx.x in an address: a block has at most 16 threads in x.
std::vector<Expr> Evaluator::block_extents() const {
  std::vector<Expr> known;
  if (threads_ != 0) {
    const Expr more = subtract(arena_, arena_.special(Special::ntid_x), integer(arena_, threads_));
    known.push_back(nonneg(arena_, more));
  }
  if (most_threads_ != 0)
    known.push_back(nonneg(arena_, subtract(arena_, integer(arena_, most_threads_), arena_.special(Special::ntid_x))));
  std::vector<Expr> offsets;
  for (const Access& access : loads_) offsets.push_back(access.offset);
  for (const ThreadStore& store : thread_.stores) offsets.push_back(store.offset);
  for (int axis = 0; axis < 3; ++axis) {
    const auto special = [&](Special first) {
      return arena_.special(static_cast<Special>(static_cast<int>(first) + axis));
    };
    for (const Expr offset : offsets) {
      const auto thread = linear_in(arena_, offset, special(Special::tid_x));
      const auto block = linear_in(arena_, offset, special(Special::ctaid_x));
      if (!thread || !block || thread->coefficient == integer(arena_, 0)) continue;
      const auto ratio = divide_exactly(arena_, block->coefficient, thread->coefficient);
      if (!ratio || constant(arena_, *ratio).value_or(0) < 2) continue;
      known.push_back(nonneg(arena_, subtract(arena_, *ratio, special(Special::ntid_x))));
      break;
    }
  }
  return known;
}

void Evaluator::resolve_store(ThreadStore& store) {
  std::vector<Expr> known;
  if (has_exchange(arena_, store.value)) {
    store.value = lanes_of_whole_warps(arena_, store.value);
    for (Expr& guard : store.guard) guard = lanes_of_whole_warps(arena_, guard);
  }
  for (ThreadLoop& loop : store.loops) {
    loop.condition = resolved(loop.condition, known);
    loop.count = resolved(loop.count, known);
    known.push_back(loop.condition);
  }
  for (Expr& guard : store.guard) {
    guard = resolved(guard, known);
    known.push_back(guard);
  }
  store.offset = resolved(store.offset, known);
  store.value = resolved(store.value, known);
  if (!log_.empty()) store.value = without_same_branches(arena_, store.value, known);
}

Result<void> Evaluator::check_races(const SharedLog& log, size_t first, const Expr* pass_variable) {
  SharedLog guarded = log;
  for (size_t i = first; i < guarded.size(); ++i) {
    SharedEntry& entry = guarded[i];
    if (entry.array != Expr{}) entry.guard.insert(entry.guard.begin(), around_.begin(), around_.end());
  }
  const auto race = find_race(arena_, guarded, first, pass_variable, block_extents());
  if (!race) return {};
  return bad_input("shared memory may be read and stored by several threads without a barrier between",
                   "PTX line " + std::to_string(race->line));
}

// A tree of a constant size is one of the whole block.
void Evaluator::assume_threads() {
  if (threads_ == 0) return;
  const Expr extent = arena_.special(Special::ntid_x), other = arena_.special(Special::tid_y);
  const Replacements map{{extent, integer(arena_, threads_)}};
  const auto change = [&](Expr& e) { e = substitute(arena_, e, map); };
  for (const ThreadStore& store : thread_.stores) {
    if (arena_.contains(store.value, other) || arena_.contains(store.offset, other)) return;
  }
  for (ThreadStore& store : thread_.stores) {
    change(store.offset);
    change(store.value);
    for (Expr& guard : store.guard) change(guard);
    for (ThreadLoop& loop : store.loops) change(loop.condition), change(loop.count);
  }
  thread_.assumptions.insert("blockDim.x is " + std::to_string(threads_));
}

// After the loop nobody knows in which pass a load was made.
Expr Evaluator::without_lost_loads(const LoopPass& pass, Expr e) {
  if (!has_shared_load(arena_, e)) return e;
  return rewrite(arena_, e, [&](Expr part) {
    if (!is_shared_load(arena_, part) || time_of(arena_, part) <= pass.first_shared) return part;
    const bool stored = std::any_of(
        log_.begin() + static_cast<std::ptrdiff_t>(pass.first_shared), log_.end(),
        [&](const SharedEntry& entry) { return changes_memory(entry) && entry.array == arena_[part].args[0]; });
    if (!stored) return part;
    return arena_.unknown("what the loop at " + pass.where + " reads from shared memory cannot be told");
  });
}

std::optional<Exit> Evaluator::tree_loop(const LoopPass& pass, const std::vector<Carried>& carried, const State& before,
                                         Exit exit, Expr go_on) {
  if (thread_.stores.size() != pass.first_store || log_.size() <= pass.first_shared + 1) return {};
  auto tree = find_tree(arena_, log_, pass.first_shared, carried, go_on, thread_.assumptions);
  if (!tree) tree = find_buffered_scan(arena_, log_, pass.first_shared, carried, go_on);
  if (!tree) return {};
  log_.resize(pass.first_shared);
  for (SharedEntry& entry : tree->entries) {
    if (changes_memory(entry)) {
      entry.guard.insert(entry.guard.begin(), before.path.begin(), before.path.end());
      entry.line = pass.line;
    }
    log_.push_back(std::move(entry));
  }
  if (tree->threads != 0) threads_ = tree->threads;
  if (tree->most_threads != 0) {
    most_threads_ = most_threads_ == 0 ? tree->most_threads : std::min(most_threads_, tree->most_threads);
    thread_.assumptions.insert("a block has at most " + std::to_string(most_threads_) + " threads");
  }
  Replacements after = tree->after;
  for (const Carried& c : carried) after.emplace(c.symbol, c.symbol == tree->step ? tree->step_after : c.initial);
  for (const Expr symbol : tree->lost) after[symbol] = arena_.unknown("what a tree carries beside its distance");
  for (auto& [place, held] : exit.state.values) held.value = substitute(arena_, held.value, after);
  exit.state.path = before.path;
  return exit;
}

Result<void> Evaluator::enter_solved_loop(const LoopPass& pass, const SolvedLoop& loop,
                                          const std::vector<Carried>& carried) {
  scopes_.back().variable = loop.variable;
  scopes_.back().solved = true;
  std::erase_if(open_, [&](Expr symbol) { return loop.inside.contains(symbol); });
  for (size_t i = pass.first_shared; i < log_.size(); ++i) substitute_entry(arena_, log_[i], loop.inside);
  (void)carried;
  return {};
}

// sh[t] = sh[t] + f in every pass: what was there before, and the sum over the passes. An element that each pass reads
// before it changes it for the only time was there before the loop.
bool Evaluator::accumulate_in_shared(const LoopPass& pass, SharedEntry& entry, const SolvedLoop& loop) {
  const std::vector<Expr> own = loads_in(arena_, entry.value, entry.array, pass.first_shared);
  if (own.size() != 1 || arena_[own[0]].args[1] != entry.offset || !entry.loops.empty()) return false;
  const Expr before = shared_load(arena_, entry.array, entry.offset, entry.bytes, pass.first_shared);
  if (arena_.contains(entry.offset, loop.variable)) {
    entry.value = substitute(arena_, entry.value, {{own[0], before}});
    return false;
  }
  const Expr symbol = arena_.fresh_variable();
  const auto found = accumulation(arena_, substitute(arena_, entry.value, {{own[0], symbol}}), symbol);
  if (!found || !found->how || arena_.contains(found->body, symbol)) return false;
  std::vector<Expr> stays, changes;
  for (const Expr guard : entry.guard) {
    (arena_.contains(guard, loop.variable) ? changes : stays).push_back(guard);
  }
  const Expr nothing = identity(arena_, *found->how, found->of_integers);
  const Expr body = select(arena_, both(arena_, changes), found->body, nothing);
  const Expr total = close_reduction(arena_, {*found->how, loop.variable, loop.count, body});
  // Whoever reads the result is another thread: what this one stored before the loop is told here.
  Expr told = resolved(before, stays);
  if (constant(arena_, told) && !found->of_integers && (entry.bytes == 4 || entry.bytes == 8)) {
    const auto number = as_real(arena_, told, entry.bytes == 8 ? ptx::Type::f64 : ptx::Type::f32);
    if (number) told = *number;
  }
  const bool is_told = !has_shared_load(arena_, told) && arena_[told].kind != Kind::unknown && is_real(arena_, told);
  const Expr start = is_told ? told : before;
  entry.value = found->of_integers ? add(arena_, before, total) : fold(arena_, *found->how, {start, total});
  entry.guard = stays;
  return true;
}

Result<void> Evaluator::finish_shared(const LoopPass& pass, const SolvedLoop& loop, const State& before, Expr go_on) {
  const Expr test = substitute(arena_, go_on, loop.inside);
  for (size_t i = pass.first_shared; i < log_.size(); ++i) {
    SharedEntry& entry = log_[i];
    substitute_entry(arena_, entry, loop.inside);
    if (!changes_memory(entry)) continue;
    for (const Expr each : members(arena_, test)) {
      if (std::erase(entry.guard, each) == 0) return bad_input("the loop at " + pass.where + " stores before its test");
    }
  }
  TRY_VOID(check_races(log_, pass.first_shared, &loop.variable));
  SharedLog finished(log_.begin() + static_cast<std::ptrdiff_t>(pass.first_shared), log_.end());
  for (SharedEntry& entry : finished) {
    if (changes_memory(entry)) finish_entry(pass, entry, loop, before);
    if (entry.kind == SharedEntry::Kind::load)
      entry.guard.insert(entry.guard.begin(), before.path.begin(), before.path.end());
  }
  std::copy(finished.begin(), finished.end(), log_.begin() + static_cast<std::ptrdiff_t>(pass.first_shared));
  return {};
}

void Evaluator::finish_entry(const LoopPass& pass, SharedEntry& entry, const SolvedLoop& loop, const State& before) {
  const auto same = [&](const SharedEntry& other) { return changes_memory(other) && other.array == entry.array; };
  const bool alone =
      std::count_if(log_.begin() + static_cast<std::ptrdiff_t>(pass.first_shared), log_.end(), same) == 1;
  const bool accumulates = alone && entry.kind == SharedEntry::Kind::store && accumulate_in_shared(pass, entry, loop);
  if (!accumulates) {
    entry.value = resolved(entry.value, entry.guard);
    entry.offset = resolved(entry.offset, entry.guard);
    for (Expr& guard : entry.guard) guard = resolved(guard, {});
    entry.loops.insert(entry.loops.begin(), {loop.variable, loop.condition, loop.count, pass.line});
  }
  entry.value = without_lost_loads(pass, entry.value);
  entry.offset = without_lost_loads(pass, entry.offset);
  for (Expr& guard : entry.guard) guard = without_lost_loads(pass, guard);
  entry.guard.insert(entry.guard.begin(), before.path.begin(), before.path.end());
}

}  // namespace whet::lift
