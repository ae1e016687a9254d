// Member masks of .sync instructions.
//
// Lanes that execute one together may belong to several groups, each with its own mask: a tile of eight lanes gives
// 0xff, the next one 0xff00. Complete groups execute at once, as they do on a GPU; an incomplete one waits for its
// members.
#pragma once

#include <bit>

#include "vgpu/machine/collective_frame.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

inline void check_members(Warp& warp, const Op& op, Mask running, Mask named) {
  if (const Mask outside = running & ~named; outside != 0) {
    warp.worker->fault(warp, op, FaultKind::wrong_mask, std::countr_zero(outside), 0, 0,
                       "the lane runs the instruction but its mask leaves it out");
  }
}

inline void tell_observer(Warp& warp, Mask members) {
  if (LaunchObserver* observer = warp.worker->launch.observer) observer->warp_synchronised(warp, members);
}

// The lanes whose member mask equals that of the first lane.
inline Mask same_members(const Source<uint32_t>& masks, Mask lanes) {
  const uint32_t named = masks[std::countr_zero(lanes)];
  Mask same = 0;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    same |= static_cast<Mask>(masks[lane] == named) << lane;
  }
  return same;
}

// Calls body(warp, op, members) for each complete group; the others wait.
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
    tell_observer(warp, group & named);
    body(warp, op, group & named);
  }
  warp.set_mask(together);
  for (Mask rest = together & ~done; rest;) {
    const Mask group = same_members(masks, rest);
    rest &= ~group;
    warp.fork(group, warp.op_index(op));
  }
  if (done == 0) warp.stop();
}

// Like with_members, for a warp barrier, which has no results.
inline void meet_members(Warp& warp, const Op& op, Ref ref) {
  const Source<uint32_t> masks(warp, ref);
  const Mask named = masks[std::countr_zero(warp.mask)];
  if (ref.is_lanes() && same_members(masks, warp.mask) != warp.mask) {
    return run_groups(warp, op, masks, [](Warp&, const Op&, Mask) {});
  }
  check_members(warp, op, warp.mask, named);
  if (warp.gather(op, named)) tell_observer(warp, warp.live() & named);
}

// Calls body(warp, op, members) once per complete group, with the warp's mask narrowed to it. PTX requires the same
// instruction and the same members, not the same pc: compilers duplicate collectives into both sides of a branch. The
// operands of lanes that stand at several ops are copied into one frame.
template <typename Body>
void with_members(Warp& warp, const Op& op, Ref ref, CollectiveOperands operands, Body body) {
  const Source<uint32_t> masks(warp, ref);
  const Mask named = masks[std::countr_zero(warp.mask)];
  if (ref.is_lanes() && same_members(masks, warp.mask) != warp.mask) return run_groups(warp, op, masks, body);
  check_members(warp, op, warp.mask, named);
  if (!warp.gather(op, named)) return;
  const Mask members = (warp.mask | warp.lanes_elsewhere()) & named;
  tell_observer(warp, members);
  if (warp.elsewhere().empty()) return body(warp, op, members);
  CollectiveFrame together(warp, op, operands);
  together.run(body, members);
}

}  // namespace whet::vgpu
