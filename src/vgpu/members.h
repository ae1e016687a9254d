// Member masks of .sync instructions.
//
// Lanes that run one together may stand in several groups, each of which names itself: a tile of eight lanes says 0xff,
// the next 0xff00. Whole groups go through in one execution, as they do on a GPU; of the others each waits for its own.
#pragma once

#include <bit>

#include "vgpu/check.h"
#include "vgpu/handler.h"
#include "vgpu/worker.h"

namespace whet::vgpu {

inline void check_members(Warp& warp, const Op& op, Mask running, Mask named) {
  if (const Mask outside = running & ~named; outside != 0) {
    warp.worker->fault(warp, op, FaultKind::wrong_mask, std::countr_zero(outside), 0, 0,
                       "the lane runs the instruction but its mask leaves it out");
  }
}

inline void tell_checker(Warp& warp, Mask members) {
  if (Checker* checker = warp.worker->launch.checker) checker->warp_synchronised(warp, members);
}

// The running lanes that name the same members as the first of them.
inline Mask same_members(const Source<uint32_t>& masks, Mask lanes) {
  const uint32_t named = masks[std::countr_zero(lanes)];
  Mask same = 0;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    same |= static_cast<Mask>(masks[lane] == named) << lane;
  }
  return same;
}

template <typename Body>
void run_groups(Warp& warp, const Op& op, const Source<uint32_t>& masks, Body body) {
  const Mask together = warp.mask;
  Mask done = 0;
  for (Mask rest = together; rest;) {
    const Mask named = masks[std::countr_zero(rest)], group = same_members(masks, rest);
    rest &= ~group;
    check_members(warp, op, group, named);
    if (named & warp.live() & ~group) continue;
    done |= group;
    warp.set_mask(group);
    tell_checker(warp, group & named);
    body(group & named);
  }
  warp.set_mask(together);
  for (Mask rest = together & ~done; rest;) {
    const Mask group = same_members(masks, rest);
    rest &= ~group;
    warp.fork(group, warp.op_index(op));
  }
  if (done == 0) warp.stop();
}

// As with_members, for a barrier of the warp: lanes that stand at different ones and name the same meet too.
inline void meet_members(Warp& warp, const Op& op, Ref ref) {
  const Source<uint32_t> masks(warp, ref);
  const Mask named = masks[std::countr_zero(warp.mask)];
  if (ref.is_lanes() && same_members(masks, warp.mask) != warp.mask) return run_groups(warp, op, masks, [](Mask) {});
  check_members(warp, op, warp.mask, named);
  if (warp.gather(op, named, true)) tell_checker(warp, warp.live() & named);
}

// body(members) once for each group that is all here, with the warp's mask narrowed to it.
template <typename Body>
void with_members(Warp& warp, const Op& op, Ref ref, Body body) {
  const Source<uint32_t> masks(warp, ref);
  const Mask named = masks[std::countr_zero(warp.mask)];
  if (ref.is_lanes() && same_members(masks, warp.mask) != warp.mask) return run_groups(warp, op, masks, body);
  check_members(warp, op, warp.mask, named);
  if (!warp.gather(op, named)) return;
  tell_checker(warp, warp.mask & named);
  body(warp.mask & named);
}

}  // namespace whet::vgpu
