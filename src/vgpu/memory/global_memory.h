// Device memory: allocations with names and gaps between them, backed by host memory.
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

// Where the address spaces lie in the generic one.
//
// Kernels reach pinned and managed memory at its host address, so none of these may be where a host has memory. The
// windows lie above 2^48, which no host gives to a program that does not ask for it. Global memory must do with 47
// bits, as programs keep tags in the upper 16: it lies where neither x86-64 nor AArch64 puts programs, heaps, libraries
// or stacks (0x5500... and 0x7f00..., 0xaaaa... and 0xffff...), allocators ask for places (below 30 TiB) or sanitizers
// have their shadows.
inline constexpr uint64_t k_window_bytes = 1ull << 40;
inline constexpr uint64_t k_shared_window = (1ull << 48) + k_window_bytes;
inline constexpr uint64_t k_local_window = (1ull << 48) + 2 * k_window_bytes;
inline constexpr uint64_t k_function_window = (1ull << 48) + 3 * k_window_bytes;  // "addresses" of functions
inline constexpr uint64_t k_global_base = 0x200000000000ull;
inline constexpr uint64_t k_global_bytes = 1ull << 44;  // addresses; more than any device has memory

// Pages that cost nothing until they are touched.
class HostPages {
 public:
  HostPages() = default;
  // Poisoned as the piece `place`; empty when the host has no room.
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
  std::string name;  // "in"; empty when nobody named it
  bool read_only = false;
  bool freed = false;
  bool borrowed = false;  // host memory at its own address, owned by someone else
  HostPages storage;
  std::vector<uint8_t> initialised;  // one per byte, where tracking is on; empty: all of it is

  bool holds(uint64_t address, uint64_t size) const {
    return address - base <= bytes && size <= bytes - (address - base);
  }
};

class Textures;

// The same sequence of calls gives the same addresses, and the same seed the same poison.
class GlobalMemory {
 public:
  explicit GlobalMemory(uint64_t capacity_bytes, uint64_t seed = 1);

  // Aligned to 512 bytes plus `misalign`, with at least 512 unmapped bytes on either side; poisoned. More than the
  // capacity is an error that says how much was wanted and how much is free.
  Result<uint64_t> allocate(uint64_t bytes, std::string name, uint32_t misalign = 0);
  // malloc and free of a kernel: from a heap of limited size, which lasts from launch to launch. Nothing: there is not
  // so much left of it.
  std::optional<uint64_t> allocate_on_heap(uint64_t bytes);
  void free_on_heap(uint64_t address);
  uint64_t heap_bytes() const { return heap_; }  // that kernels hold
  void limit_heap(uint64_t bytes) { heap_limit_ = bytes; }
  // Lets kernels reach host memory at its own address until it is freed here. An error when device memory lies there.
  Result<void> share(void* host, uint64_t bytes, std::string name);
  // Keeps the range mapped as freed, so that later use is recognised; its storage goes.
  Result<void> free(uint64_t address);
  void clear();

  // The live or freed allocation that holds the address, or the nearest below; nullptr when there is none.
  Allocation* find(uint64_t address);
  const Allocation* find(uint64_t address) const { return const_cast<GlobalMemory*>(this)->find(address); }
  // The one that holds the address, or whose start or end is closest to it; nullptr far from any.
  const Allocation* nearest(uint64_t address) const;
  // Whether a GPU has something at the address: memory is mapped in pages, and some live allocation has bytes in this
  // one.
  bool is_mapped(uint64_t address) const;
  // Whether the host can write while a kernel runs.
  bool shares_host_memory() const;
  // The newest live one of that name.
  Allocation* named(std::string_view name);

  Result<void> write(uint64_t address, const void* from, uint64_t bytes);
  Result<void> read(uint64_t address, void* to, uint64_t bytes) const;
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes);
  // From now on new allocations track which of their bytes were written.
  void track_initialised(bool on) { track_ = on; }
  // From now on allocations lie anywhere among the addresses, by the seed, and some of them gigabytes apart.
  void scatter(bool on) { scatter_ = on; }
  uint64_t used_bytes() const { return used_; }
  uint64_t capacity_bytes() const { return capacity_; }
  const Poison& poison() const { return *poison_; }
  // Texture and surface objects, which say how to read what lies here.
  Textures& textures() const { return *textures_; }

 private:
  Result<Allocation*> range(uint64_t address, uint64_t bytes);
  Allocation& insert(std::unique_ptr<Allocation> allocation);
  // A place with room between the neighbours: behind the newest, or in the first gap once addresses are used up.
  std::optional<uint64_t> place_for(uint64_t bytes);
  uint64_t scattered_place();
  uint64_t first_gap(uint64_t address, uint64_t bytes) const;

  std::vector<std::unique_ptr<Allocation>> allocations_;  // ascending by base
  uint64_t capacity_;
  std::unique_ptr<Poison> poison_;
  std::shared_ptr<Textures> textures_;
  uint64_t used_ = 0;
  uint64_t next_ = k_global_base;
  bool track_ = false, scatter_ = false;
  uint64_t scattered_ = 0;  // allocations
  uint64_t seed_;
  std::map<uint64_t, uint64_t> heap_pieces_;  // bytes by address
  uint64_t heap_ = 0, heap_limit_ = 8 << 20;  // what CUDA begins with
};

}  // namespace whet::vgpu
