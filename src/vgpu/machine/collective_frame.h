// One register frame for a collective whose lanes stand at several ops of the same kind. The operands of all lanes are
// copied into it, the collective runs once on it, and each lane's result is copied to the destination of its own op.
//
//   @p shfl.sync r1, r2, ...      lanes 0-15: r2 ->  frame: a[0..15]        dst[0..15]  -> r1
//   @!p shfl.sync r3, r4, ...     lanes 16-31: r4 ->        a[16..31]       dst[16..31] -> r3
#pragma once

#include <cstddef>

#include "vgpu/machine/handler.h"

namespace whet::vgpu {

enum class CollectiveOperand : uint8_t { none, predicate, word, wide };

// Kinds of `a` and `dst`. If present, `b` and `c` are words and `dst2` is a predicate.
struct CollectiveOperands {
  CollectiveOperand a = CollectiveOperand::none, dst = CollectiveOperand::none;
};

class CollectiveFrame {
 public:
  // `warp` has gathered the lanes at `op` and elsewhere.
  CollectiveFrame(Warp& warp, const Op& op, CollectiveOperands operands);

  template <typename Body>
  void run(Body body, Mask members) {
    enter();
    body(warp_, op_, members);
    leave();
  }

 private:
  void collect(const Op& from);
  void enter();
  void leave();
  void hand_out(const Op& to);

  Warp& warp_;
  const Op& here_;
  const CollectiveOperands operands_;
  Op op_;
  Mask own_mask_;
  std::byte* own_frame_;
  alignas(64) std::byte slots_[1024] = {};
};

}  // namespace whet::vgpu
