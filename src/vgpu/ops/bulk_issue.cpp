#include "vgpu/ops/bulk_issue.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/cluster_window.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Space;

uint64_t BulkIssue::address(const AddressPlace& place) const {
  const auto offset = static_cast<uint64_t>(place.offset);
  if (!place.base.present()) return offset;
  if (place.narrow) return static_cast<uint32_t>(Source<uint32_t>(warp_, place.base)[lane_] + offset);
  return Source<uint64_t>(warp_, place.base)[lane_] + offset;
}

uint32_t BulkIssue::number(Ref ref) const {
  return Source<uint32_t>(warp_, ref)[lane_];
}

void BulkIssue::fault(FaultKind kind, uint64_t address, int bytes, std::string detail) {
  warp_.worker->fault(warp_, op_, kind, lane_, address, bytes, std::move(detail));
}

bool BulkIssue::aligned(uint64_t address, uint64_t alignment, const char* what) {
  if (address % alignment == 0) return true;
  fault(FaultKind::misaligned, address, 0, fmt::format("{} must be a multiple of {}", what, alignment));
  return false;
}

SharedPlace BulkIssue::shared(const AddressPlace& place, uint64_t bytes, uint32_t alignment, bool read) {
  uint64_t at = address(place);
  if (at >= k_shared_window) at -= k_shared_window;
  if (!aligned(at, alignment, "an address in shared memory")) return {};
  if (bytes == 0) bytes = 1;
  // Checking the first and the last byte is enough.
  for (const uint64_t byte : {at, at + bytes - 1}) {
    uint64_t addresses[k_lanes] = {};
    std::byte* hosts[k_lanes];
    addresses[lane_] = byte;
    if (reach(warp_, op_, Space::cluster, addresses, 1u << lane_, 1, !read, hosts) == 0) return {};
  }
  Cluster& cluster = warp_.block->cluster();
  const uint64_t rank = rank_in(at, warp_.block->rank()), offset = offset_in_block(at);
  if (rank >= cluster.size() || offset + bytes > cluster.block(rank).shared_bytes()) return {};
  if (LaunchObserver* observer = warp_.worker->launch.observer; observer && read)
    observer->async_access(warp_, op_, Space::cluster, lane_, at, bytes, AccessKind::read);
  return {&cluster.block(rank), static_cast<uint32_t>(offset)};
}

SharedPlace BulkIssue::barrier() {
  return shared(form_.barrier, 8, 8, false);
}

bool BulkIssue::global(uint64_t address, uint64_t bytes, AccessKind kind) {
  if (bytes == 0) return true;
  const bool write = kind != AccessKind::read;
  const auto reached = [&](uint64_t at) {
    uint64_t addresses[k_lanes] = {};
    std::byte* hosts[k_lanes];
    addresses[lane_] = at;
    return reach(warp_, op_, Space::global, addresses, 1u << lane_, 1, write, hosts) != 0;
  };
  if (!reached(address)) return false;
  LaunchState& launch = warp_.worker->launch;
  const Allocation* const found = launch.memory->find(address);
  // Out of bounds: other instructions may continue after that, a bulk copy may not.
  if (!found || found->freed || !found->holds(address, 1)) return false;
  if (!found->holds(address, bytes)) {
    if (reached(found->base + found->bytes)) fault(FaultKind::out_of_bounds, address, static_cast<int>(bytes), "");
    return false;
  }
  if (launch.observer) launch.observer->async_access(warp_, op_, Space::global, lane_, address, bytes, kind);
  return true;
}

AsyncCopy BulkIssue::copy(AsyncCopy::Way way) const {
  AsyncCopy copy;
  copy.way = way;
  copy.instruction = op_.index;
  copy.warp = warp_.index;
  copy.lane = lane_;
  copy.issuer = copy.memory_of = warp_.block;
  return copy;
}

void BulkIssue::send_in(AsyncCopy copy, const SharedPlace& to, const SharedPlace& barrier) {
  copy.memory_of = to.block;
  copy.barrier_of = barrier.block;
  copy.barrier = barrier.offset;
  if (!form_.multicast.present()) return send(std::move(copy));
  Cluster& cluster = warp_.block->cluster();
  const auto ranks = static_cast<uint32_t>(Source<uint16_t>(warp_, form_.multicast)[lane_]);
  if (ranks >> cluster.size() != 0)
    return fault(FaultKind::bad_instruction, 0, 0,
                 fmt::format("the mask {:#x} names blocks beyond the cluster's {}", ranks, cluster.size()));
  for (uint32_t rest = ranks; rest; rest &= rest - 1) {
    BlockState& block = cluster.block(static_cast<uint64_t>(std::countr_zero(rest)));
    if (block.exited()) return fault(FaultKind::exited_block, 0, 0, fmt::format("rank {}", block.rank()));
    copy.memory_of = copy.barrier_of = &block;
    send(copy);
  }
}

void BulkIssue::send_out(AsyncCopy copy) {
  BulkGroups& groups = warp_.block->bulk[warp_.index];
  copy.group = groups.open[static_cast<size_t>(lane_)];
  groups.copies.push_back(std::move(copy));
}

namespace {

// Requests each sector once, also if neighbouring pieces share it.
class SectorFeed {
 public:
  SectorFeed(Worker& worker, uint32_t instruction, BulkTraffic traffic)
      : worker_(worker), instruction_(instruction), traffic_(traffic) {}

  void add(uint64_t address, uint64_t bytes) {
    bytes_ += bytes;
    for (const uint64_t end = address + bytes; address < end;) {
      const uint64_t line = address / 128, sector = address / 32;
      if (line != line_) flush();
      line_ = line;
      sectors_ |= static_cast<uint8_t>(1u << sector % 4);
      address = (sector + 1) * 32;
    }
  }
  void finish(AccessCount& count) {
    flush();
    count.sectors += asked_;
    count.ideal_sectors += (bytes_ + 31) / 32;
    count.lines += lines_;
    count.bytes += bytes_;
  }

 private:
  void flush() {
    if (sectors_ == 0) return;
    const auto asked = static_cast<uint32_t>(std::popcount(sectors_));
    asked_ += asked;
    ++lines_;
    worker_.sectors_sent += asked;
    if (worker_.l1)
      worker_.l2_requests.push_back(
          {line_, instruction_, sectors_, traffic_ != BulkTraffic::load, traffic_ == BulkTraffic::reduce, 0});
    sectors_ = 0;
  }

  Worker& worker_;
  uint32_t instruction_;
  BulkTraffic traffic_;
  uint64_t line_ = 0, bytes_ = 0, asked_ = 0, lines_ = 0;
  uint8_t sectors_ = 0;
};

}  // namespace

void BulkIssue::count(std::span<const CopyPiece> pieces, BulkTraffic traffic, bool through_shared) {
  constexpr uint64_t k_bank_bytes = 128;
  Worker& worker = *warp_.worker;
  if (!worker.launch.options->counted) return;
  SectorFeed feed(worker, op_.index, traffic);
  uint64_t bytes = 0;
  for (const CopyPiece& piece : pieces) {
    bytes += piece.bytes;
    if (!piece.filled) feed.add(piece.other, piece.bytes);
  }
  AccessCount& count = worker.accesses[op_.index];
  ++count.requests;
  ++count.lanes;
  feed.finish(count);
  if (!through_shared) return;
  count.wavefronts += (bytes + k_bank_bytes - 1) / k_bank_bytes;
  count.ideal_wavefronts += (bytes + k_bank_bytes - 1) / k_bank_bytes;
}

AddressPlace address_place(const DecodeInput& input, size_t index) {
  const Operand& operand = input.in.operands[index];
  AddressPlace place;
  place.base = input.operands[index].front();
  place.offset = static_cast<int64_t>(operand.value);
  place.narrow = input.register_bytes[index] == 4;
  if (operand.base_kind == Operand::Kind::symbol)
    place.offset += static_cast<int64_t>(input.symbol(operand.name).value);
  return place;
}

Result<bool> set_bulk_form(DecodeInput& input, BulkForm form, Handler run) {
  for (const std::vector<Ref>& refs : {form.coordinates, form.offsets, form.values}) {
    const bool all = std::all_of(refs.begin(), refs.end(), [](Ref ref) { return ref.present(); });
    if (!all) return unsupported(*input.program.module, input.in);
  }
  input.op.extra = static_cast<uint32_t>(input.program.bulk_forms.size());
  input.program.bulk_forms.push_back(std::move(form));
  input.op.run = run;
  return true;
}

}  // namespace whet::vgpu
