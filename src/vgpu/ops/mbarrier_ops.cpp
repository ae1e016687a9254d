// mbarrier, and the copies that report to one.
#include <bit>
#include <cstring>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/cluster_window.h"
#include "vgpu/memory/mbarrier.h"
#include "vgpu/ops/async_ops.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Space;

namespace {

constexpr int64_t k_spin_cost = 1 << 14;  // a GPU suspends a waiting thread, so it may poll only a few times per turn

// Calls `act(lane, barrier)` for each active lane with the barrier it names, and stores the changed barrier.
template <typename F>
void each_barrier(Warp& warp, const Op& op, Ref base, F act) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  alignas(64) uint64_t addresses[k_lanes];
  std::byte* hosts[k_lanes];
  shared_offsets(warp, base, form.address32, op.offset, addresses);
  const Mask lanes = reach(warp, op, form.space, addresses, warp.mask, 8, true, hosts);
  if (LaunchObserver* observer = warp.worker->launch.observer) {
    observer->access(warp, op, form.space, addresses, lanes, 8, AccessKind::atomic);
  }
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    uint64_t bits;
    std::memcpy(&bits, hosts[lane], sizeof bits);
    Mbarrier barrier = Mbarrier::from_bits(bits);
    act(lane, barrier);
    bits = barrier.bits();
    std::memcpy(hosts[lane], &bits, sizeof bits);
  }
}

// Op: a barrier, b count or bytes (absent: one).
uint32_t amount(const Warp& warp, Ref ref, int lane) {
  return ref.present() ? Source<uint32_t>(warp, ref)[lane] : 1;
}

void initialise(Warp& warp, const Op& op) {
  each_barrier(warp, op, op.a,
               [&](int lane, Mbarrier& barrier) { barrier = Mbarrier::init(amount(warp, op.b, lane)); });
}

void nothing(Warp&, const Op&) {}

constexpr uint16_t k_drops = 1, k_with_bytes = 2;  // for arrivals, in Op::small
constexpr int k_pending_shift = 8;                 // of a token

// The token holds the phase and the pending arrivals before this one.
void arrive(Warp& warp, const Op& op) {
  alignas(64) uint64_t token[k_lanes] = {};
  each_barrier(warp, op, op.a, [&](int lane, Mbarrier& barrier) {
    token[lane] = static_cast<uint64_t>(barrier.phase()) | uint64_t{barrier.pending()} << k_pending_shift;
    const uint32_t given = amount(warp, op.b, lane), count = op.small & k_with_bytes ? 1 : given;
    if (op.small & k_with_bytes) barrier.expect_bytes(given);
    if (op.small & k_drops)
      barrier.arrive_and_drop(count);
    else
      barrier.arrive(count);
  });
  if (op.dst.present()) write_lanes<uint64_t>(warp, op.dst, [&](int lane) { return token[lane]; });
}

void change_bytes(Warp& warp, const Op& op) {
  each_barrier(warp, op, op.a, [&](int lane, Mbarrier& barrier) {
    const int64_t bytes = amount(warp, op.b, lane);
    if (op.small)
      barrier.complete_bytes(bytes);
    else
      barrier.expect_bytes(bytes);
  });
}

// The lanes whose phase is complete. Op: a barrier, b token or parity.
Mask passed_lanes(Warp& warp, const Op& op) {
  Mask passed = 0;
  each_barrier(warp, op, op.a, [&](int lane, Mbarrier& barrier) {
    const bool wide = op.small == 0;
    const int parity =
        static_cast<int>(wide ? Source<uint64_t>(warp, op.b)[lane] & 1 : Source<uint32_t>(warp, op.b)[lane] & 1);
    if (barrier.passed(parity)) passed |= 1u << lane;
  });
  return passed;
}

// Executes the asynchronous copies that report to a barrier at which these lanes wait. False if there were none.
bool deliver_to(Warp& warp, const Op& op, Mask lanes) {
  if (warp.block->arriving.empty()) return false;
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  alignas(64) uint64_t addresses[k_lanes];
  shared_offsets(warp, op.a, form.address32, op.offset, addresses);
  bool any = false;
  for (; lanes; lanes &= lanes - 1) {
    const uint64_t address = addresses[std::countr_zero(lanes)];
    if (rank_in(address, warp.block->rank()) != warp.block->rank()) continue;
    any |= deliver(*warp.block, static_cast<uint32_t>(offset_in_block(address)));
  }
  return any;
}

// Op: dst predicate, a barrier, b token or parity.
void test(Warp& warp, const Op& op) {
  Mask passed = passed_lanes(warp, op);
  if (const Mask waiting = warp.mask & ~passed; waiting && deliver_to(warp, op, waiting))
    passed = passed_lanes(warp, op);
  warp.put_predicate(op.dst, passed);
  if ((passed & warp.mask) != warp.mask) {
    warp.block->awaited = true;
    warp.poll(k_spin_cost);
  }
}

// Op: dst, a token.
void pending(Warp& warp, const Op& op) {
  const Source<uint64_t> token(warp, op.a);
  write_lanes<uint32_t>(warp, op.dst,
                        [&](int lane) { return static_cast<uint32_t>(token[lane] >> k_pending_shift & 0xfffff); });
}

// cp.async.mbarrier.arrive: arrives when the copies issued before are complete, which is now.
void arrive_after_copies(Warp& warp, const Op& op) {
  finish_copies(warp);
  each_barrier(warp, op, op.dst, [&](int, Mbarrier& barrier) {
    if (op.small == 0) barrier.expect_more(1);
    barrier.arrive(1);
  });
}

MemoryForm& new_form(DecodeInput& input, size_t address) {
  input.op.extra = static_cast<uint32_t>(input.program.memory_forms.size());
  MemoryForm form;
  // Without a space the address is generic, but it must be in shared memory.
  const bool own = input.in.has("shared") || input.in.has("shared::cta");
  form.space = own ? Space::shared : Space::cluster;
  form.address32 = input.register_bytes[address] == 4;
  const Operand& operand = input.in.operands[address];
  input.op.offset = static_cast<int64_t>(operand.value);
  if (operand.base_kind == Operand::Kind::symbol)
    input.op.offset += static_cast<int64_t>(input.symbol(operand.name).value);
  input.program.memory_forms.push_back(form);
  return input.program.memory_forms.back();
}

Ref operand_or_none(const DecodeInput& input, size_t index) {
  return index < input.operands.size() ? input.operands[index].front() : Ref();
}

// [barrier], count
Result<bool> without_result(DecodeInput& input, Handler run, uint16_t small) {
  new_form(input, 0);
  input.op.a = input.operands[0].front();
  input.op.b = operand_or_none(input, 1);
  input.op.dst = Ref();
  input.op.small = small;
  input.op.run = run;
  return true;
}

// result, [barrier], count; the result may be _ (unused)
Result<bool> with_result(DecodeInput& input, Handler run, uint16_t small) {
  new_form(input, 1);
  if (input.in.operands[0].kind == Operand::Kind::sink) input.op.dst = Ref();
  input.op.a = input.operands[1].front();
  input.op.b = operand_or_none(input, 2);
  input.op.small = small;
  input.op.run = run;
  return true;
}

}  // namespace

Result<bool> decode_mbarrier(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode == "cp" && in.has("mbarrier")) {
    new_form(input, 0);
    input.op.dst = input.operands[0].front();
    input.op.small = in.has("noinc") ? 1 : 0;
    input.op.run = arrive_after_copies;
    return true;
  }
  if (in.opcode != "mbarrier") return false;
  if (in.operands.empty()) return unsupported(*input.program.module, in);
  if (in.has("init")) return without_result(input, initialise, 0);
  if (in.has("inval")) {
    input.op.run = nothing;
    return true;
  }
  if (in.has("expect_tx") && !in.has("arrive") && !in.has("arrive_drop")) return without_result(input, change_bytes, 0);
  if (in.has("complete_tx")) return without_result(input, change_bytes, 1);
  if (in.has("pending_count")) {
    input.op.run = pending;
    return true;
  }
  if (in.has("test_wait") || in.has("try_wait")) return with_result(input, test, in.has("parity") ? 1 : 0);
  const auto kind =
      static_cast<uint16_t>((in.has("expect_tx") ? k_with_bytes : 0) | (in.has("arrive_drop") ? k_drops : 0));
  const bool has_result = in.operands[0].kind != Operand::Kind::address;
  return has_result ? with_result(input, arrive, kind) : without_result(input, arrive, kind);
}

}  // namespace whet::vgpu
