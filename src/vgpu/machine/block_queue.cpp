#include "vgpu/machine/block_queue.h"

#include <algorithm>
#include <bit>

namespace whet::vgpu {

BlockQueue::BlockQueue(uint32_t together, const RunOptions& options, size_t instructions)
    : together_(together),
      sms_(std::max(1u, options.caches.sms / together)),
      per_sm_(std::max(1u, options.caches.blocks_per_sm)),
      counted_(options.counted),
      l2_(counted_ ? options.caches.l2_bytes : 128 * 16, options.caches.l2_ways),
      l2_counts_(instructions) {
  l1_.resize(size_t{sms_} * together_);
}

void BlockQueue::deal(std::vector<uint64_t> clusters) {
  clusters_ = std::move(clusters);
  const uint64_t full_waves = clusters_.size() / wave(), rest = clusters_.size() % wave();
  units_ = full_waves * sms_ + std::min<uint64_t>(rest, sms_);
  waiting_.assign(units_, {});
  done_.assign(units_, false);
  sm_round_.assign(sms_, 0);
  next_unit_ = fed_units_ = 0;
}

std::optional<Unit> BlockQueue::take() {
  std::unique_lock lock(mutex_);
  if (next_unit_ == units_) return std::nullopt;
  Unit unit;
  unit.index = next_unit_++;
  unit.sm = static_cast<uint32_t>(unit.index % sms_);
  const uint64_t round = unit.index / sms_, first = round * sms_ * per_sm_;
  unit.on_sm = round;
  for (uint64_t j = 0; j < per_sm_; ++j) {
    const uint64_t at = first + j * sms_ + unit.sm;
    if (at < clusters_.size()) unit.clusters.push_back(clusters_[at]);
  }
  turned_.wait(lock, [&] { return sm_round_[unit.sm] == round; });
  return unit;
}

std::vector<SectoredCache*> BlockQueue::l1(const Unit& unit, const CacheSizes& sizes) {
  std::vector<SectoredCache*> caches;
  for (uint32_t rank = 0; counted_ && rank < together_; ++rank) {
    auto& cache = l1_[size_t{unit.sm} * together_ + rank];
    if (!cache) cache = std::make_unique<SectoredCache>(sizes.l1_bytes, sizes.l1_ways);
    caches.push_back(cache.get());
  }
  return caches;
}

void BlockQueue::finish(const Unit& unit, std::vector<L2Request> requests) {
  const std::lock_guard lock(mutex_);
  waiting_[unit.index] = std::move(requests);
  done_[unit.index] = true;
  ++sm_round_[unit.sm];
  const auto wave_end = [this] { return std::min(units_, (fed_units_ / sms_ + 1) * sms_); };
  while (fed_units_ < units_ && all_done(fed_units_, wave_end())) feed_units(wave_end());
  turned_.notify_all();
}

bool BlockQueue::all_done(uint64_t first, uint64_t end) const {
  const auto at = [this](uint64_t unit) { return done_.begin() + static_cast<ptrdiff_t>(unit); };
  return std::all_of(at(first), at(end), [](bool done) { return done; });
}

// Feeds the units up to `end` to L2 in slices. Each unit has the same number of slices, however large its traffic is.
void BlockQueue::feed_units(uint64_t end) {
  constexpr size_t k_slices = 256;
  for (size_t slice = 0; slice < k_slices; ++slice) {
    for (uint64_t unit = fed_units_; unit < end; ++unit) {
      const std::span<const L2Request> all = waiting_[unit];
      const size_t from = all.size() * slice / k_slices, to = all.size() * (slice + 1) / k_slices;
      feed(all.subspan(from, to - from));
    }
  }
  for (; fed_units_ < end; ++fed_units_) waiting_[fed_units_] = {};
}

void BlockQueue::pass_on(const Unit& unit, std::vector<L2Request>& requests) {
  std::unique_lock lock(mutex_);
  turned_.wait(lock, [&] { return all_done(fed_units_, unit.index); });
  feed_units(unit.index);
  feed(requests);
  requests.clear();
}

// Estimates the cycles per line roughly: only the order of the lines matters.
HotLine BlockQueue::hottest() const {
  HotLine most;
  const auto cycles = [](const HotLine& line) {
    return std::max(6 * line.sectors, line.lanes * 3 / 2 + 2 * line.slow_lanes);
  };
  for (const auto& [line, here] : atomics_) {
    HotLine load = here.load;
    if (std::popcount(here.seen) < 2) load.sectors = 0;
    if (cycles(load) > cycles(most)) most = load;
  }
  return most;
}

void BlockQueue::feed(std::span<const L2Request> requests) {
  for (const L2Request& request : requests) {
    AccessCount& count = l2_counts_[request.instruction];
    const auto outcome = l2_.access(request.line, request.sectors, request.write);
    const auto asked = static_cast<uint64_t>(std::popcount(request.sectors));
    const auto hits = static_cast<uint64_t>(std::popcount(outcome.hits));
    (request.write ? count.l2_writes : count.l2_reads) += asked;
    count.l2_hits += hits;
    if (request.atomic_lanes) {
      LineAtomics& here = atomics_[request.line];
      here.seen |= request.sectors;
      here.load.sectors += asked;
      here.load.lanes += request.atomic_lanes;
      if (request.slow_atomic) here.load.slow_lanes += request.atomic_lanes;
    }
    // A write that misses is not fetched from DRAM: most stores write whole sectors.
    if (!request.write) dram_reads_ += asked - hits;
    dram_writes_ += static_cast<uint64_t>(std::popcount(outcome.written_back));
  }
}

}  // namespace whet::vgpu
