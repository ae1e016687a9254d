#include "vgpu/memory/global_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstring>
#include <random>

#include "util/text.h"
#include "vgpu/memory/texture.h"

namespace whet::vgpu {
namespace {

constexpr const char* k_heap_name = "device malloc";
constexpr uint64_t k_alignment = 512;  // also the smallest gap between two allocations

std::string size_text(uint64_t bytes) {
  return format_bytes(static_cast<double>(bytes));
}

std::string title(const Allocation& allocation) {
  if (allocation.name.empty()) return fmt::format("the allocation at {:#x}", allocation.base);
  return "`" + allocation.name + "`";
}

Error outside(const Allocation* nearest, uint64_t address, uint64_t bytes) {
  const std::string what = fmt::format("{} bytes at {:#x} are not in device memory", bytes, address);
  if (!nearest) return bad_input(what);
  return bad_input(
      fmt::format("{}: {} is {} bytes from {:#x} on", what, title(*nearest), nearest->bytes, nearest->base));
}

void mark_initialised(Allocation& allocation, uint64_t address, uint64_t bytes) {
  if (allocation.initialised.empty()) return;
  std::memset(&allocation.initialised[address - allocation.base], 1, bytes);
}

}  // namespace

GlobalMemory::GlobalMemory(uint64_t capacity_bytes, uint64_t seed)
    : capacity_(std::min(capacity_bytes, k_global_bytes / 2)),
      poison_(std::make_unique<Poison>(seed)),
      textures_(std::make_shared<Textures>()),
      seed_(seed) {}

HostPages& HostPages::operator=(HostPages&& other) noexcept {
  std::swap(start_, other.start_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

HostPages::~HostPages() {
  if (start_) munmap(start_, bytes_);
}

Result<uint64_t> GlobalMemory::allocate(uint64_t bytes, std::string name, uint32_t misalign) {
  if (bytes > capacity_ - used_) {
    return bad_input(fmt::format("{} of device memory wanted, {} of {} free", size_text(bytes),
                                 size_text(capacity_ - used_), size_text(capacity_)));
  }
  auto allocation = std::make_unique<Allocation>();
  allocation->storage = HostPages(bytes + misalign + 1, *poison_, next_);
  if (!allocation->storage.start()) {
    return failed(fmt::format("the host has no memory left for {} of device memory", size_text(bytes)));
  }
  if (scatter_) next_ = scattered_place();
  const auto place = place_for(bytes + misalign);
  if (!place) return failed(fmt::format("no gap of {} is left among the device's addresses", size_text(bytes)));
  allocation->base = *place + misalign;
  allocation->bytes = bytes;
  allocation->host = allocation->storage.start() + misalign;
  allocation->name = std::move(name);
  if (track_) allocation->initialised.resize(bytes);
  used_ += bytes;
  most_used_ = std::max(most_used_, used_);
  next_ = allocation->base + bytes + k_alignment;
  return insert(std::move(allocation)).base;
}

// Returns an address in the lower half of the range, so that there is room above it.
uint64_t GlobalMemory::scattered_place() {
  std::mt19937_64 random(seed_ + ++scattered_ * 0x9e3779b97f4a7c15ull);
  return k_global_base + random() % (k_global_bytes / 2) / k_alignment * k_alignment;
}

std::optional<uint64_t> GlobalMemory::allocate_on_heap(uint64_t bytes) {
  constexpr uint64_t k_header_bytes = 16;  // overhead of an allocation
  if (bytes > heap_limit_ || heap_ + bytes + k_header_bytes > heap_limit_) return std::nullopt;
  const auto address = allocate(bytes, k_heap_name);
  if (!address) return std::nullopt;
  heap_ += bytes + k_header_bytes;
  heap_pieces_[*address] = bytes + k_header_bytes;
  return *address;
}

void GlobalMemory::free_on_heap(uint64_t address) {
  const auto piece = heap_pieces_.find(address);
  if (piece == heap_pieces_.end() || !free(address)) return;
  heap_ -= piece->second;
  heap_pieces_.erase(piece);
}

Allocation& GlobalMemory::insert(std::unique_ptr<Allocation> allocation) {
  const auto above = std::upper_bound(allocations_.begin(), allocations_.end(), allocation->base,
                                      [](uint64_t at, const auto& other) { return at < other->base; });
  return **allocations_.insert(above, std::move(allocation));
}

std::optional<uint64_t> GlobalMemory::place_for(uint64_t bytes) {
  const auto fits = [&](uint64_t at) {
    return bytes <= k_global_bytes && at - k_global_base <= k_global_bytes - bytes;
  };
  const uint64_t behind = first_gap(next_, bytes);
  if (fits(behind)) return behind;
  std::erase_if(allocations_, [](const auto& other) { return other->freed; });  // their addresses are used again
  const uint64_t gap = first_gap(k_global_base, bytes);
  if (!fits(gap)) return std::nullopt;
  return gap;
}

uint64_t GlobalMemory::first_gap(uint64_t address, uint64_t bytes) const {
  const auto aligned = [](uint64_t at) { return (at + k_alignment - 1) / k_alignment * k_alignment; };
  address = aligned(address);
  auto other = std::upper_bound(allocations_.begin(), allocations_.end(), address,
                                [](uint64_t at, const auto& allocation) { return at < allocation->base; });
  if (other != allocations_.begin()) --other;
  for (; other != allocations_.end() && (*other)->base < address + bytes + k_alignment; ++other) {
    address = std::max(address, aligned((*other)->base + (*other)->bytes + k_alignment));
  }
  return address;
}

Result<void> GlobalMemory::share(void* host, uint64_t bytes, std::string name) {
  const auto base = reinterpret_cast<uint64_t>(host);
  const auto overlaps = [&](const auto& other) {
    return other->base < base + bytes && base < other->base + other->bytes;
  };
  std::erase_if(allocations_, [&](const auto& other) { return other->freed && overlaps(other); });
  const auto taken = std::find_if(allocations_.begin(), allocations_.end(), overlaps);
  if (taken != allocations_.end()) {
    return bad_input(fmt::format("host memory at {:#x} cannot be shared: {} lies there", base, title(**taken)));
  }
  auto allocation = std::make_unique<Allocation>();
  allocation->base = base;
  allocation->bytes = bytes;
  allocation->host = static_cast<std::byte*>(host);
  allocation->name = std::move(name);
  allocation->borrowed = true;
  insert(std::move(allocation));
  return {};
}

bool GlobalMemory::shares_host_memory() const {
  return std::any_of(allocations_.begin(), allocations_.end(),
                     [](const auto& allocation) { return allocation->borrowed && !allocation->freed; });
}

Result<void> GlobalMemory::free(uint64_t address) {
  Allocation* const allocation = find(address);
  if (!allocation || allocation->base != address) {
    return bad_input(fmt::format("{:#x} is not the start of an allocation, so it cannot be freed", address));
  }
  if (allocation->freed) return bad_input(title(*allocation) + " is freed twice");
  allocation->freed = true;
  allocation->host = nullptr;
  allocation->storage = HostPages();
  allocation->initialised = {};
  if (!allocation->borrowed) used_ -= allocation->bytes;
  return {};
}

void GlobalMemory::clear() {
  allocations_.clear();
  heap_pieces_.clear();
  used_ = heap_ = 0;
  next_ = k_global_base;
}

Allocation* GlobalMemory::find(uint64_t address) {
  const auto above = std::upper_bound(allocations_.begin(), allocations_.end(), address,
                                      [](uint64_t at, const auto& allocation) { return at < allocation->base; });
  return above == allocations_.begin() ? nullptr : std::prev(above)->get();
}

const Allocation* GlobalMemory::nearest(uint64_t address) const {
  constexpr uint64_t k_far = 1ull << 32;
  const Allocation* const below = find(address);
  const auto next = std::upper_bound(allocations_.begin(), allocations_.end(), address,
                                     [](uint64_t at, const auto& allocation) { return at < allocation->base; });
  const uint64_t to_next = next == allocations_.end() ? k_far : (*next)->base - address;
  const uint64_t into = below ? address - below->base : k_far;
  const uint64_t past = below && into >= below->bytes ? into - below->bytes : below ? 0 : k_far;
  if (std::min(past, to_next) >= k_far) return nullptr;
  return past <= to_next ? below : next->get();
}

bool GlobalMemory::is_mapped(uint64_t address) const {
  constexpr uint64_t k_page_bytes = 2 << 20;
  const uint64_t page = address / k_page_bytes * k_page_bytes;
  auto above = std::lower_bound(allocations_.begin(), allocations_.end(), page + k_page_bytes,
                                [](const auto& allocation, uint64_t at) { return allocation->base < at; });
  while (above != allocations_.begin()) {
    const Allocation& allocation = **--above;
    if (!allocation.freed && allocation.base + allocation.bytes > page) return true;
    if (allocation.base < page && !allocation.freed) return false;
  }
  return false;
}

Allocation* GlobalMemory::named(std::string_view name) {
  const auto found = std::find_if(allocations_.rbegin(), allocations_.rend(), [&](const auto& allocation) {
    return !allocation->freed && allocation->name == name;
  });
  return found == allocations_.rend() ? nullptr : found->get();
}

Result<Allocation*> GlobalMemory::range(uint64_t address, uint64_t bytes) {
  Allocation* const allocation = find(address);
  if (!allocation || !allocation->holds(address, bytes)) return outside(allocation, address, bytes);
  if (allocation->freed) return bad_input(title(*allocation) + " is used after it was freed");
  return allocation;
}

Result<void> GlobalMemory::write(uint64_t address, const void* from, uint64_t bytes) {
  if (bytes == 0) return {};
  TRY(allocation, range(address, bytes));
  std::memcpy(allocation->host + (address - allocation->base), from, bytes);
  mark_initialised(*allocation, address, bytes);
  return {};
}

Result<void> GlobalMemory::read(uint64_t address, void* to, uint64_t bytes) const {
  if (bytes == 0) return {};
  TRY(allocation, const_cast<GlobalMemory*>(this)->range(address, bytes));
  std::memcpy(to, allocation->host + (address - allocation->base), bytes);
  return {};
}

Result<void> GlobalMemory::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  if (bytes == 0) return {};
  TRY(allocation, range(address, bytes));
  std::memset(allocation->host + (address - allocation->base), value, bytes);
  mark_initialised(*allocation, address, bytes);
  return {};
}

}  // namespace whet::vgpu
