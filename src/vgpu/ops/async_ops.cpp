// cp.async: copies from global to shared memory that are complete only after a wait.
//
// A copy is executed when its group is waited for, not when it is issued, so that a kernel that forgets to wait
// computes with old data here too.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/async_ops.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Space;

void shared_offsets(const Warp& warp, Ref base, bool address32, int64_t offset, uint64_t* to) {
  lane_addresses(warp, base, address32, offset, to);
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (to[lane] >= k_shared_window) to[lane] -= k_shared_window;
  }
  drop_own_rank(warp, to);
}

namespace {

// The lanes that read fewer bytes than they write.
Mask lanes_of_part(const PendingCopy& copy, Mask lanes) {
  Mask part = 0;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (copy.source_bytes[static_cast<size_t>(lane)] < copy.bytes) part |= 1u << lane;
  }
  return part;
}

// For these lanes only the bytes that they read must be mapped; the first and the last byte are checked.
Mask reach_source(Warp& warp, const Op& op, const PendingCopy& copy, const uint64_t* from, Mask lanes) {
  std::byte* hosts[k_lanes];
  const Mask part = lanes_of_part(copy, lanes);
  const Mask whole = reach(warp, op, Space::global, from, lanes & ~part, copy.bytes, false, hosts);
  if (part == 0) return whole;
  uint64_t last[k_lanes] = {};
  for (size_t lane = 0; lane < k_lanes; ++lane) last[lane] = from[lane] + copy.source_bytes[lane] - 1;
  const Mask first_ok = reach(warp, op, Space::global, from, part, 1, false, hosts);
  return whole | reach(warp, op, Space::global, last, first_ok, 1, false, hosts);
}

// Sets the bytes that each lane reads, and returns the lanes that read any. Op: as for issue_copy.
Mask set_source_bytes(const Warp& warp, const Op& op, PendingCopy& copy) {
  Mask reads = warp.mask;
  copy.source_bytes.fill(static_cast<uint8_t>(copy.bytes));
  if (op.c.present()) {
    const Source<uint32_t> bytes(warp, op.c);
    for (Mask rest = warp.mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      copy.source_bytes[static_cast<size_t>(lane)] =
          static_cast<uint8_t>(std::min<uint32_t>(bytes[lane], static_cast<uint32_t>(copy.bytes)));
      if (bytes[lane] == 0) reads &= ~(1u << lane);
    }
  }
  if (op.dst.present()) {
    const Mask ignored = warp.predicate(op.dst) & warp.mask;
    reads &= ~ignored;
    for (Mask rest = ignored; rest; rest &= rest - 1)
      copy.source_bytes[static_cast<size_t>(std::countr_zero(rest))] = 0;
  }
  return reads;
}

// Reports a copy to the checks and counts it. `read` are the lanes that read global memory.
void record_copy(Warp& warp, const Op& op, const PendingCopy& copy, Mask read) {
  LaunchState& launch = warp.worker->launch;
  if (launch.observer) {
    const Mask whole = read & ~lanes_of_part(copy, read);
    launch.observer->access(warp, op, Space::global, copy.from.data(), whole, copy.bytes, AccessKind::read);
    launch.observer->copy_issued(warp, op, copy.to.data(), copy.mask, copy.bytes);
  }
  if (!launch.options->counted || copy.mask == 0) return;
  const bool bypass_l1 = warp.program->memory_forms[op.extra].bypass_l1;
  count_access(warp, op, Space::global, copy.from.data(), read, copy.bytes, false,
               bypass_l1 ? CachePath::bypass_l1 : CachePath::normal);
  const SharedShape& shape = warp.worker->op_cache(op.index).second.shared(copy.to.data(), copy.mask, copy.bytes);
  warp.worker->accesses[op.index].wavefronts += shape.wavefronts;
  warp.worker->accesses[op.index].ideal_wavefronts += shape.ideal_wavefronts;
}

// Op: a shared address, b global address, c bytes to read (the rest is zero-filled); dst: mask of lanes that ignore the
// source.
void issue_copy(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  PendingCopy copy{.instruction = op.index, .bytes = form.element_bytes};
  alignas(64) uint64_t to[k_lanes];
  std::byte* hosts[k_lanes];
  shared_offsets(warp, op.a, form.address32, op.offset, to);
  lane_addresses(warp, op.b, false, form.second_offset, copy.from.data());
  std::transform(std::begin(to), std::end(to), copy.to.begin(),
                 [](uint64_t address) { return static_cast<uint32_t>(address); });
  const Mask reads = set_source_bytes(warp, op, copy);
  copy.mask = reach(warp, op, Space::shared, to, warp.mask, copy.bytes, true, hosts);
  const Mask read_ok = reach_source(warp, op, copy, copy.from.data(), reads);
  copy.mask &= read_ok | ~reads;
  record_copy(warp, op, copy, read_ok);
  warp.block->copies[warp.index].open.push_back(copy);
}

void carry_out(Warp& warp, const PendingCopy& copy) {
  const auto width = static_cast<uint64_t>(copy.bytes);
  for (Mask rest = copy.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    if (copy.to[lane] + width > warp.block->shared_bytes()) continue;  // an out-of-bounds copy that continues
    std::byte* to = warp.block->shared() + copy.to[lane];
    std::memset(to, 0, static_cast<size_t>(copy.bytes));
    if (const size_t bytes = copy.source_bytes[lane]) {
      const Allocation* from = warp.worker->launch.memory->find(copy.from[lane]);
      if (from && !from->freed && from->holds(copy.from[lane], bytes))
        std::memcpy(to, from->host + (copy.from[lane] - from->base), bytes);
      else
        warp.worker->launch.memory->poison().fill(to, bytes, Poison::Kind::stray, copy.from[lane]);
    }
  }
  if (LaunchObserver* observer = warp.worker->launch.observer) {
    observer->copy_done(warp, copy.instruction, copy.to.data(), copy.mask, copy.bytes);
  }
}

void commit_group(Warp& warp, const Op&) {
  CopyGroups& groups = warp.block->copies[warp.index];
  groups.closed.push_back(std::exchange(groups.open, {}));
}

// Executes all but the newest `keep` groups.
void finish_groups(Warp& warp, size_t keep) {
  CopyGroups& groups = warp.block->copies[warp.index];
  while (groups.closed.size() > keep) {
    for (const PendingCopy& copy : groups.closed.front()) carry_out(warp, copy);
    groups.closed.erase(groups.closed.begin());
  }
}

void wait_group(Warp& warp, const Op& op) {
  finish_groups(warp, warp.scalar_value<uint32_t>(op.dst));
}

void wait_all(Warp& warp, const Op&) {
  finish_copies(warp);
}

}  // namespace

void finish_copies(Warp& warp) {
  CopyGroups& groups = warp.block->copies[warp.index];
  groups.closed.push_back(std::exchange(groups.open, {}));
  finish_groups(warp, 0);
}

namespace {

Result<bool> decode_copy(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.operands.size() < 3 || in.operands[2].kind != Operand::Kind::immediate)
    return unsupported(*input.program.module, in);
  Op& op = input.op;
  MemoryForm form;
  form.address32 = input.register_bytes[0] == 4;
  form.element_bytes = static_cast<uint8_t>(in.operands[2].value);
  form.bypass_l1 = in.has("cg");
  form.second_offset = static_cast<int64_t>(in.operands[1].value);
  if (in.operands[1].base_kind == Operand::Kind::symbol)
    form.second_offset += static_cast<int64_t>(input.symbol(in.operands[1].name).value);
  op.offset = static_cast<int64_t>(in.operands[0].value);
  if (in.operands[0].base_kind == Operand::Kind::symbol)
    op.offset += static_cast<int64_t>(input.symbol(in.operands[0].name).value);
  op.a = input.operands[0].front();
  op.b = input.operands[1].front();
  // A fourth operand is the number of bytes to read, or a predicate to ignore the source; a fifth is the cache policy.
  const bool has_size = in.operands.size() > 3 && !in.has("L2::cache_hint");
  const bool has_both = in.operands.size() > 4;
  op.c = has_size || has_both ? input.operands[3].front() : Ref();
  op.dst = Ref();
  if (op.c.present() && in.operands[3].kind == Operand::Kind::reg && input.register_bytes[3] == 0) {
    if (in.operands[3].negated) return unsupported(*input.program.module, in, "a negated predicate");
    op.dst = std::exchange(op.c, Ref());
  }
  op.extra = static_cast<uint32_t>(input.program.memory_forms.size());
  input.program.memory_forms.push_back(form);
  op.run = issue_copy;
  return true;
}

}  // namespace

Result<bool> decode_async(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode != "cp" || !in.has("async") || in.has("bulk") || in.has("mbarrier")) return false;
  if (in.has("commit_group"))
    input.op.run = commit_group;
  else if (in.has("wait_group"))
    input.op.run = wait_group;
  else if (in.has("wait_all"))
    input.op.run = wait_all;
  else
    return decode_copy(input);
  return true;
}

}  // namespace whet::vgpu
