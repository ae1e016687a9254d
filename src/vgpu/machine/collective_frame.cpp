#include "vgpu/machine/collective_frame.h"

#include <bit>

namespace whet::vgpu {

namespace {

// Byte offsets of the operands in the frame.
constexpr uint32_t k_a = 0, k_b = 256, k_c = 384, k_dst = 512, k_dst2 = 640;

template <typename T>
void collect_lanes(const Warp& warp, Ref from, std::byte* to) {
  const Source<T> source(warp, from);
  T* const values = reinterpret_cast<T*>(to);
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    values[lane] = source[lane];
  }
}

}  // namespace

CollectiveFrame::CollectiveFrame(Warp& warp, const Op& op, CollectiveOperands operands)
    : warp_(warp), here_(op), operands_(operands), op_(op), own_mask_(warp.mask), own_frame_(warp.frame) {
  op_.a = Ref(Ref::lanes, k_a);
  if (op.b.present()) op_.b = Ref(Ref::lanes, k_b);
  if (op.c.present()) op_.c = Ref(Ref::lanes, k_c);
  op_.dst = Ref(Ref::lanes, k_dst);
  op_.dst2 = Ref(Ref::lanes, k_dst2);
  if (operands.a == CollectiveOperand::predicate) op_.flags = 0;  // collect() has applied the negation already
}

void CollectiveFrame::collect(const Op& from) {
  if (operands_.a == CollectiveOperand::predicate) {
    Mask& holds = *reinterpret_cast<Mask*>(slots_ + k_a);
    holds |= (from.flags ? ~warp_.predicate(from.a) : warp_.predicate(from.a)) & warp_.mask;
  }
  if (operands_.a == CollectiveOperand::word) collect_lanes<uint32_t>(warp_, from.a, slots_ + k_a);
  if (operands_.a == CollectiveOperand::wide) collect_lanes<uint64_t>(warp_, from.a, slots_ + k_a);
  if (from.b.present()) collect_lanes<uint32_t>(warp_, from.b, slots_ + k_b);
  if (from.c.present()) collect_lanes<uint32_t>(warp_, from.c, slots_ + k_c);
}

void CollectiveFrame::enter() {
  collect(here_);
  warp_.for_each_elsewhere([this](const Op& other) { collect(other); });
  warp_.set_mask(own_mask_ | warp_.lanes_elsewhere());
  warp_.frame = slots_;
}

void CollectiveFrame::leave() {
  warp_.frame = own_frame_;
  warp_.set_mask(own_mask_);
  hand_out(here_);
  warp_.for_each_elsewhere([this](const Op& other) { hand_out(other); });
}

void CollectiveFrame::hand_out(const Op& to) {
  const auto* const words = reinterpret_cast<const uint32_t*>(slots_ + k_dst);
  if (to.dst.present() && operands_.dst == CollectiveOperand::predicate) warp_.put_predicate(to.dst, words[0]);
  if (to.dst.present() && operands_.dst == CollectiveOperand::word) {
    write_lanes<uint32_t>(warp_, to.dst, [words](int lane) { return words[lane]; });
  }
  if (to.dst2.present()) warp_.put_predicate(to.dst2, *reinterpret_cast<const Mask*>(slots_ + k_dst2));
}

}  // namespace whet::vgpu
