// Loops: one pass is evaluated with symbols for what the loop carries, and solved (carried.h). Where that fails and the
// number of passes is a small constant, the passes are evaluated one by one.
#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/roll.h"
#include "lift/expression/substitute.h"
#include "lift/loop/carried.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/disjoint.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/loop_exits.h"

namespace whet::lift {
namespace {

constexpr int k_most_passes = 128;

std::string place_name(const Frame& frame, const Place& place) {
  if (place.space == Place::Space::reg && place.name < 0) return "the number of the pass";
  if (place.space == Place::Space::element) return "an element of global memory";
  if (place.space == Place::Space::reg) return frame.function->registers[static_cast<size_t>(place.name)].name;
  return "local memory at byte " + std::to_string(place.offset);
}

void substitute_all(Arena& arena, std::vector<Expr>& list, const Replacements& replacements) {
  for (Expr& e : list) e = substitute(arena, e, replacements);
}

// What begins below zero: -1, -r, x - 1.
bool begins_below_zero(const Arena& arena, Expr initial) {
  if (is_real(arena, initial) || is_condition(arena, initial)) return false;
  const auto terms = terms_of(arena, initial);
  return std::any_of(terms.begin(), terms.end(), [](const Term& term) { return term.coefficient < 0; });
}

// A store of a pass becomes one of the loop.
void put_into_loop(Arena& arena, ThreadStore& store, const SolvedLoop& loop, const std::vector<Expr>& path,
                   uint32_t line) {
  store.offset = substitute(arena, store.offset, loop.inside);
  store.value = substitute(arena, store.value, loop.inside);
  substitute_all(arena, store.guard, loop.inside);
  for (ThreadLoop& inner : store.loops) {
    inner.condition = substitute(arena, inner.condition, loop.inside);
    inner.count = substitute(arena, inner.count, loop.inside);
  }
  std::erase(store.guard, loop.condition);
  store.guard.insert(store.guard.begin(), path.begin(), path.end());
  store.loops.insert(store.loops.begin(), {loop.variable, loop.condition, loop.count, line});
}

// Whether different passes mean different places, whatever the sizes: of a quotient and its remainder both are there.
bool tells_passes_apart(const Arena& arena, Expr offset, Expr pass) {
  const std::vector<Expr> parts = arena.all_parts(offset);
  return std::all_of(parts.begin(), parts.end(), [&](Expr part) {
    const Node& node = arena[part];
    if (!arena.contains(part, pass) || node.kind == Kind::polynomial || node.kind == Kind::variable) return true;
    if (node.kind != Kind::quotient && node.kind != Kind::remainder) return false;
    return std::any_of(parts.begin(), parts.end(), [&](Expr other) {
      const Kind wanted = node.kind == Kind::quotient ? Kind::remainder : Kind::quotient;
      return arena[other].kind == wanted && arena[other].args == node.args;
    });
  });
}

}  // namespace

Result<std::vector<Exit>> Evaluator::loop(Frame& frame, const NaturalLoop& loop, const State& state) {
  const size_t stores = thread_.stores.size(), accesses = loads_.size(), shared = log_.size(), swaps = swaps_.size();
  const std::vector<Expr> open = open_;
  scopes_.push_back({shared, {}, false});
  const size_t around = around_.size(), kept = kept_.size();
  around_.insert(around_.end(), state.path.begin(), state.path.end());
  auto solved = symbolic_loop(frame, loop, state);
  around_.resize(around, Expr{});
  scopes_.pop_back();
  kept_.resize(kept);
  open_ = open;
  if (solved || !check_budget()) return solved;
  thread_.stores.resize(stores);
  loads_.resize(accesses);
  log_.resize(shared);
  swaps_.resize(swaps);
  auto unrolled = unrolled_loop(frame, loop, state);
  return unrolled ? std::move(unrolled) : std::move(solved);
}

std::vector<Place> Evaluator::carried_places(const Frame& frame, const NaturalLoop& loop, const State& state) const {
  std::vector<Place> places;
  const auto& graph = frame.flow->graph;
  for (uint32_t index = 0; index < loop.blocks.size(); ++index) {
    if (!loop.blocks[index]) continue;
    for (uint32_t i = graph.blocks[index].first; i < graph.blocks[index].end; ++i) {
      for (const uint32_t reg : frame.liveness->use(i).writes) {
        const Place place{Place::Space::reg, frame.number, static_cast<int>(reg), 0};
        if (frame.liveness->is_live_in(reg, loop.header) && state.values.contains(place)) places.push_back(place);
      }
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

// Elements that a pass reads and stores again.
Result<void> Evaluator::check_loop_accesses(const LoopPass& pass, const SolvedLoop& loop) const {
  const auto changes_in_place = [&](size_t read) {
    const Expr offset = substitute(arena_, loads_[read].offset, loop.inside);
    return arena_.contains(offset, loop.variable) && tells_passes_apart(arena_, offset, loop.variable) &&
           std::any_of(thread_.stores.begin() + static_cast<std::ptrdiff_t>(pass.first_store), thread_.stores.end(),
                       [&](const ThreadStore& store) {
                         return store.array == loads_[read].array && store.bytes == loads_[read].bytes &&
                                store.loops.empty() && substitute(arena_, store.offset, loop.inside) == offset;
                       });
  };
  for (size_t s = pass.first_store; s < thread_.stores.size(); ++s) {
    const ThreadStore& store = thread_.stores[s];
    const Extent written{substitute(arena_, store.offset, loop.inside), store.bytes};
    for (size_t l = pass.first_access; l < loads_.size(); ++l) {
      if (loads_[l].array != store.array) continue;
      const Extent read{substitute(arena_, loads_[l].offset, loop.inside), loads_[l].bytes};
      if (meet_only_in_one_pass(arena_, read, written, loop.variable) || changes_in_place(l)) continue;
      return bad_input("the loop at " + pass.where + " reads what it stores in other passes",
                       "PTX line " + std::to_string(loads_[l].line));
    }
  }
  return {};
}

// Registers that change by the same amount in every pass are taken out of the list of what a loop carries.
std::vector<Counter> Evaluator::take_counters(std::vector<Place>& places, const std::vector<Expr>& symbols,
                                              const State& before, const State& back) {
  std::vector<Counter> counters;
  std::vector<Place> others;
  for (size_t i = 0; i < places.size(); ++i) {
    const auto after = back.values.find(places[i]);
    const Expr start = before.values.at(places[i]).value;
    others.push_back(places[i]);
    if (after == back.values.end() || is_real(arena_, after->second.value) || is_condition(arena_, start)) continue;
    if (is_real(arena_, start) || is_condition(arena_, after->second.value)) continue;
    const auto pointed = bases_of(start);
    const Expr base = pointed.size() == 1 ? pointed[0] : integer(arena_, 0);
    const Expr step = subtract(arena_, after->second.value, add(arena_, base, symbols[i]));
    const bool is_open = has_shared_load(arena_, step) || arena_[step].kind == Kind::unknown;
    if (is_open || std::any_of(symbols.begin(), symbols.end(), [&](Expr e) { return arena_.contains(step, e); }))
      continue;
    if (step == integer(arena_, 0)) continue;
    counters.push_back({places[i], start, step});
    others.pop_back();
  }
  if (!counters.empty()) places = std::move(others);
  return counters;
}

Result<void> Evaluator::check_counters(const std::vector<Counter>& counters, Expr number, const State& back,
                                       const std::string& where) {
  for (const Counter& counter : counters) {
    const Expr next =
        add(arena_, counter.start, multiply(arena_, counter.step, add(arena_, number, integer(arena_, 1))));
    const auto at = back.values.find(counter.place);
    if (at == back.values.end() || at->second.value != next)
      return bad_input("the counters of the loop at " + where + " do not count");
  }
  return {};
}

Result<std::vector<Exit>> Evaluator::symbolic_loop(Frame& frame, const NaturalLoop& loop, const State& state) {
  const Instruction& head = frame.function->body[frame.flow->graph.blocks[loop.header].first];
  const std::string source = ptx::source_text(module_, head);
  const std::string where = source.empty() ? "PTX line " + std::to_string(head.line) : source;
  const size_t stores = thread_.stores.size(), returns = frame.returns.size(), shared = log_.size(),
               swaps = swaps_.size(), kept = kept_.size();
  size_t accesses = loads_.size();
  const std::vector<Expr> open = open_;
  std::vector<Place> places = carried_places(frame, loop, state);
  std::vector<Counter> counters;
  const Place number_place{Place::Space::reg, frame.number, -1 - static_cast<int>(loop.header), 0};
  State before = state;
  for (int attempt = 0; attempt < 6; ++attempt) {
    const int unclear = unclear_loads_;
    State start = before;
    std::vector<Expr> symbols, bases;
    const Expr number = arena_.fresh_variable();
    for (const Counter& counter : counters) {
      start.values[counter.place].value = add(arena_, counter.start, multiply(arena_, counter.step, number));
    }
    for (const Place& place : places) {
      Expr& held = start.values[place].value;
      const auto pointed = is_real(arena_, held) || is_condition(arena_, held) ? std::vector<Expr>{} : bases_of(held);
      const bool points = pointed.size() == 1;
      bases.push_back(points ? pointed[0] : integer(arena_, 0));
      const bool is_number = place.space == Place::Space::reg && place.name < 0;
      symbols.push_back(is_number ? number : arena_.fresh_variable(!points && begins_below_zero(arena_, held)));
      const bool is_predicate = is_condition(arena_, held);
      held = points ? add(arena_, bases.back(), symbols.back()) : symbols.back();
      if (is_predicate) held = negate(arena_, zero(arena_, symbols.back()));
    }
    start.path.clear();
    open_ = open;
    open_.insert(open_.end(), symbols.begin(), symbols.end());
    log_.push_back({.kind = SharedEntry::Kind::mark, .line = head.line});
    const State begun = start;
    TRY(pass, region(frame, loop.blocks, loop.header, std::move(start), true));
    if (frame.returns.size() != returns) {
      frame.returns.resize(returns);
      return bad_input("a return from inside the loop at " + where + " is not modelled");
    }
    if (swaps_.size() > swaps && !pass.back.empty()) {
      TRY(back, merged(std::move(pass.back)));
      return swap_loop({places, symbols, bases, stores, accesses, shared, kept, where, head.line}, before, back,
                       std::move(pass.exits));
    }
    if (pass.back.empty() || pass.exits.empty() || pass.exits.size() > 2) {
      return bad_input("the loop at " + where + " has " + std::to_string(pass.exits.size()) +
                       " exits; one or two are modelled");
    }
    TRY(back, merged(std::move(pass.back)));
    if (!counters.empty()) {
      TRY_VOID(check_counters(counters, number, back, where));
      back.values[number_place].value = add(arena_, number, integer(arena_, 1));
    }
    const size_t known = places.size();
    for (const auto& [place, held] : begun.values) {
      const auto at = back.values.find(place);
      const bool changed = at == back.values.end() || at->second != held;
      const bool listed = std::find(places.begin(), places.end(), place) != places.end();
      const bool is_memory = place.space == Place::Space::local || place.space == Place::Space::element;
      if (is_memory && changed && !listed) places.push_back(place);
    }
    const bool is_unclear = counters.empty() && places.size() == known && unclear_loads_ != unclear;
    if (is_unclear) counters = take_counters(places, symbols, before, back);
    if (is_unclear && !counters.empty()) {
      places.push_back(number_place);
      before.values[number_place] = {integer(arena_, 0), 4};
    } else if (places.size() == known) {
      const LoopPass whole{places, symbols, bases, stores, accesses, shared, kept, where, head.line};
      TRY(keeps_more, keep_elements(whole, before, places, head));
      if (!keeps_more) return finish_loop(frame, whole, before, back, std::move(pass.exits));
      accesses = loads_.size();
    }
    thread_.stores.resize(stores);
    loads_.resize(accesses);
    log_.resize(shared);
  }
  return bad_input("the local memory that the loop at " + where + " changes is not modelled");
}

Result<std::vector<Carried>> Evaluator::carried_values(const Frame& frame, const LoopPass& pass, const State& before,
                                                       const State& back) const {
  std::vector<Carried> carried;
  for (size_t i = 0; i < pass.places.size(); ++i) {
    const auto updated = back.values.find(pass.places[i]);
    if (updated == back.values.end()) return bad_input("the loop at " + pass.where + " overwrites a part of a value");
    const auto number = [&](Expr e) {
      return is_condition(arena_, e) ? select(arena_, e, integer(arena_, 1), integer(arena_, 0)) : e;
    };
    const Held& held = before.values.at(pass.places[i]);
    const Expr update = number(updated->second.value);
    Expr initial = number(held.value);
    // A variable that is passed by reference begins with the bits of a floating-point number.
    const bool is_number = is_real(arena_, update) || real_places_.contains(pass.places[i]);
    if (is_number && constant(arena_, initial) && (held.bytes == 4 || held.bytes == 8)) {
      TRY(start, as_real(arena_, initial, held.bytes == 8 ? ptx::Type::f64 : ptx::Type::f32));
      initial = start;
    }
    const Expr base = pass.bases[i];
    const bool points = base != integer(arena_, 0);
    carried.push_back({pass.symbols[i], points ? subtract(arena_, initial, base) : initial,
                       points ? subtract(arena_, update, base) : update, place_name(frame, pass.places[i])});
  }
  return carried;
}

Result<std::vector<Exit>> Evaluator::finish_loop(const Frame& frame, const LoopPass& pass, const State& before,
                                                 const State& back, std::vector<Exit> exits) {
  TRY(carried, carried_values(frame, pass, before, back));
  const std::vector<Expr> ends = ends_of(arena_, exits);
  const Expr go_on = going_on(arena_, ends);
  if (exits.size() == 1 && kept_.size() == pass.first_kept) {
    if (auto left = tree_loop(pass, carried, before, exits[0], go_on)) return std::vector<Exit>{*std::move(left)};
  }
  LoopHooks hooks;
  hooks.counted = [&](const SolvedLoop& loop) { return enter_solved_loop(pass, loop, carried); };
  hooks.resolve = [&](Expr e) { return without_lost_loads(pass, resolved(e, {})); };
  hooks.is_open = [&](Expr e) { return has_shared_load(arena_, e); };
  TRY(solved, solve_loop(arena_, carried, go_on, pass.where, hooks));
  if (solved.runs_out) TRY_VOID(check_search(pass));
  if (solved.takes_numbers) thread_.assumptions.insert("no number in a loop is NaN");
  TRY_VOID(check_loop_accesses(pass, solved));
  if (constant(arena_, solved.count).value_or(k_most_passes + 1) <= k_most_passes) {
    for (const Expr symbol : pass.symbols) {  // its passes can be evaluated one by one instead
      const Expr value = solved.after.at(symbol);
      if (arena_[value].kind == Kind::unknown) return bad_input(arena_.text(value));
    }
  }
  for (size_t i = pass.first_store; i < thread_.stores.size(); ++i) {
    if (!drop_test(arena_, thread_.stores[i].guard, go_on)) {
      return bad_input("the loop at " + pass.where + " stores before its test");
    }
    put_into_loop(arena_, thread_.stores[i], solved, before.path, pass.line);
    resolve_store(thread_.stores[i]);
    thread_.stores[i].value = without_lost_loads(pass, thread_.stores[i].value);
    thread_.stores[i].offset = without_lost_loads(pass, thread_.stores[i].offset);
    for (Expr& guard : thread_.stores[i].guard) guard = without_lost_loads(pass, guard);
  }
  TRY_VOID(finish_shared(pass, solved, before, go_on));
  for (size_t i = pass.first_access; i < loads_.size(); ++i) {
    loads_[i].offset = substitute(arena_, loads_[i].offset, solved.inside);
  }
  thread_.assumptions.insert("no loop has a bound below its start");
  TRY(ways, ways_out(pass, solved, ends));
  for (size_t i = 0; i < exits.size(); ++i) leave_loop(pass, solved, before, ways[i], exits[i]);
  TRY_VOID(store_kept(pass, solved, exits));
  TRY_VOID(check_budget());
  return exits;
}

Result<std::vector<Exit>> Evaluator::unrolled_loop(Frame& frame, const NaturalLoop& loop, State state) {
  for (int pass = 0; pass <= k_most_passes; ++pass) {
    TRY(result, region(frame, loop.blocks, loop.header, std::move(state), true));
    if (result.back.empty()) {
      if (result.exits.empty()) return bad_input("a loop that never ends");
      for (Exit& exit : result.exits) {
        for (auto& [place, held] : exit.state.values) held.value = rolled_sum(arena_, held.value);
      }
      return std::move(result.exits);
    }
    if (!result.exits.empty()) return bad_input("the number of passes is not constant");
    TRY(next, merged(std::move(result.back)));
    state = std::move(next);
  }
  return bad_input("more than 128 passes");
}

}  // namespace whet::lift
