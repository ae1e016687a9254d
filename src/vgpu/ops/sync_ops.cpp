// Barriers and fences.
#include <bit>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/sync_masks.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

constexpr uint8_t k_aligned = 1, k_negated = 2;

struct BarrierOperands {
  uint32_t id = 0, threads = 0;
};

BarrierOperands barrier_operands(const Warp& warp, Ref id, Ref threads) {
  const int lane = std::countr_zero(warp.mask);
  BarrierOperands operands;
  if (id.present()) operands.id = Source<uint32_t>(warp, id)[lane] % k_barriers;
  if (threads.present()) operands.threads = Source<uint32_t>(warp, threads)[lane];
  return operands;
}

void before_barrier(Warp& warp, const Op& op, uint32_t barrier, bool waits) {
  if (LaunchObserver* observer = warp.worker->launch.observer) {
    observer->at_barrier(warp, op, barrier, op.flags & k_aligned, waits);
  }
}

// Op: a barrier, b threads.
void barrier_sync(Warp& warp, const Op& op) {
  const BarrierOperands at = barrier_operands(warp, op.a, op.b);
  before_barrier(warp, op, at.id, true);
  if (!warp.block->arrive(at.id, at.threads, warp, warp.mask)) warp.wait(op, static_cast<int>(at.id), false);
}

void barrier_arrive(Warp& warp, const Op& op) {
  const BarrierOperands at = barrier_operands(warp, op.a, op.b);
  before_barrier(warp, op, at.id, false);
  warp.block->arrive(at.id, at.threads, warp, warp.mask);
}

enum VoteKind : uint16_t { popc, all, any };

void write_votes(Warp& warp, const Op& op, const BarrierVotes& votes) {
  switch (static_cast<VoteKind>(op.small)) {
    case popc:
      write_lanes<uint32_t>(warp, op.dst, [&](int) { return votes.set; });
      break;
    case all:
      warp.put_predicate(op.dst, votes.clear == 0 ? k_all_lanes : 0);
      break;
    case any:
      warp.put_predicate(op.dst, votes.set != 0 ? k_all_lanes : 0);
      break;
  }
}

// Op: dst, a barrier, b threads, c predicate.
void barrier_reduce(Warp& warp, const Op& op) {
  const BarrierOperands at = barrier_operands(warp, op.a, op.b);
  Barrier& barrier = warp.block->barriers[at.id];
  if (warp.take_released()) return write_votes(warp, op, barrier.result);
  before_barrier(warp, op, at.id, true);
  const Mask holds = (op.flags & k_negated ? ~warp.predicate(op.c) : warp.predicate(op.c)) & warp.mask;
  barrier.gathered.set += static_cast<uint32_t>(std::popcount(holds));
  barrier.gathered.clear += static_cast<uint32_t>(std::popcount(warp.mask & ~holds));
  if (warp.block->arrive(at.id, at.threads, warp, warp.mask)) return write_votes(warp, op, barrier.result);
  warp.wait(op, static_cast<int>(at.id), true);
}

// Op: a member mask.
void warp_barrier(Warp& warp, const Op& op) {
  meet_members(warp, op, op.a);
}

void fence(Warp& warp, const Op& op) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (LaunchObserver* observer = warp.worker->launch.observer) observer->fenced(warp, op);
}

Result<bool> decode_barrier(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  Op& op = input.op;
  if (in.has("warp")) {
    op.a = input.operands.at(0).front();
    op.run = warp_barrier;
    return true;
  }
  op.flags = in.opcode == "bar" || in.has("aligned") ? k_aligned : 0;
  const bool reduces = in.has("red");
  const size_t first = reduces ? 1 : 0, count = in.operands.size() - first;
  const Ref predicate = reduces ? input.operands.back().front() : Ref();
  if (reduces && in.operands.back().negated) op.flags |= k_negated;
  const size_t numbers = reduces ? count - 1 : count;
  op.a = numbers > 0 ? input.operands[first].front() : Ref();
  op.b = numbers > 1 ? input.operands[first + 1].front() : Ref();
  op.c = predicate;
  if (reduces) {
    op.small = in.has("popc") ? popc : in.has("and") ? all : any;
    op.run = barrier_reduce;
  } else {
    op.run = in.has("arrive") ? barrier_arrive : barrier_sync;
  }
  return true;
}

}  // namespace

Result<bool> decode_sync(DecodeInput& input) {
  const std::string& opcode = input.in.opcode;
  if (opcode == "bar" || opcode == "barrier") return decode_barrier(input);
  if (opcode != "membar" && opcode != "fence") return false;
  input.op.run = fence;
  return true;
}

}  // namespace whet::vgpu
