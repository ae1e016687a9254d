#include "lift/block/lanes.h"

#include <algorithm>
#include <bit>

#include "lift/block/best_place.h"
#include "lift/block/lane_pairs.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

constexpr std::string_view k_exchanges[] = {"@bfly", "@down", "@up", "@idx"};
constexpr const char* k_ballot = "@ballot";
constexpr const char* k_window = "@window";  // value, number of lanes, fold: of the lanes up to this one

bool is_call_of(const Arena& arena, Expr e, std::string_view name) {
  return arena[e].kind == Kind::call && arena.text(e) == name;
}

std::optional<int64_t> constant_arg(const Arena& arena, Expr e, size_t which) {
  return constant(arena, arena[e].args[which]);
}

Expr thread_x(Arena& arena) {
  return arena.special(Special::tid_x);
}

// The value of the thread whose index is `other`.
Expr value_of_thread(Arena& arena, Expr value, Expr other) {
  return substitute(arena, value, {{thread_x(arena), other}});
}

// threadIdx.x with another lane, for groups of `width` lanes.
Expr thread_with_lane(Arena& arena, Expr lane, int64_t width) {
  const Expr by = integer(arena, width);
  return add(arena, multiply(arena, quotient(arena, thread_x(arena), by), by), lane);
}

// The lanes that a mask of distances combines: every `stride`-th one of a group.
struct LaneGroup {
  Expr variable, thread;  // the number of a lane in the group, and the index of its thread
  int64_t count = 0, stride = 1;
};

std::optional<LaneGroup> lane_group(Arena& arena, Expr mask_of_distances) {
  const auto mask = static_cast<uint64_t>(*constant(arena, mask_of_distances));
  const int low = std::countr_zero(mask);
  const int64_t stride = int64_t{1} << low, count = static_cast<int64_t>(mask >> low) + 1;
  if (!std::has_single_bit(static_cast<uint64_t>(count))) return {};
  const Expr variable = arena.fresh_variable();
  const Expr rest = stride == 1 ? integer(arena, 0) : remainder(arena, thread_x(arena), integer(arena, stride));
  const Expr lane = add(arena, scale(arena, variable, stride), rest);
  return LaneGroup{variable, thread_with_lane(arena, lane, stride * count), count, stride};
}

Expr value_in(Arena& arena, const LaneGroup& group, Expr value) {
  return divide_below(arena, value_of_thread(arena, value, group.thread), group.variable, group.count);
}

// What all lanes of a group get by butterflies, and by shuffles down the first of them alone.
Expr total_of(Arena& arena, const LaneGroup& group, Expr total, bool first_only) {
  if (!first_only) return total;
  if (group.stride != 1) return arena.unknown("lanes are combined by shuffles that leave out distances");
  const Expr first = zero(arena, remainder(arena, thread_x(arena), integer(arena, group.count)));
  return select(arena, first, total,
                arena.unknown("the result of shuffles down is used in another lane than the first"));
}

Expr expand_reduced(Arena& arena, Expr e) {
  const std::vector<Expr> args = arena[e].args;
  const auto group = lane_group(arena, args[1]);
  if (!group) return arena.unknown("lanes are combined over distances that are no whole group of a warp");
  const auto how = static_cast<Fold>(*constant(arena, args[2]));
  const Expr count = integer(arena, group->count), body = value_in(arena, *group, args[0]);
  const bool is_pair = is_call_of(arena, e, k_lane_pairs);
  const Expr total = is_pair ? best_place(arena, how, group->variable, count, value_in(arena, *group, args[4]), body)
                             : close_reduction(arena, {how, group->variable, count, body});
  return total_of(arena, *group, total, *constant(arena, args[3]) != 0);
}

// Bit k is what lane k of the warp says; as a signed number, as all words are.
Expr expand_ballot(Arena& arena, Expr e) {
  const auto group = lane_group(arena, integer(arena, 31));
  const Expr bit = arena.call("shl", {integer(arena, 1), group->variable});
  const Expr vote = value_in(arena, *group, arena[e].args[0]);
  const Expr word =
      close_reduction(arena, {Fold::sum, group->variable, integer(arena, group->count), multiply(arena, vote, bit)});
  return arena.call("wrap", {word, integer(arena, -32)});
}

// The lanes from the first up to this one.
Expr expand_window(Arena& arena, Expr e) {
  const std::vector<Expr> args = arena[e].args;
  const int64_t width = *constant(arena, args[1]);
  const Expr variable = arena.fresh_variable();
  const Expr lane = remainder(arena, thread_x(arena), integer(arena, width));
  const Expr body = value_of_thread(arena, args[0], thread_with_lane(arena, variable, width));
  return close_reduction(arena, {static_cast<Fold>(*constant(arena, args[2])), variable,
                                 add(arena, lane, integer(arena, 1)), divide_below(arena, body, variable, width)});
}

Expr expand_exchange(Arena& arena, Exchange how, Expr e) {
  const std::vector<Expr> args = arena[e].args;
  const int64_t width = *constant(arena, args[2]);
  const Expr by = integer(arena, width), thread = thread_x(arena), lane = remainder(arena, thread, by);
  if (how == Exchange::idx) {
    const auto source = constant(arena, args[1]);
    const Expr from = source ? integer(arena, *source & (width - 1)) : remainder(arena, args[1], by);
    return value_of_thread(arena, args[0], thread_with_lane(arena, from, width));
  }
  if (how == Exchange::bfly) {
    const auto mask = constant(arena, args[1]);
    if (!mask || *mask <= 0 || !std::has_single_bit(static_cast<uint64_t>(*mask))) {
      return arena.unknown("a butterfly shuffle over a distance that is no constant power of two");
    }
    const Expr bit = remainder(arena, quotient(arena, thread, integer(arena, *mask)), integer(arena, 2));
    const Expr other = add(arena, thread, add(arena, integer(arena, *mask), scale(arena, bit, -2 * *mask)));
    return value_of_thread(arena, args[0], other);
  }
  const bool up = how == Exchange::up;
  const Expr other = up ? subtract(arena, thread, args[1]) : add(arena, thread, args[1]);
  const Expr exists = up ? nonneg(arena, subtract(arena, lane, args[1])) : less(arena, add(arena, lane, args[1]), by);
  return select(arena, exists, value_of_thread(arena, args[0], other), args[0]);
}

std::optional<Expr> combine(Arena& arena, Fold how, Expr own, Expr other) {
  const auto step = lane_step(arena, k_lanes, how, own, other);
  if (!step) return {};
  return arena.call(k_lanes, {step->own, integer(arena, step->mask), integer(arena, static_cast<int>(how)),
                              integer(arena, step->down ? 1 : 0)});
}

}  // namespace

Expr lane_index(Arena& arena) {
  return remainder(arena, thread_x(arena), integer(arena, 32));
}

Expr exchange(Arena& arena, Exchange how, Expr value, Expr amount, int width) {
  return arena.call(std::string(k_exchanges[static_cast<size_t>(how)]), {value, amount, integer(arena, width)});
}

std::optional<Exchange> exchange_of(const Arena& arena, Expr e) {
  if (arena[e].kind != Kind::call) return {};
  const auto at = std::find(std::begin(k_exchanges), std::end(k_exchanges), arena.text(e));
  if (at == std::end(k_exchanges)) return {};
  return static_cast<Exchange>(at - std::begin(k_exchanges));
}

std::optional<LaneStep> lane_step(const Arena& arena, std::string_view function, Fold how, Expr own, Expr other) {
  const auto exchanged = exchange_of(arena, other);
  if (!exchanged || arena[other].args[0] != own || *exchanged == Exchange::idx || *exchanged == Exchange::up) return {};
  const auto amount = constant_arg(arena, other, 1), width = constant_arg(arena, other, 2);
  if (!amount || *amount <= 0 || *amount >= *width || !std::has_single_bit(static_cast<uint64_t>(*amount))) return {};
  const bool down = *exchanged == Exchange::down;
  if (is_call_of(arena, own, function)) {
    const int64_t mask = *constant_arg(arena, own, 1);
    const bool same =
        static_cast<Fold>(*constant_arg(arena, own, 2)) == how && (constant_arg(arena, own, 3) != 0) == down;
    if (same && (mask & *amount) == 0) return LaneStep{arena[own].args[0], mask | *amount, down, true};
  }
  return LaneStep{own, *amount, down};
}

std::optional<Expr> combined_lanes(Arena& arena, Fold how, Expr a, Expr b) {
  if (const auto found = combine(arena, how, a, b)) return found;
  return combine(arena, how, b, a);
}

Expr chosen_lanes(Arena& arena, Expr chosen) {
  const Node node = arena[chosen];
  if (node.kind == Kind::select) return chosen_of_pair(arena, chosen).value_or(chosen);
  if ((node.kind != Kind::maximum && node.kind != Kind::minimum) || node.args.size() != 2) return chosen;
  const Fold how = node.kind == Kind::maximum ? Fold::maximum : Fold::minimum;
  return combined_lanes(arena, how, node.args[0], node.args[1]).value_or(chosen);
}

// Only the step that doubles the window counts: distances 1, 2, 4, ...
std::optional<Expr> combined_window(Arena& arena, Expr condition, Expr combined, Expr otherwise) {
  constexpr std::pair<Kind, Fold> k_kinds[] = {{Kind::sum, Fold::sum},
                                               {Kind::maximum, Fold::maximum},
                                               {Kind::minimum, Fold::minimum},
                                               {Kind::product, Fold::product}};
  for (const Expr part : parts_of(arena, combined)) {
    if (exchange_of(arena, part) != Exchange::up) continue;
    // A lane that no other one reaches gets its own value.
    const Expr alone = otherwise == part ? arena[part].args[0] : otherwise;
    if (arena[part].args[0] != alone) continue;
    const auto distance = constant_arg(arena, part, 1), width = constant_arg(arena, part, 2);
    if (!distance || *width != 32) continue;
    const Expr lane = lane_index(arena);
    if (condition != nonneg(arena, subtract(arena, lane, integer(arena, *distance)))) continue;
    for (const auto& [kind, how] : k_kinds) {
      const bool integers = kind == Kind::sum && add(arena, alone, part) == combined;
      if (!integers && (arena[combined].kind != kind || fold(arena, how, {alone, part}) != combined)) continue;
      const Expr number = integer(arena, static_cast<int>(how));
      if (*distance == 1) return arena.call(k_window, {alone, integer(arena, 2), number});
      const bool continues = is_call_of(arena, alone, k_window) && constant_arg(arena, alone, 1) == *distance &&
                             arena[alone].args[2] == number;
      if (continues) return arena.call(k_window, {arena[alone].args[0], integer(arena, 2 * *distance), number});
    }
  }
  return {};
}

std::optional<Expr> combined_where(Arena& arena, Expr condition, Expr combined, Expr otherwise) {
  if (const auto window = combined_window(arena, condition, combined, otherwise)) return window;
  if (!is_call_of(arena, combined, k_lanes) || exchange_of(arena, otherwise) != Exchange::down) return {};
  const auto how = static_cast<Fold>(*constant_arg(arena, combined, 2));
  const std::vector<Expr> args = arena[otherwise].args;
  if (combine(arena, how, args[0], otherwise) != combined) return {};
  return condition == lane_exists(arena, Exchange::down, args[1], args[2]) ? std::optional(combined) : std::nullopt;
}

std::optional<Expr> lane_exists(Arena& arena, Exchange how, Expr amount, Expr width) {
  const Expr lane = remainder(arena, thread_x(arena), width);
  if (how == Exchange::up) return nonneg(arena, subtract(arena, lane, amount));
  if (how == Exchange::down) return less(arena, add(arena, lane, amount), width);
  return {};
}

Expr reduced_lanes(Arena& arena, Fold how, Expr value) {
  return arena.call(k_lanes, {value, integer(arena, 31), integer(arena, static_cast<int>(how)), integer(arena, 0)});
}

Expr count_lanes(Arena& arena, Expr condition) {
  const Expr one = select(arena, condition, integer(arena, 1), integer(arena, 0));
  return arena.call(k_lanes, {one, integer(arena, 31), integer(arena, static_cast<int>(Fold::sum)), integer(arena, 0)});
}

Expr ballot(Arena& arena, Expr condition) {
  return arena.call(k_ballot, {select(arena, condition, integer(arena, 1), integer(arena, 0))});
}

std::optional<Expr> votes_of(Arena& arena, Expr word) {
  if (!is_call_of(arena, word, k_ballot)) return {};
  return arena.call(k_lanes, {arena[word].args[0], integer(arena, 31), integer(arena, static_cast<int>(Fold::sum)),
                              integer(arena, 0)});
}

Expr lanes_of_whole_warps(Arena& arena, Expr e) {
  const Expr threads = arena.special(Special::ntid_x);
  return rewrite(arena, e, [&](Expr part) {
    if (arena[part].kind != Kind::remainder) return part;
    const Expr divisor = arena[part].args[1];
    const int64_t by = constant(arena, divisor).value_or(0);
    if (by < 2 || by > 32 || !std::has_single_bit(static_cast<uint64_t>(by))) return part;
    Expr rest = integer(arena, 0);
    for (const Term& term : terms_of(arena, arena[part].args[0])) {
      const bool is_of_blocks = std::find(term.atoms.begin(), term.atoms.end(), threads) != term.atoms.end();
      if (!is_of_blocks) rest = add(arena, rest, polynomial(arena, {term}));
    }
    return remainder(arena, rest, divisor);
  });
}

bool has_exchange(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::any_of(parts.begin(), parts.end(),
                     [&](Expr part) { return arena[part].kind == Kind::call && arena.text(part).starts_with('@'); });
}

Expr expand_lanes(Arena& arena, Expr e) {
  if (!has_exchange(arena, e)) return e;
  return rewrite(arena, e, [&](Expr part) {
    if (is_call_of(arena, part, k_lanes) || is_call_of(arena, part, k_lane_pairs)) return expand_reduced(arena, part);
    if (is_call_of(arena, part, k_ballot)) return expand_ballot(arena, part);
    if (is_call_of(arena, part, k_window)) {
      if (constant_arg(arena, part, 1) == 32) return expand_window(arena, part);
      return arena.unknown("a scan over a part of a warp is not modelled");
    }
    const auto how = exchange_of(arena, part);
    return how ? expand_exchange(arena, *how, part) : part;
  });
}

}  // namespace whet::lift
