#include "lift/thread/loop_exits.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/substitute.h"

namespace whet::lift {

std::vector<Expr> ends_of(Arena& arena, const std::vector<Exit>& exits) {
  std::vector<Expr> ends, known;
  for (const Exit& exit : exits) {
    std::vector<Expr> rest;
    for (const Expr e : exit.state.path) {
      if (std::find(known.begin(), known.end(), e) == known.end()) rest.push_back(e);
    }
    ends.push_back(both(arena, rest));
    for (const Expr e : members(arena, negate(arena, ends.back()))) known.push_back(e);
  }
  return ends;
}

Expr going_on(Arena& arena, const std::vector<Expr>& ends) {
  std::vector<Expr> tests;
  for (const Expr end : ends) tests.push_back(negate(arena, end));
  return both(arena, tests);
}

bool drop_test(Arena& arena, std::vector<Expr>& guard, Expr go_on) {
  std::vector<Expr> rest, missing = members(arena, go_on);
  for (const Expr e : guard) {
    for (const Expr part : members(arena, e)) {
      if (std::erase(missing, part) == 0) rest.push_back(part);
    }
  }
  if (!missing.empty()) return false;
  guard = std::move(rest);
  return true;
}

// A search, which data end, may only read: what it did before its last test is not told apart.
Result<void> Evaluator::check_search(const LoopPass& pass) const {
  const bool changes_shared = std::any_of(
      log_.begin() + static_cast<std::ptrdiff_t>(pass.first_shared), log_.end(), [](const SharedEntry& entry) {
        return entry.kind != SharedEntry::Kind::mark && entry.kind != SharedEntry::Kind::warp;
      });
  if (thread_.stores.size() == pass.first_store && !changes_shared) return {};
  return bad_input("the loop at " + pass.where + ", which data may end, does more than read global memory");
}

// The conditions by which a loop is left: all of the passes were made, or data ended it; or which test failed first.
Result<std::vector<Expr>> Evaluator::ways_out(const LoopPass& pass, const SolvedLoop& loop,
                                              const std::vector<Expr>& ends) {
  if (ends.size() == 1) return std::vector<Expr>{arena_.truth(true)};
  Expr first = substitute(arena_, ends[0], loop.after);
  if (loop.runs_out) {
    const auto counts = [&](Expr end) {
      const auto tests = members(arena_, substitute(arena_, negate(arena_, end), loop.inside));
      const auto limits = members(arena_, loop.limits);
      return std::all_of(tests.begin(), tests.end(),
                         [&](Expr e) { return std::find(limits.begin(), limits.end(), e) != limits.end(); });
    };
    if (counts(ends[0]) == counts(ends[1])) {
      return bad_input("how the loop at " + pass.where + " is left cannot be told: data and counters end it together");
    }
    first = counts(ends[0]) ? *loop.runs_out : negate(arena_, *loop.runs_out);
  }
  return std::vector<Expr>{first, negate(arena_, first)};
}

// The values when a loop was left by this way.
void Evaluator::leave_loop(const LoopPass& pass, const SolvedLoop& loop, const State& before, Expr way, Exit& exit) {
  for (auto& [place, held] : exit.state.values) {
    held.value = substitute(arena_, without_lost_loads(pass, held.value), loop.after);
  }
  exit.state.path = before.path;
  assume(arena_, exit.state, way);
}

}  // namespace whet::lift
