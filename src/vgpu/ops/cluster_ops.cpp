// Instructions of clusters: addresses in the blocks' shared memory, and the barrier. Also instructions that control the
// hardware and change no result.
#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/cluster_window.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

constexpr uint8_t k_aligned = 1, k_relaxed = 2;

// Op: dst, a address, b rank. A generic address stays generic.
template <typename T>
void map_address(Warp& warp, const Op& op) {
  const Source<uint32_t> rank(warp, op.b);
  alignas(64) uint64_t address[k_lanes];
  for (int lane = 0; lane < k_lanes; ++lane) address[lane] = static_cast<uint64_t>(op.offset);
  if (op.a.present()) {
    const Source<T> given(warp, op.a);
    for (int lane = 0; lane < k_lanes; ++lane) address[lane] = static_cast<T>(given[lane] + address[lane]);
  }
  const uint32_t size = warp.block->cluster().size();
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    if (rank[lane] < size) continue;
    warp.worker->fault(warp, op, FaultKind::bad_instruction, lane, 0, 0, "the cluster has no block of that rank");
    return;
  }
  write_lanes<T>(warp, op.dst, [&](int lane) {
    const uint64_t window = address[lane] - k_shared_window < k_window_bytes ? k_shared_window : 0;
    return static_cast<T>(window + with_rank(address[lane] - window, rank[lane]));
  });
}

// Op: dst, a address.
template <typename T>
void rank_of_address(Warp& warp, const Op& op) {
  const uint32_t own = warp.block->rank();
  const auto rank = [&](uint64_t address) {
    const uint64_t window = address - k_shared_window < k_window_bytes ? k_shared_window : 0;
    return static_cast<uint32_t>(rank_in(address - window, own));
  };
  if (!op.a.present()) return write_lanes<uint32_t>(warp, op.dst, [&](int) { return own; });
  const Source<T> a(warp, op.a);
  write_lanes<uint32_t>(warp, op.dst, [&](int lane) { return rank(a[lane]); });
}

void cluster_arrive(Warp& warp, const Op& op) {
  if (LaunchObserver* observer = warp.worker->launch.observer)
    observer->at_cluster_barrier(warp, op, op.flags & k_aligned, !(op.flags & k_relaxed));
  warp.block->cluster().arrive(warp, warp.mask);
}

void cluster_wait(Warp& warp, const Op& op) {
  (void)warp.take_released();
  if (!warp.block->cluster().pass(warp, warp.mask)) return warp.wait(op, k_cluster_barrier, true);
  if (LaunchObserver* observer = warp.worker->launch.observer) observer->passed_cluster_barrier(warp);
}

void nothing(Warp&, const Op&) {}

// setmaxnreg must be executed by the whole warp.
void set_registers(Warp& warp, const Op& op) {
  if (warp.mask == warp.live() || !warp.worker->launch.observer) return;
  warp.worker->fault(warp, op, FaultKind::wrong_mask, __builtin_ctz(warp.mask), 0, 0,
                     "only part of the warp executes setmaxnreg");
}

Result<bool> decode_mapping(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const bool maps = in.opcode == "mapa";
  const bool whole = in.operands.size() == (maps ? 3u : 2u) && (!maps || input.op.b.present());
  if (!whole || in.operands[0].kind != Operand::Kind::reg) return unsupported(*input.program.module, in);
  const Operand& address = in.operands[1];
  const bool named = address.kind == Operand::Kind::symbol || address.kind == Operand::Kind::address;
  if (named) {
    const SymbolPlace place = input.symbol(address.name);
    if (place.kind != SymbolPlace::Kind::shared)
      return unsupported(*input.program.module, in, "`" + address.name + "` is not a shared variable");
    input.op.a = Ref();
    input.op.offset = static_cast<int64_t>(place.value + address.value);
  }
  if (!named && !input.op.a.present()) return unsupported(*input.program.module, in);
  const bool wide = in.type() == ptx::Type::u64;
  if (maps)
    input.op.run = wide ? map_address<uint64_t> : map_address<uint32_t>;
  else
    input.op.run = wide ? rank_of_address<uint64_t> : rank_of_address<uint32_t>;
  return true;
}

Result<bool> decode_set_registers(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const bool known = in.operands.size() == 1 && in.operands[0].kind == Operand::Kind::immediate;
  const uint64_t count = known ? in.operands[0].value : 0;
  if (count < 24 || count > 256 || count % 8 != 0)
    return bad_input("`" + in.full_opcode() + "` needs a multiple of 8 from 24 to 256",
                     "PTX line " + std::to_string(in.line), "give it such a number of registers");
  input.op.run = set_registers;
  return true;
}

}  // namespace

Result<bool> decode_cluster(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode == "mapa" || in.opcode == "getctarank") return decode_mapping(input);
  if (in.opcode == "setmaxnreg") return decode_set_registers(input);
  if (in.opcode == "griddepcontrol") {  // launches run one after another
    input.op.run = nothing;
    return true;
  }
  if (in.opcode != "barrier" || !in.has("cluster")) return false;
  input.op.flags = static_cast<uint8_t>((in.has("aligned") ? k_aligned : 0) | (in.has("relaxed") ? k_relaxed : 0));
  input.op.run = in.has("arrive") ? cluster_arrive : cluster_wait;
  return true;
}

}  // namespace whet::vgpu
