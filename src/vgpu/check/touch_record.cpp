#include "vgpu/check/touch_record.h"

#include <bit>

namespace whet::vgpu {

namespace {

constexpr uint8_t k_touch_read = 1, k_touch_written = 2;

void touch(std::vector<uint8_t>& flags, uint64_t first, uint64_t bytes, AccessKind kind) {
  if (flags.size() < first + bytes) flags.resize(first + bytes);
  for (uint64_t i = first; i < first + bytes; ++i) {
    const bool reads = kind != AccessKind::write && !(flags[i] & k_touch_written);
    flags[i] |= (reads ? k_touch_read : 0) | (kind != AccessKind::read ? k_touch_written : 0);
  }
}

class TouchObserver : public LaunchObserver {
 public:
  TouchObserver(TouchRecord& record, LaunchState& launch) : record_(record), launch_(launch) {}

  void access(Warp& /*warp*/, const Op& /*op*/, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
              AccessKind kind) override {
    if (space != ptx::Space::global && space != ptx::Space::generic) return;
    record_.add(*launch_.memory, addresses, mask, static_cast<uint64_t>(width), kind);
  }
  void async_access(Warp& /*warp*/, const Op& /*op*/, ptx::Space space, int /*lane*/, uint64_t address, uint64_t bytes,
                    AccessKind kind) override {
    if (space == ptx::Space::global) record_.add(*launch_.memory, address, bytes, kind);
  }
  void start_block(BlockState& /*block*/) override {}
  void finish_block(BlockState& /*block*/) override {}
  void at_barrier(Warp& /*warp*/, const Op& /*op*/, uint32_t /*barrier*/, bool /*aligned*/, bool /*waits*/) override {}
  void barrier_opened(BlockState& /*block*/, uint32_t /*barrier*/) override {}
  void warp_synchronised(Warp& /*warp*/, Mask /*lanes*/) override {}
  void fenced(Warp& /*warp*/, const Op& /*op*/) override {}
  void copy_issued(Warp& /*warp*/, const Op& /*op*/, const uint32_t* /*to*/, Mask /*mask*/, int /*width*/) override {}
  void copy_done(Warp& /*warp*/, uint32_t /*op*/, const uint32_t* /*to*/, Mask /*mask*/, int /*width*/) override {}
  void async_issued(const AsyncCopy& /*copy*/) override {}
  void async_arrived(const AsyncCopy& /*copy*/) override {}
  void at_cluster_barrier(Warp& /*warp*/, const Op& /*op*/, bool /*aligned*/, bool /*releases*/) override {}
  void passed_cluster_barrier(Warp& /*warp*/) override {}
  void cluster_opened(Cluster& /*cluster*/) override {}
  std::vector<Fault> settle(std::vector<Fault> faults) const override { return faults; }
  std::string limits() const override { return {}; }

 private:
  TouchRecord& record_;
  LaunchState& launch_;
};

}  // namespace

Watch TouchRecord::watch() {
  return [this](LaunchState& launch) { return std::make_unique<TouchObserver>(*this, launch); };
}

void TouchRecord::add(GlobalMemory& memory, uint64_t address, uint64_t bytes, AccessKind kind) {
  add(memory, &address, 1, bytes, kind);
}

// An access outside an array is refused later.
void TouchRecord::add(GlobalMemory& memory, const uint64_t* addresses, Mask mask, uint64_t bytes, AccessKind kind) {
  const Allocation* allocation = nullptr;
  std::vector<uint8_t>* flags = nullptr;
  for (; mask; mask &= mask - 1) {
    const uint64_t address = addresses[std::countr_zero(mask)];
    if (!allocation || !allocation->holds(address, bytes)) {
      allocation = memory.find(address);
      if (!allocation || allocation->freed || !allocation->holds(address, bytes)) {
        allocation = nullptr;
        continue;
      }
      flags = &bytes_[allocation->base];
    }
    touch(*flags, address - allocation->base, bytes, kind);
  }
}

TouchedArray TouchRecord::array(uint64_t base) const {
  TouchedArray touched;
  const auto known = bytes_.find(base);
  if (known == bytes_.end()) return touched;
  for (uint64_t i = 0; i < known->second.size(); ++i) {
    const uint8_t flags = known->second[i];
    if (flags & k_touch_read) touched.read_end = i + 1;
    if (flags & k_touch_written) touched.write_end = i + 1;
    touched.read_bytes += (flags & k_touch_read) != 0;
    touched.written_bytes += (flags & k_touch_written) != 0;
  }
  return touched;
}

}  // namespace whet::vgpu
