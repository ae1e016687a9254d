// Exchanges between the lanes of a warp. A shuffle stays in an expression as a call until it meets the operation that
// makes a reduction of it, or until it must be told what it reads:
//   v + bfly(v, 16)  ->  lanes(v, 16);   lanes(v, 16) + bfly(lanes(v, 16), 8)  ->  lanes(v, 24);   ...
//   lanes(v, 31)     ->  sum(j < 32: v of lane j)
// Warps lie along threadIdx.x.
#pragma once

#include <optional>
#include <string_view>

#include "lift/expression/arena.h"

namespace whet::lift {

enum class Exchange : uint8_t { bfly, down, up, idx };

// What several lanes make of a value: value, mask of distances, fold, 1 when only the first lane of a group has it.
inline constexpr const char* k_lanes = "@lanes";

std::optional<Exchange> exchange_of(const Arena& arena, Expr call);
// What a lane gets that asks for the value of another one; `amount` is a mask, distance or lane.
Expr exchange(Arena& arena, Exchange how, Expr value, Expr amount, int width);

// One more distance over which the call of `function` combines lanes: own (how) other, where other is an exchange of
// own.
struct LaneStep {
  Expr own;          // of one lane
  int64_t mask = 0;  // of all distances
  bool down = false, continues = false;
};
std::optional<LaneStep> lane_step(const Arena& arena, std::string_view function, Fold how, Expr own, Expr other);

// a (how) b, where one is an exchange of the other.
std::optional<Expr> combined_lanes(Arena& arena, Fold how, Expr a, Expr b);
// The greater or smaller of a value and that of another lane, however it was chosen; so the index beside it, where
// equal values are told apart by their indices.
Expr chosen_lanes(Arena& arena, Expr chosen);
// c ? a (how) b : a, where the condition says that a lane exists to exchange with: a step of a scan.
std::optional<Expr> combined_window(Arena& arena, Expr condition, Expr combined, Expr otherwise);
// The same, or a step of a reduction down: a lane that no other one reaches is not asked for its value.
std::optional<Expr> combined_where(Arena& arena, Expr condition, Expr combined, Expr otherwise);
// That there is a lane to exchange with; nothing for exchanges with a lane that is always there.
std::optional<Expr> lane_exists(Arena& arena, Exchange how, Expr amount, Expr width);
// Over all lanes of a warp.
Expr reduced_lanes(Arena& arena, Fold how, Expr value);

// The votes of a warp: how many lanes hold, as a count and as a word of bits.
Expr count_lanes(Arena& arena, Expr condition);
Expr ballot(Arena& arena, Expr condition);
std::optional<Expr> votes_of(Arena& arena, Expr ballot);

// (blockIdx*blockDim + threadIdx)%32 is threadIdx%32 where blocks have whole warps.
Expr lanes_of_whole_warps(Arena& arena, Expr e);
bool has_exchange(const Arena& arena, Expr e);
// Without calls of exchanges. Lanes for which nothing sensible comes out get an unknown value.
Expr expand_lanes(Arena& arena, Expr e);

Expr lane_index(Arena& arena);  // threadIdx.x % 32

}  // namespace whet::lift
