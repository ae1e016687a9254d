#include "lift/meaning/draft.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

Special special_at(Special first, int axis) {
  return static_cast<Special>(static_cast<int>(first) + axis);
}

// Replaces `factor * other`, or `constant * factor` without other, inside polynomials: each such product becomes `by`.
Expr replace_product(Arena& arena, Expr e, Expr factor, const Expr* other, int64_t constant_factor, Expr by) {
  if (arena[e].kind != Kind::polynomial) return e;
  Expr total = integer(arena, 0);
  for (Term term : terms_of(arena, e)) {
    Expr replaced = integer(arena, 1);
    const auto take = [&](Expr atom) {
      const auto at = std::find(term.atoms.begin(), term.atoms.end(), atom);
      if (at == term.atoms.end()) return false;
      term.atoms.erase(at);
      return true;
    };
    const Term whole = term;
    if (take(factor)) {
      if (other != nullptr ? take(*other) : term.coefficient % constant_factor == 0) {
        if (other == nullptr) term.coefficient /= constant_factor;
        replaced = by;
      } else {
        term = whole;
      }
    }
    total = add(arena, total, multiply(arena, polynomial(arena, {term}), replaced));
  }
  return total;
}

// Whether another index lies between that of the thread and that of the block: 32*blockIdx + 8*j + threadIdx.
bool has_smaller_stride(Arena& arena, Expr e, Expr coefficient, int64_t extent) {
  for (const Term& term : terms_of(arena, e)) {
    for (const Expr atom : term.atoms) {
      if (arena[atom].kind != Kind::variable) continue;
      const auto linear = linear_in(arena, e, atom);
      const auto ratio = linear ? divide_exactly(arena, linear->coefficient, coefficient) : std::nullopt;
      const auto number = ratio ? constant(arena, *ratio) : std::nullopt;
      if (number && *number > 1 && *number < extent) return true;
    }
  }
  return false;
}

// The number of threads of a block that a kernel relies on: c in c*blockIdx + threadIdx; 0: none.
int64_t constant_extent(Arena& arena, const Draft& draft, Expr thread, Expr block) {
  std::vector<Expr> all{draft.offset, draft.value};
  all.insert(all.end(), draft.guard.begin(), draft.guard.end());
  for (const Expr e : all) {
    for (const Expr part : arena.all_parts(e)) {
      if (arena[part].kind != Kind::polynomial) continue;
      const auto by_thread = linear_in(arena, part, thread), by_block = linear_in(arena, part, block);
      if (!by_thread || !by_block || by_thread->coefficient == integer(arena, 0)) continue;
      const auto ratio = divide_exactly(arena, by_block->coefficient, by_thread->coefficient);
      const auto extent = ratio ? constant(arena, *ratio) : std::nullopt;
      if (extent && *extent > 1 && !has_smaller_stride(arena, part, by_thread->coefficient, *extent)) return *extent;
    }
  }
  return 0;
}

// The one constant by which the index of a thread is divided.
std::optional<int64_t> thread_divisor(Arena& arena, const Draft& draft, Expr thread) {
  std::optional<int64_t> found;
  std::vector<Expr> all{draft.offset, draft.value};
  all.insert(all.end(), draft.guard.begin(), draft.guard.end());
  for (const Expr e : all) {
    for (const Expr part : arena.all_parts(e)) {
      const Node& node = arena[part];
      if (node.kind != Kind::quotient && node.kind != Kind::remainder) continue;
      const auto by = constant(arena, node.args[1]);
      if (!by || *by < 2 || *by > 32 || (*by & (*by - 1)) != 0 || !arena.contains(node.args[0], thread)) continue;
      if (found && *found != *by) return {};
      found = by;
    }
  }
  return found;
}

}  // namespace

void Draft::change(const std::function<Expr(Expr)>& change) {
  offset = change(offset);
  value = change(value);
  for (Expr& e : guard) e = change(e);
  for (Expr& e : facts) e = change(e);
  for (SpaceIndex& index : space) index.count = change(index.count);
}

void Draft::replace(Arena& arena, Expr from, Expr to) {
  change([&](Expr e) { return substitute(arena, e, {{from, to}}); });
}

bool Draft::contains(const Arena& arena, Expr e) const {
  const auto has = [&](Expr whole) { return arena.contains(whole, e); };
  return has(offset) || has(value) || std::any_of(guard.begin(), guard.end(), has) ||
         std::any_of(space.begin(), space.end(), [&](const SpaceIndex& index) { return has(index.count); });
}

Indices::Axis Indices::axis(int number) {
  while (axes_.size() <= static_cast<size_t>(number)) {
    const Expr global = arena_.fresh_variable(), thread = arena_.fresh_variable();
    const Expr block = arena_.fresh_variable();
    axes_.push_back({global, thread, block, arena_.fresh_variable()});
  }
  return axes_[static_cast<size_t>(number)];
}

bool Indices::join_blocks(Draft& draft, int number, int of_blocks) {
  const Expr thread = arena_.special(special_at(Special::tid_x, number));
  const Expr block = arena_.special(special_at(Special::ctaid_x, of_blocks));
  const Expr extent = arena_.special(special_at(Special::ntid_x, number));
  const Expr global = axis(of_blocks).global;
  Draft joined = draft;
  const Expr start = subtract(arena_, global, thread);
  joined.change([&](Expr e) {
    return rewrite(arena_, e, [&](Expr part) { return replace_product(arena_, part, block, &extent, 1, start); });
  });
  if (joined.contains(arena_, thread) || joined.contains(arena_, block)) return false;
  const Expr all = multiply(arena_, extent, arena_.special(special_at(Special::nctaid_x, of_blocks)));
  joined.space.push_back({global, all, true});
  draft = std::move(joined);
  return true;
}

// blockIdx.y*blockDim.x + threadIdx.x, where blocks along x are something else.
bool Indices::join_other_blocks(Draft& draft, int number) {
  if (!draft.contains(arena_, arena_.special(special_at(Special::tid_x, number)))) return false;
  for (int other = 0; other < 3; ++other) {
    if (other == number || draft.contains(arena_, arena_.special(special_at(Special::tid_x, other)))) continue;
    if (!draft.contains(arena_, arena_.special(special_at(Special::ctaid_x, other)))) continue;
    if (!join_blocks(draft, number, other)) continue;
    name_rest(draft, number);
    return true;
  }
  return false;
}

bool Indices::join_constant_blocks(Draft& draft, int number, std::set<std::string>& assumptions) {
  const Expr thread = arena_.special(special_at(Special::tid_x, number));
  const Expr block = arena_.special(special_at(Special::ctaid_x, number));
  const int64_t extent = constant_extent(arena_, draft, thread, block);
  if (extent == 0) return false;
  const Expr global = axis(number).global, start = subtract(arena_, global, thread);
  Draft joined = draft;
  joined.change([&](Expr e) {
    return rewrite(arena_, e, [&](Expr part) { return replace_product(arena_, part, block, nullptr, extent, start); });
  });
  if (joined.contains(arena_, thread) || joined.contains(arena_, block)) return false;
  const Expr blocks = arena_.special(special_at(Special::nctaid_x, number));
  joined.space.push_back({global, scale(arena_, blocks, extent), true});
  assumptions.insert(std::string("blockDim.") + "xyz"[number] + " is " + std::to_string(extent));
  draft = std::move(joined);
  return true;
}

// Threads along y have elements of their own and no warp along x has: a block has one warp along x.
bool Indices::has_warp_of_own(const Draft& draft, Expr warp) const {
  const Expr along_y = arena_.special(Special::tid_y);
  return !draft.update && arena_.contains(draft.offset, along_y) && !draft.contains(arena_, warp);
}

// A kernel that divides threadIdx.x by 32 works in warps: threadIdx.x = 32*warp + lane, and a block has whole warps.
bool Indices::join_warps(Draft& draft, std::set<std::string>& assumptions) {
  const Expr thread = arena_.special(Special::tid_x), extent = arena_.special(Special::ntid_x);
  const auto divisor = thread_divisor(arena_, draft, thread);
  if (!divisor) return false;
  const Expr width = integer(arena_, *divisor), warps = quotient(arena_, extent, width);
  const Expr warp = axis(0).thread, lane = axis(0).lane;
  draft.change([&](Expr e) {
    const Expr index = add(arena_, scale(arena_, warp, *divisor), lane);
    const Expr all = scale(arena_, warps, *divisor);
    return divide_below(arena_, substitute(arena_, e, {{warps, warps}, {thread, index}, {extent, all}}), lane,
                        *divisor);
  });
  if (has_warp_of_own(draft, warp)) {
    draft.replace(arena_, extent, width);
    draft.space.push_back({lane, width, false});
    assumptions.insert("blockDim.x is " + std::to_string(*divisor));
    return true;
  }
  if (!join_part_of_blocks(draft, lane, *divisor)) draft.space.push_back({lane, width, false});
  join_warps_of_blocks(draft, warps, *divisor, assumptions);
  draft.change([&](Expr e) {
    return rewrite(arena_, e,
                   [&](Expr part) { return replace_product(arena_, part, warps, nullptr, *divisor, extent); });
  });
  return true;
}

// blockIdx*count + part becomes one index where nothing else is left of both: part is what a division left of the
// index of a thread.
bool Indices::join_part_of_blocks(Draft& draft, Expr part_of_thread, int64_t count) {
  for (int number = 0; number < 3; ++number) {
    const Expr block = arena_.special(special_at(Special::ctaid_x, number));
    if (!draft.contains(arena_, block)) continue;
    const Expr global = axis(number).global, start = subtract(arena_, global, part_of_thread);
    Draft whole = draft;
    whole.change([&](Expr e) {
      return rewrite(arena_, e, [&](Expr part) { return replace_product(arena_, part, block, nullptr, count, start); });
    });
    if (whole.contains(arena_, part_of_thread) || whole.contains(arena_, block)) continue;
    const Expr blocks = arena_.special(special_at(Special::nctaid_x, number));
    whole.space.push_back({global, scale(arena_, blocks, count), true});
    draft = std::move(whole);
    return true;
  }
  return false;
}

// blockIdx*warps + warp becomes one index where nothing else is left of both; so does blockIdx*32 + warp, where a block
// has 32 warps.
void Indices::join_warps_of_blocks(Draft& draft, Expr warps, int64_t width, std::set<std::string>& assumptions) {
  const Expr block = arena_.special(Special::ctaid_x), warp = axis(0).thread, global = axis(0).global;
  const Expr blocks = arena_.special(Special::nctaid_x), start = subtract(arena_, global, warp);
  Draft whole = draft;
  whole.change([&](Expr e) {
    return rewrite(arena_, e, [&](Expr part) { return replace_product(arena_, part, block, &warps, 1, start); });
  });
  if (draft.contains(arena_, block) && !whole.contains(arena_, warp) && !whole.contains(arena_, block)) {
    draft = std::move(whole);
    draft.space.push_back({global, multiply(arena_, warps, blocks), true});
    return;
  }
  for (int number = 0; number < 3; ++number) {
    const int64_t count = constant_extent(arena_, draft, warp, arena_.special(special_at(Special::ctaid_x, number)));
    if (count == 0 || !join_part_of_blocks(draft, warp, count)) continue;
    assumptions.insert("blockDim.x is " + std::to_string(count * width));
    return;
  }
  draft.space.push_back({warp, warps, true});
  if (!draft.contains(arena_, block)) return;
  draft.replace(arena_, block, axis(0).block);
  draft.space.push_back({axis(0).block, blocks, true});
}

void Indices::name_rest(Draft& draft, int number) {
  const std::pair<Special, Special> kinds[] = {{Special::tid_x, Special::ntid_x},
                                               {Special::ctaid_x, Special::nctaid_x}};
  for (const auto& [index, extent] : kinds) {
    const Expr special = arena_.special(special_at(index, number));
    if (!draft.contains(arena_, special)) continue;
    const Expr variable = index == Special::tid_x ? axis(number).thread : axis(number).block;
    draft.replace(arena_, special, variable);
    draft.space.push_back({variable, arena_.special(special_at(extent, number)), true});
  }
}

// element = thread + threads*pass: the thread is the element less its passes, and both vanish. Where the number of
// passes is known, such as of stores that were written one after the other, so is that of the elements.
void Indices::join_strided_loop(Draft& draft, Expr loop_variable) {
  for (size_t i = 0; i < draft.space.size(); ++i) {
    const SpaceIndex index = draft.space[i];
    if (!index.is_launched && index.variable != axis(0).lane) continue;
    const auto key = std::pair(index.variable, loop_variable);
    auto known = std::find_if(strided_.begin(), strided_.end(), [&](const auto& entry) { return entry.first == key; });
    if (known == strided_.end()) known = strided_.insert(known, {key, arena_.fresh_variable()});
    const Expr element = known->second;
    Draft joined = draft;
    joined.space.erase(joined.space.begin() + static_cast<std::ptrdiff_t>(i));
    const Expr passes = multiply(arena_, index.count, loop_variable);
    joined.replace(arena_, index.variable, subtract(arena_, element, passes));
    if (joined.contains(arena_, loop_variable)) continue;
    Expr count = integer(arena_, 0);
    std::erase_if(joined.space, [&](const SpaceIndex& other) {
      if (other.variable != loop_variable) return false;
      if (constant(arena_, other.count) != 0) count = multiply(arena_, index.count, other.count);
      return true;
    });
    joined.space.push_back({element, count, index.is_launched && constant(arena_, count) != 0});
    draft = std::move(joined);
    return;
  }
}

Draft draft_of(Arena& arena, const ThreadStore& store) {
  Draft draft{store.array, store.bytes, store.offset, store.value, store.guard, {}, {}, store.update};
  for (const ThreadLoop& loop : store.loops) {
    for (const Expr e : members(arena, loop.condition)) draft.guard.push_back(e);
    draft.space.push_back({loop.variable, integer(arena, 0), false});
  }
  return draft;
}

namespace {

// Made of the index of the thread alone.
bool is_of_thread(const Arena& arena, Expr e) {
  const std::vector<Term> terms = terms_of(arena, e);
  return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
    return std::all_of(term.atoms.begin(), term.atoms.end(), [&](Expr atom) {
      return arena[atom].kind == Kind::special && arena[atom].value <= static_cast<int64_t>(Special::tid_z);
    });
  });
}

// base < n says nothing where base + threadIdx < n is known.
void drop_implied_guards(Arena& arena, std::vector<Expr>& guard) {
  const std::vector<Expr> all = guard;
  const auto implied = [&](Expr weak) {
    if (arena[weak].kind != Kind::nonneg) return false;
    return std::any_of(all.begin(), all.end(), [&](Expr strong) {
      if (strong == weak || arena[strong].kind != Kind::nonneg) return false;
      const Expr more = subtract(arena, arena[weak].args[0], arena[strong].args[0]);
      return presumed_nonneg(arena, more) && is_of_thread(arena, more);
    });
  };
  std::erase_if(guard, implied);
}

}  // namespace

void Indices::place(Draft& draft, std::set<std::string>& assumptions) {
  drop_implied_guards(arena_, draft.guard);
  std::vector<SpaceIndex> loops;
  loops.swap(draft.space);
  for (int number = 0; number < 3; ++number) {
    const bool used = draft.contains(arena_, arena_.special(special_at(Special::tid_x, number))) ||
                      draft.contains(arena_, arena_.special(special_at(Special::ctaid_x, number)));
    if (!used || join_blocks(draft, number, number) || join_other_blocks(draft, number)) continue;
    if (number == 0 && join_warps(draft, assumptions)) continue;
    if (!join_constant_blocks(draft, number, assumptions)) name_rest(draft, number);
  }
  draft.space.insert(draft.space.end(), loops.begin(), loops.end());
  for (const SpaceIndex& loop : loops) join_strided_loop(draft, loop.variable);
}

}  // namespace whet::lift
