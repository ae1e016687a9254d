#include "cudart/memory/host_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include "util/text.h"
#include "vgpu/memory/global_memory.h"

namespace whet::cudart {

namespace {

constexpr uint64_t k_first_address = 0x600000000000ull;  // far from programs, libraries and device memory
constexpr int k_private_pages = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

uint64_t whole_pages(uint64_t bytes) {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

HostPages::HostPages() : next_(k_first_address) {}

HostPages::~HostPages() {
  for (const auto& [pages, bytes] : sizes_) munmap(pages, bytes);
}

Result<void*> HostPages::allocate(uint64_t bytes) {
  const uint64_t mapped = whole_pages(bytes);
  void* pages = MAP_FAILED;
  if (mapped >= bytes) {
    // The address is a hint: the kernel chooses another one if it is taken.
    pages = mmap(reinterpret_cast<void*>(next_), mapped, PROT_READ | PROT_WRITE, k_private_pages, -1, 0);
  }
  if (pages == MAP_FAILED)
    return failed(fmt::format("the host has no {} of memory", format_bytes(static_cast<double>(bytes))));
  next_ += mapped + whole_pages(1);
  sizes_[pages] = mapped;
  return pages;
}

bool HostPages::free(void* pages) {
  const auto found = sizes_.find(pages);
  if (found == sizes_.end()) return false;
  munmap(pages, found->second);
  sizes_.erase(found);
  return true;
}

bool reserve_device_addresses() {
  constexpr uint64_t k_least_bytes = 64ull << 30;
  for (uint64_t bytes = vgpu::k_global_bytes; bytes >= k_least_bytes; bytes /= 4) {  // less if address space is limited
    void* const pages = mmap(reinterpret_cast<void*>(vgpu::k_global_base), bytes, PROT_NONE,
                             k_private_pages | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages != MAP_FAILED) return true;
  }
  return false;
}

}  // namespace whet::cudart
