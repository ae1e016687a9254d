// Device memory: named allocations with gaps between them, backed by host memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/result.h"
#include "vgpu/memory/poison.h"

namespace whet::vgpu {

// The windows of the address spaces in the generic one.
//
// Kernels access pinned and managed memory at its host address, so no window may be where a host has memory. The
// windows lie above 2^48, which a host maps only on request. Global memory has to fit 47 bits, because programs keep
// tags in the upper 16: it lies where neither x86-64 nor AArch64 puts programs, heaps, libraries or stacks (0x5500...
// and 0x7f00..., 0xaaaa... and 0xffff...), where no allocator asks for addresses (below 30 TiB), and where no sanitizer
// has its shadow.
inline constexpr uint64_t k_window_bytes = 1ull << 40;
inline constexpr uint64_t k_shared_window = (1ull << 48) + k_window_bytes;
inline constexpr uint64_t k_local_window = (1ull << 48) + 2 * k_window_bytes;
inline constexpr uint64_t k_function_window = (1ull << 48) + 3 * k_window_bytes;  // "addresses" of functions
inline constexpr uint64_t k_global_base = 0x200000000000ull;
inline constexpr uint64_t k_global_bytes = 1ull << 44;  // size of the address range; more than any device's memory

// Host pages that use no memory until they are accessed.
class HostPages {
 public:
  HostPages() = default;
  // Poisoned as allocation number `place`; start() is nullptr if the host has no room.
  HostPages(uint64_t bytes, Poison& poison, uint64_t place) : start_(poison.map(bytes, place)), bytes_(bytes) {}
  HostPages(HostPages&& other) noexcept : start_(std::exchange(other.start_, nullptr)), bytes_(other.bytes_) {}
  HostPages& operator=(HostPages&& other) noexcept;
  ~HostPages();

  std::byte* start() const { return start_; }

 private:
  std::byte* start_ = nullptr;
  uint64_t bytes_ = 0;
};

struct Allocation {
  uint64_t base = 0;
  uint64_t bytes = 0;
  std::byte* host = nullptr;
  std::string name;  // "in"; empty if it has no name
  bool read_only = false;
  bool freed = false;
  bool borrowed = false;  // host memory at its own address, owned by the host program
  HostPages storage;
  std::vector<uint8_t> initialised;  // one per byte if tracking is on; empty: all bytes are initialised

  bool holds(uint64_t address, uint64_t size) const {
    return address - base <= bytes && size <= bytes - (address - base);
  }
};

class Textures;

// The same sequence of calls gives the same addresses, and the same seed gives the same poison.
class GlobalMemory {
 public:
  explicit GlobalMemory(uint64_t capacity_bytes, uint64_t seed = 1);

  // The result is aligned to 512 bytes plus `misalign`, has at least 512 unmapped bytes on either side, and is
  // poisoned. Exceeding the capacity is an error that says how much was requested and how much is free.
  Result<uint64_t> allocate(uint64_t bytes, std::string name, uint32_t misalign = 0);
  // malloc and free of kernels: from a heap of limited size that persists between launches. Nothing if it is full.
  std::optional<uint64_t> allocate_on_heap(uint64_t bytes);
  void free_on_heap(uint64_t address);
  uint64_t heap_bytes() const { return heap_; }  // held by kernels
  void limit_heap(uint64_t bytes) { heap_limit_ = bytes; }
  // Lets kernels access host memory at its own address until it is freed here. An error if device memory is there.
  Result<void> share(void* host, uint64_t bytes, std::string name);
  // Keeps the range as freed, so that later use is recognised, and releases its storage.
  Result<void> free(uint64_t address);
  void clear();

  // The live or freed allocation at the address, or else the nearest below; nullptr if there is none.
  Allocation* find(uint64_t address);
  const Allocation* find(uint64_t address) const { return const_cast<GlobalMemory*>(this)->find(address); }
  // The allocation at the address, or else the one whose start or end is closest; nullptr if all are far away.
  const Allocation* nearest(uint64_t address) const;
  // Whether a GPU has memory at the address: it maps memory in pages, and a live allocation has bytes in this page.
  bool is_mapped(uint64_t address) const;
  // Whether the host can write while a kernel runs.
  bool shares_host_memory() const;
  // The newest live allocation with this name.
  Allocation* named(std::string_view name);

  Result<void> write(uint64_t address, const void* from, uint64_t bytes);
  Result<void> read(uint64_t address, void* to, uint64_t bytes) const;
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes);
  // From now on, new allocations track which of their bytes were written.
  void track_initialised(bool on) { track_ = on; }
  // From now on, new allocations are placed at random by the seed, some of them gigabytes apart.
  void scatter(bool on) { scatter_ = on; }
  uint64_t used_bytes() const { return used_; }
  uint64_t most_used_bytes() const { return most_used_; }
  uint64_t capacity_bytes() const { return capacity_; }
  const Poison& poison() const { return *poison_; }
  // Texture and surface objects over this memory.
  Textures& textures() const { return *textures_; }

 private:
  Result<Allocation*> range(uint64_t address, uint64_t bytes);
  Allocation& insert(std::unique_ptr<Allocation> allocation);
  // A free place: after the newest allocation, or in the first gap once the addresses are used up.
  std::optional<uint64_t> place_for(uint64_t bytes);
  uint64_t scattered_place();
  uint64_t first_gap(uint64_t address, uint64_t bytes) const;

  std::vector<std::unique_ptr<Allocation>> allocations_;  // ascending by base
  uint64_t capacity_;
  std::unique_ptr<Poison> poison_;
  std::shared_ptr<Textures> textures_;
  uint64_t used_ = 0, most_used_ = 0;
  uint64_t next_ = k_global_base;
  bool track_ = false, scatter_ = false;
  uint64_t scattered_ = 0;  // number of scattered allocations
  uint64_t seed_;
  std::map<uint64_t, uint64_t> heap_pieces_;  // bytes by address
  uint64_t heap_ = 0, heap_limit_ = 8 << 20;  // CUDA's default limit
};

}  // namespace whet::vgpu
