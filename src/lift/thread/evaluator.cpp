#include "lift/thread/evaluator.h"

#include <algorithm>

#include "lift/block/best_place.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/thread/disjoint.h"

namespace whet::lift {
namespace {

constexpr int64_t k_most_steps = 400'000;
constexpr int k_deepest_call = 40;

bool ends_way(const ptx::Instruction& code) {
  return code.opcode == "ret" || code.opcode == "exit";
}

bool has_unknown(const Arena& arena, Expr e, std::string& why) {
  for (const Expr part : arena.all_parts(e)) {
    if (arena[part].kind == Kind::call && arena.text(part).starts_with('@') && !is_of_best_place(arena, part)) {
      return why = "a bit operation on a number that may wrap is not modelled", true;
    }
    if (is_shared_load(arena, part)) return why = "what is read from shared memory cannot be told", true;
    if (arena[part].kind != Kind::unknown) continue;
    why = arena.text(part);
    return true;
  }
  return false;
}

// A store may hold nothing that is unknown; the reason says what was lost where.
Result<void> check_store(const Arena& arena, const ThreadStore& store) {
  std::vector<Expr> all{store.offset, store.value};
  all.insert(all.end(), store.guard.begin(), store.guard.end());
  for (const ThreadLoop& loop : store.loops) all.push_back(loop.condition);
  std::string why;
  for (const Expr e : all) {
    if (has_unknown(arena, e, why)) return bad_input(why, "PTX line " + std::to_string(store.line));
  }
  return {};
}

// Whether `later` stores to every element to which `store` did: what that stored is gone.
bool overwrites(Arena& arena, const ThreadStore& later, const ThreadStore& store) {
  if (later.array != store.array || later.bytes != store.bytes || later.update || store.update) return false;
  if (later.loops.size() != store.loops.size() || later.guard.size() != store.guard.size()) return false;
  Replacements map;
  for (size_t i = 0; i < store.loops.size(); ++i) map[store.loops[i].variable] = later.loops[i].variable;
  const auto same = [&](Expr a, Expr b) { return substitute(arena, a, map) == b; };
  bool is_same = same(store.offset, later.offset);
  for (size_t i = 0; i < store.loops.size(); ++i) is_same &= same(store.loops[i].count, later.loops[i].count);
  for (const Expr guard : store.guard) {
    const Expr other = substitute(arena, guard, map);
    is_same &= std::find(later.guard.begin(), later.guard.end(), other) != later.guard.end();
  }
  return is_same;
}

void erase_overwritten(Arena& arena, std::vector<ThreadStore>& stores) {
  for (size_t i = stores.size(); i-- > 0;) {
    const auto begin = stores.begin() + static_cast<std::ptrdiff_t>(i);
    const bool is_gone = std::any_of(begin + 1, stores.end(),
                                     [&](const ThreadStore& later) { return overwrites(arena, later, stores[i]); });
    if (is_gone) stores.erase(begin);
  }
}

// Both are in a row that belongs to the thread, or to the block where barriers are between: x[n*r + i] = x[n*r + i] /
// sum(k: x[n*r + k]). That it is read before it is written, running the kernel has to show.
bool stay_in_one_row(Arena& arena, Expr written, Expr read, bool has_barriers) {
  const Expr distance = subtract(arena, written, read);
  if (constant(arena, distance)) return false;
  const auto parts = arena.all_parts(distance);
  const auto is_index = [&](Expr part, Special first) {
    const Node& node = arena[part];
    const auto number = static_cast<int64_t>(first);
    return node.kind == Kind::special && node.value >= number && node.value < number + 3;
  };
  return std::none_of(parts.begin(), parts.end(), [&](Expr part) {
    return is_index(part, Special::ctaid_x) || (!has_barriers && is_index(part, Special::tid_x));
  });
}

// All values are made of what memory held before the kernel. That is right when a thread reads of the arrays that it
// writes only the elements that it writes itself, or those of its row.
Result<void> check_reads(Arena& arena, Thread& thread, bool has_barriers) {
  const std::vector<ThreadStore>& stores = thread.stores;
  for (const ThreadStore& reader : stores) {
    std::vector<Expr> all{reader.offset, reader.value};
    all.insert(all.end(), reader.guard.begin(), reader.guard.end());
    for (const Expr e : all) {
      for (const Expr part : arena.all_parts(e)) {
        const Node node = arena[part];
        if (node.kind != Kind::load) continue;
        const auto writes = [&](const ThreadStore& store) {
          return store.array == node.args[0] &&
                 !threads_never_meet(arena, {store.offset, store.bytes}, {node.args[1], node.bytes});
        };
        const auto owns = [&](const ThreadStore& store) {
          return writes(store) && store.offset == node.args[1] && !store.update;
        };
        if (std::none_of(stores.begin(), stores.end(), writes)) continue;
        if (std::any_of(stores.begin(), stores.end(), owns)) continue;
        const auto leaves_row = [&](const ThreadStore& store) {
          return writes(store) && !stay_in_one_row(arena, store.offset, node.args[1], has_barriers);
        };
        if (std::none_of(stores.begin(), stores.end(), leaves_row)) {
          thread.assumptions.insert("rows that change in place do not overlap and are read before they are written");
          continue;
        }
        return bad_input("the kernel reads elements of an array that other threads write",
                         "PTX line " + std::to_string(reader.line));
      }
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> other_modifier(const ptx::Instruction& code, std::initializer_list<std::string_view> known) {
  for (const std::string& modifier : code.modifiers) {
    if (ptx::parse_type(modifier)) continue;
    if (std::find(known.begin(), known.end(), modifier) == known.end()) return modifier;
  }
  return {};
}

Error Evaluator::refuse(const Instruction& code, const std::string& why) const {
  const std::string source = ptx::source_text(module_, code);
  const std::string line = "PTX line " + std::to_string(code.line);
  return bad_input("`" + code.full_opcode() + "`: " + why, source.empty() ? line : source + ", " + line);
}

Result<void> Evaluator::check_budget() const {
  if (!arena_.exhausted().empty()) return bad_input(arena_.exhausted());
  if (steps_ > k_most_steps) {
    return bad_input("evaluating one thread takes more than " + std::to_string(k_most_steps) + " instructions");
  }
  return {};
}

Result<Frame> Evaluator::open_frame(const ptx::Function& function, int depth) {
  if (depth > k_deepest_call)
    return bad_input("calls are nested more than 40 deep, as in recursion, at `" + function.name + "`");
  auto at = studied_.find(&function);
  if (at == studied_.end()) {
    TRY(flow, study_flow(function));
    auto liveness = std::make_unique<ptx::Liveness>(function, flow.graph);
    at = studied_.emplace(&function, Studied{std::move(flow), std::move(liveness)}).first;
  }
  return Frame{&function, &at->second.flow, at->second.liveness.get(), frames_++, depth, {}};
}

Result<Thread> Evaluator::run(const ptx::Function& kernel) {
  kernel_ = &kernel;
  parameters_ = static_cast<int>(kernel.parameters.size());
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (kernel.parameters[i].bytes > 8) struct_parameters_.insert(static_cast<int>(i));
  }
  TRY(frame, open_frame(kernel, 0));
  const std::vector<bool> all(frame.flow->graph.blocks.size(), true);
  TRY_VOID(region(frame, all, 0, {}, false));
  TRY_VOID(check_budget());
  if (!swaps_.empty()) return refuse(*swaps_[0].code, "it is not repeated by a loop of its own until it succeeds");
  TRY_VOID(check_races(log_, 0, nullptr));
  for (ThreadStore& store : thread_.stores) resolve_store(store);
  erase_overwritten(arena_, thread_.stores);
  assume_threads();
  TRY_VOID(check_budget());
  for (const ThreadStore& store : thread_.stores) TRY_VOID(check_store(arena_, store));
  const bool has_barriers = std::any_of(
      log_.begin(), log_.end(), [](const SharedEntry& entry) { return entry.kind == SharedEntry::Kind::barrier; });
  TRY_VOID(check_reads(arena_, thread_, has_barriers));
  thread_.assumptions.insert("integers do not wrap");
  return std::move(thread_);
}

Result<State> Evaluator::merged(std::vector<State> states) {
  State result = std::move(states.front());
  for (size_t i = 1; i < states.size(); ++i) result = merge(arena_, result, states[i]);
  TRY_VOID(check_budget());
  return result;
}

// Registers that nobody reads any more. Those of conditions would be merged from pass to pass of a loop, and grow.
void Evaluator::forget_dead(const Frame& frame, Exit& exit) const {
  std::erase_if(exit.state.values, [&](const auto& value) {
    const Place& place = value.first;
    const bool is_register = place.space == Place::Space::reg && place.owner == frame.number && place.name >= 0;
    return is_register && !frame.liveness->is_live_in(static_cast<uint32_t>(place.name), exit.to);
  });
}

Result<Region> Evaluator::region(Frame& frame, const std::vector<bool>& blocks, uint32_t start, State entry,
                                 bool is_loop) {
  Region result;
  std::map<uint32_t, std::vector<State>> waiting;
  std::vector<bool> done(blocks.size());
  waiting[start].push_back(std::move(entry));
  for (const uint32_t index : frame.flow->order) {
    if (!blocks[index] || done[index] || !waiting.contains(index)) continue;
    TRY(state, merged(std::move(waiting[index])));
    std::vector<Exit> next;
    const NaturalLoop* inner = frame.flow->loop_at(index);
    if (inner != nullptr && !(is_loop && index == start)) {
      TRY(left, loop(frame, *inner, state));
      next = std::move(left);
      for (size_t i = 0; i < done.size(); ++i) done[i] = done[i] || inner->blocks[i];
    } else {
      TRY_VOID(block(frame, index, std::move(state), next));
    }
    for (Exit& exit : next) {
      forget_dead(frame, exit);
      if (is_loop && exit.to == start) {
        result.back.push_back(std::move(exit.state));
      } else if (!blocks[exit.to]) {
        result.exits.push_back(std::move(exit));
      } else {
        waiting[exit.to].push_back(std::move(exit.state));
      }
    }
  }
  return result;
}

Result<void> Evaluator::block(Frame& frame, uint32_t index, State state, std::vector<Exit>& next) {
  const ptx::BasicBlock& block = frame.flow->graph.blocks[index];
  for (uint32_t i = block.first; i < block.end; ++i) {
    const Instruction& code = frame.function->body[i];
    ++steps_;
    TRY_VOID(check_budget());
    if (code.opcode == "bra" || ends_way(code)) return branch(frame, code, index, std::move(state), next);
    TRY_VOID(step(frame, state, code));
  }
  if (block.successors.empty()) {
    frame.returns.push_back(std::move(state));
  } else {
    next.push_back({block.successors[0], std::move(state)});
  }
  return {};
}

Result<void> Evaluator::branch(Frame& frame, const Instruction& code, uint32_t index, State state,
                               std::vector<Exit>& next) {
  if (const auto other = other_modifier(code, {"uni"})) return refuse(code, "`." + *other + "` is not modelled");
  const ptx::FlowGraph& graph = frame.flow->graph;
  TRY(condition, guard_of(frame, state, code));
  const auto go_on = [&](State way) {
    const uint32_t after = graph.blocks[index].end;
    if (after >= graph.block_of.size()) return frame.returns.push_back(std::move(way));
    next.push_back({graph.block_of[after], std::move(way)});
  };
  const auto leave = [&](State way) {
    const uint32_t target = ends_way(code) ? ptx::k_none : code.operands[0].index;
    if (target >= graph.block_of.size()) return frame.returns.push_back(std::move(way));
    next.push_back({graph.block_of[target], std::move(way)});
  };
  State other = state;
  if (assume(arena_, state, condition)) leave(std::move(state));
  if (assume(arena_, other, negate(arena_, condition))) go_on(std::move(other));
  return {};
}

Result<Thread> evaluate_thread(const ptx::Module& module, const ptx::Function& kernel,
                               const std::vector<bool>& pointers, const std::vector<Sign>& signs, Arena& arena) {
  Evaluator strict(module, pointers, signs, arena);
  auto thread = strict.run(kernel);
  if (thread || !strict.relies_on_warps() || !arena.exhausted().empty()) return thread;
  Evaluator in_step(module, pointers, signs, arena);
  in_step.take_in_step();
  auto other = in_step.run(kernel);
  return other ? std::move(other) : std::move(thread);
}

}  // namespace whet::lift
