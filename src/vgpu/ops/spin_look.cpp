#include "vgpu/ops/spin_look.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/machine/worker.h"
#include "vgpu/memory/mix.h"

namespace whet::vgpu {

namespace {

uint64_t mix_seen(const Warp& warp, uint64_t hash, Ref ref, int bytes, Mask lanes) {
  const auto width = static_cast<size_t>(std::min(bytes, 8));
  const std::byte* const from = warp.frame + ref.offset();
  if (!ref.is_lanes()) lanes &= -lanes;  // one value for all
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = ref.is_lanes() ? static_cast<size_t>(std::countr_zero(rest)) : 0;
    uint64_t value = 0;
    std::memcpy(&value, from + lane * static_cast<size_t>(bytes), width);
    hash = mix_in(hash, value);
  }
  return hash;
}

// Where a warp looked and what it saw.
uint64_t sight(const Warp& warp, const Op& op, const Touched& touched) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  const bool atomic = warp.program->instruction(op.index).opcode == "atom";
  uint64_t hash = mix_in(op.index + 1, touched.lanes);
  for (const uint64_t sector : touched.sectors()) hash = mix_in(hash, sector);
  if (atomic) return op.dst.present() ? mix_seen(warp, hash, op.dst, form.element_bytes, touched.lanes) : hash;
  for (uint32_t i = 0; i < form.count; ++i)
    hash = mix_seen(warp, hash, warp.program->refs[form.first_ref + i], form.register_bytes, touched.lanes);
  return hash;
}

// A warp that comes round to the state it was in, while nobody did anything that it could see, does so for ever. Few
// wait so long that it is worth asking.
void settle(Warp& warp, const Op& op, const Touched& touched) {
  warp.spin.at = warp.op_index(op);
  warp.spin.address = touched.first;
  if (!warp.asks_whether_settled()) return;
  const uint64_t state = warp.fingerprint(), deeds = warp.worker->watchers.deeds;
  warp.spin.settled = warp.spin.state == state && warp.spin.deeds == deeds;
  warp.spin.state = state;
  warp.spin.deeds = deeds;
}

}  // namespace

void look(Warp& warp, const Op& op, const Touched& touched) {
  const uint64_t seen = sight(warp, op, touched);
  warp.spin.same = seen == warp.spin.last ? warp.spin.same + 1 : 0;
  warp.spin.last = seen;
  if (warp.spin.same < warp.spin.patience) return;
  if (warp.alone()) {
    settle(warp, op, touched);
    warp.worker->watchers.sleep(warp, touched.sectors());
  }
  warp.pause(warp.pc);
}

}  // namespace whet::vgpu
