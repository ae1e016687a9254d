#include "vgpu/check/check.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "vgpu/check/barrier_check.h"
#include "vgpu/check/init_check.h"
#include "vgpu/check/pending_reads.h"
#include "vgpu/check/proxy_check.h"
#include "vgpu/check/race_check.h"
#include "vgpu/check/read_only_check.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/finding.h"
#include "vgpu/memory/cluster_window.h"

namespace whet::vgpu {

using ptx::Space;

struct Checker::State {
  std::vector<AccessTraits> traits;
  std::optional<InitCheck> init;
  std::optional<RaceCheck> races;
  std::optional<BarrierCheck> barriers;
  std::optional<ReadOnlyCheck> constants;
  std::optional<ProxyCheck> proxies;
  std::optional<PendingReads> pending;
};

namespace {

bool copies_asynchronously(const Program& program) {
  for (uint32_t i = 0; i < program.origins.size(); ++i) {
    const ptx::Instruction& in = program.instruction(i);
    if (in.has("async")) return true;
  }
  return false;
}

struct OneSpace {
  alignas(64) uint64_t addresses[k_lanes] = {};
  Mask mask = 0;
};

// The lanes whose generic address lies in one window, as offsets in it.
OneSpace within(const uint64_t* addresses, Mask mask, uint64_t window) {
  OneSpace part;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    part.addresses[lane] = addresses[lane] - window;
    if (part.addresses[lane] < k_window_bytes) part.mask |= 1u << lane;
  }
  return part;
}

}  // namespace

Checker::Checker(LaunchState& launch, const CheckSet& set)
    : launch_(launch), set_(set), state_(std::make_unique<State>()) {
  state_->traits = traits_of(*launch.program);
  if (set.init) state_->init.emplace(launch, state_->traits);
  if (set.sync) state_->barriers.emplace();
  if (set.race) {
    state_->constants.emplace(launch);
    if (!state_->constants->is_needed()) state_->constants.reset();
  }
  if (set.sync) {
    state_->proxies.emplace(launch);
    if (!state_->proxies->is_needed()) state_->proxies.reset();
    state_->pending.emplace(launch);
    if (!state_->pending->is_needed()) state_->pending.reset();
  }
  if (set.race || (set.sync && copies_asynchronously(*launch.program))) {
    state_->races.emplace(launch, state_->traits, set);
  }
}

Checker::~Checker() = default;

void Checker::start_block(BlockState& block) {
  if (state_->init) state_->init->start_block(block);
  if (state_->races) state_->races->start_block(block);
  if (state_->barriers) state_->barriers->start_block(block);
  if (state_->proxies) state_->proxies->start_block(block);
  if (state_->pending) state_->pending->start_block(block);
}

void Checker::finish_block(BlockState& block) {
  if (state_->init) state_->init->finish_block(block);
  if (state_->races) state_->races->finish_block(block);
  if (state_->barriers) state_->barriers->finish_block(block);
  if (state_->proxies) state_->proxies->finish_block(block);
  if (state_->pending) state_->pending->finish_block(block);
}

void Checker::access(Warp& warp, const Op& op, Space space, const uint64_t* addresses, Mask mask, int width,
                     AccessKind kind) {
  if (mask == 0) return;
  if (space == Space::cluster) return access_blocks(warp, op, addresses, mask, width, kind);
  if (space == Space::generic) {
    const OneSpace shared = within(addresses, mask, k_shared_window), local = within(addresses, mask, k_local_window);
    access(warp, op, Space::cluster, shared.addresses, shared.mask, width, kind);
    access(warp, op, Space::local, local.addresses, local.mask, width, kind);
    return access(warp, op, Space::global, addresses, mask & ~shared.mask & ~local.mask, width, kind);
  }
  const uint32_t used = state_->traits[op.index].used_bytes;
  const uint32_t whole = width >= 32 ? ~0u : (1u << width) - 1;
  if ((used & whole) == whole) return tell({warp, op, space, addresses, mask, width, kind});
  for (uint32_t rest = used & whole; rest; rest &= rest - 1) {  // a compiler may load bytes that it does not use
    alignas(64) uint64_t bytes[k_lanes];
    for (int lane = 0; lane < k_lanes; ++lane)
      bytes[lane] = addresses[lane] + static_cast<uint64_t>(std::countr_zero(rest));
    tell({warp, op, space, bytes, mask, 1, kind});
  }
}

void Checker::tell(const WarpAccess& access) {
  if (state_->init) state_->init->access(access);
  const bool raced = access.space == Space::shared || (access.space == Space::global && set_.race);
  if (state_->races && raced) state_->races->access(access);
  if (state_->constants && access.space == Space::global) state_->constants->access(access);
  if (access.space == Space::shared && access.writes()) written_in_shared(access, true);
}

void Checker::written_in_shared(const WarpAccess& access, bool is_own) {
  if (state_->proxies && is_own) state_->proxies->written(access);
  if (state_->pending) state_->pending->written(access);
}

// Lanes that access the same block's memory are handled together.
void Checker::access_blocks(Warp& warp, const Op& op, const uint64_t* addresses, Mask mask, int width,
                            AccessKind kind) {
  alignas(64) uint64_t offsets[k_lanes] = {};
  for (int lane = 0; lane < k_lanes; ++lane) offsets[lane] = offset_in_block(addresses[lane]);
  const uint32_t own = warp.block->rank();
  while (mask) {
    const uint64_t rank = rank_in(addresses[std::countr_zero(mask)], own);
    Mask same = 0;
    for (Mask rest = mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      same |= static_cast<Mask>(rank_in(addresses[lane], own) == rank) << lane;
    }
    mask &= ~same;
    BlockState& owner = warp.block->cluster().block(rank);
    const WarpAccess part{warp, op, Space::shared, offsets, same, width, kind, &owner};
    if (state_->init) state_->init->access(part);
    if (state_->races) state_->races->access(part);
    if (part.writes()) written_in_shared(part, rank == own);
  }
}

void Checker::at_barrier(Warp& warp, const Op& op, uint32_t barrier, bool aligned, bool waits) {
  if (state_->barriers && aligned) state_->barriers->arrive(warp, op, barrier);
  if (state_->races) state_->races->arrive(warp, barrier, waits);
}

void Checker::barrier_opened(BlockState& block, uint32_t barrier) {
  if (state_->barriers) state_->barriers->barrier_opened(block, barrier);
  if (state_->races) state_->races->barrier_opened(block, barrier);
}

void Checker::warp_synchronised(Warp& warp, Mask lanes) {
  if (state_->races) state_->races->synchronise_warp(warp, lanes);
}

void Checker::fenced(Warp& warp, const Op& op) {
  if (state_->proxies) state_->proxies->fenced(warp, op);
  if (state_->races) state_->races->fence(warp, reach_of_fence(launch_.program->instruction(op.index)));
}

void Checker::copy_issued(Warp& warp, const Op& op, const uint32_t* to, Mask mask, int width) {
  uint64_t addresses[k_lanes];
  std::copy_n(to, k_lanes, addresses);
  const WarpAccess all{warp, op, Space::shared, addresses, mask, width, AccessKind::write};
  if (state_->init) state_->init->access(all);
  if (state_->races) state_->races->copy_issued(all);
  if (state_->pending) state_->pending->written(all);
}

void Checker::copy_done(Warp& warp, uint32_t instruction, const uint32_t* to, Mask mask, int width) {
  if (!state_->races) return;
  uint64_t addresses[k_lanes];
  std::copy_n(to, k_lanes, addresses);
  Op op;
  op.index = instruction;
  state_->races->copy_done({warp, op, Space::shared, addresses, mask, width, AccessKind::write});
}

namespace {

// Calls `each(address, width)` for aligned pieces of at most 16 bytes.
template <typename F>
void in_aligned_pieces(uint64_t address, uint64_t bytes, F each) {
  while (bytes > 0) {
    uint64_t width = 16;
    while (address % width != 0 || width > bytes) width /= 2;
    each(address, static_cast<int>(width));
    address += width;
    bytes -= width;
  }
}

Op op_of(const AsyncCopy& copy) {
  Op op;
  op.index = copy.instruction;
  return op;
}

// Calls `each(access)` for the shared memory that a copy writes, or reads if it takes it to global memory.
template <typename F>
void each_shared(const AsyncCopy& copy, AccessKind kind, F each) {
  const Op op = op_of(copy);
  uint64_t addresses[k_lanes] = {};
  Warp& warp = copy.issuer->warps[copy.warp];
  for (const CopyPiece& piece : copy.pieces) {
    in_aligned_pieces(piece.shared, piece.bytes, [&](uint64_t address, int width) {
      addresses[copy.lane] = address;
      each(WarpAccess{warp, op, Space::shared, addresses, 1u << copy.lane, width, kind, copy.memory_of});
    });
  }
}

}  // namespace

void Checker::async_issued(const AsyncCopy& copy) {
  each_shared(copy, AccessKind::write, [&](const WarpAccess& access) {
    if (state_->init) state_->init->access(access);
    if (state_->races) state_->races->copy_issued(access);
    if (state_->pending) state_->pending->written(access);
  });
}

void Checker::async_arrived(const AsyncCopy& copy) {
  if (!state_->races) return;
  each_shared(copy, AccessKind::write, [&](const WarpAccess& access) { state_->races->copy_done(access); });
  if (copy.barrier_of) state_->races->copy_reported(copy);
}

void Checker::async_access(Warp& warp, const Op& op, Space space, int lane, uint64_t address, uint64_t bytes,
                           AccessKind kind) {
  const bool is_own = space == Space::cluster && rank_in(address, warp.block->rank()) == warp.block->rank();
  if (state_->proxies && is_own && kind == AccessKind::read)
    state_->proxies->read(warp, op, lane, offset_in_block(address), bytes);
  uint64_t addresses[k_lanes] = {};
  in_aligned_pieces(address, bytes, [&](uint64_t at, int width) {
    addresses[lane] = at;
    access(warp, op, space, addresses, 1u << lane, width, kind);
  });
}

void Checker::operand_read(Warp& warp, const Op& op, uint64_t offset, uint64_t bytes) {
  if (state_->proxies) state_->proxies->read(warp, op, 0, offset, bytes);
  if (!state_->pending || !state_->pending->operand(warp, op, offset)) return;
  read_operand(warp, op, offset, static_cast<int>(bytes));
}

void Checker::read_operand(Warp& warp, const Op& op, uint64_t offset, int width) {
  if (!state_->races) return;
  const int lane = std::countr_zero(warp.mask);
  uint64_t addresses[k_lanes] = {};
  addresses[lane] = offset;
  state_->races->access({warp, op, Space::shared, addresses, 1u << lane, width, AccessKind::read});
}

void Checker::operands_committed(Warp& warp) {
  if (!state_->pending) return;
  state_->pending->commit(warp);
  if (state_->races) state_->pending->clock_of_group(warp).join(state_->races->clock_of(warp));
}

// The first warp of a warpgroup that waits has the operands read for all four: whoever is to write there must come
// after a wait of any of them.
void Checker::operands_awaited(Warp& warp, uint32_t keep) {
  if (!state_->pending) return;
  if (state_->races) state_->races->learn(warp, state_->pending->clock_of_group(warp));
  state_->pending->wait(warp, keep, [&](const PendingReads::Read& read) {
    Op reader;
    reader.index = read.instruction;
    read_operand(warp, reader, read.offset, 16);
  });
  if (!state_->races) return;
  state_->races->synchronise_warp(warp, warp.mask);
  state_->pending->clock_of_group(warp).join(state_->races->clock_of(warp));
}

void Checker::source_read(const AsyncCopy& copy) {
  if (!state_->races) return;
  each_shared(copy, AccessKind::read, [&](const WarpAccess& access) { state_->races->access(access); });
}

void Checker::threads_exited(BlockState& block) {
  if (state_->proxies) state_->proxies->exited(block);
}

void Checker::at_cluster_barrier(Warp& warp, const Op& op, bool aligned, bool releases) {
  if (state_->barriers && aligned) state_->barriers->arrive(warp, op, k_cluster_barrier);
  if (state_->races) state_->races->arrive_in_cluster(warp, releases);
}

void Checker::passed_cluster_barrier(Warp& warp) {
  if (state_->races) state_->races->pass_in_cluster(warp);
}

void Checker::cluster_opened(Cluster& cluster) {
  for (uint32_t rank = 0; state_->barriers && rank < cluster.size(); ++rank)
    state_->barriers->barrier_opened(cluster.block(rank), k_cluster_barrier);
  if (state_->races) state_->races->cluster_opened(cluster);
}

namespace {

// Two accesses that nothing orders; a copy that no fence or wait concerns is one alone.
bool is_race(const Fault& fault) {
  const FaultKind kind = fault.kind;
  const bool may_be = kind == FaultKind::shared_race || kind == FaultKind::global_race;
  return may_be || (kind == FaultKind::async_not_waited && fault.other_instruction != ~0u);
}

std::set<uint64_t> racing_lines(const std::vector<Fault>& faults, const Program& program) {
  std::set<uint64_t> lines;
  for (const Fault& fault : faults) {
    if (!is_race(fault)) continue;
    lines.insert({line_key(program, fault.instruction), line_key(program, fault.other_instruction)});
  }
  return lines;
}

// Two source lines, in whichever order they met.
std::pair<uint64_t, uint64_t> lines_of(const Fault& fault, const Program& program) {
  return std::minmax(line_key(program, fault.instruction), line_key(program, fault.other_instruction));
}

// What was written before a wait is not ordered after it either.
bool is_told_already(const Fault& fault, const std::vector<Fault>& all, const Program& program) {
  return fault.kind == FaultKind::shared_race && std::any_of(all.begin(), all.end(), [&](const Fault& other) {
           return other.kind == FaultKind::async_not_waited && is_race(other) &&
                  lines_of(other, program) == lines_of(fault, program);
         });
}

// Only for findings that are not races: races are already reported once per pair of lines.
bool same_finding(const Fault& a, const Fault& b, const Program& program) {
  return a.kind == b.kind && !is_race(a) && a.variable == b.variable &&
         line_key(program, a.instruction) == line_key(program, b.instruction);
}

}  // namespace

std::vector<Fault> Checker::settle(std::vector<Fault> faults) const {
  const Program& program = *launch_.program;
  const std::set<uint64_t> racing = racing_lines(faults, program);
  std::vector<Fault> settled;
  std::erase_if(faults, [&, all = faults](const Fault& fault) { return is_told_already(fault, all, program); });
  for (Fault& fault : faults) {
    if (fault.kind == FaultKind::uninitialised && racing.contains(line_key(program, fault.instruction))) continue;
    const auto known = std::find_if(settled.begin(), settled.end(),
                                    [&](const Fault& other) { return same_finding(fault, other, program); });
    if (known == settled.end())
      settled.push_back(std::move(fault));
    else
      known->times += fault.times;
  }
  return settled;
}

std::string Checker::limits() const {
  return state_->races && state_->races->incomplete()
             ? "the launch accesses more global memory than the race check can track"
             : "";
}

}  // namespace whet::vgpu
