// Memory of the host that kernels can access, in the process of the virtual GPU, at the same addresses.
#include <sys/mman.h>

#include <algorithm>

#include "judge/process/link_server.h"
#include "judge/process/message_members.h"

namespace whet {

namespace {

constexpr uint64_t k_page_bytes = 1 << 16;  // the largest page size of any machine

// Visits the start of each page that the range touches, until a visit fails.
template <typename Visit>
bool each_page(uint64_t address, uint64_t bytes, const Visit& visit) {
  for (uint64_t page = address / k_page_bytes * k_page_bytes; page < address + bytes; page += k_page_bytes) {
    if (!visit(page)) return false;
  }
  return true;
}

}  // namespace

Result<std::string> LinkServer::place(Unpacker& request) {
  const uint64_t address = static_cast<uint64_t>(request.number()), bytes = static_cast<uint64_t>(request.number());
  const std::string name = request.text();
  if (!request.good()) return failed("host code names host memory for its GPU that does not exist");
  if (bytes == 0 || address + bytes < address || bytes > device_.memory().capacity_bytes())
    return failed("host code names host memory for its GPU that does not exist");
  TRY_VOID(map_pages(address, bytes));
  if (const auto shared = device_.memory().share(reinterpret_cast<void*>(address), bytes, shown_text(name)); !shared) {
    unmap_pages(address, bytes);
    return shared.error();
  }
  placed_[address] = bytes;
  return std::string();
}

// One page may hold several pieces of the host's memory.
Result<void> LinkServer::map_pages(uint64_t address, uint64_t bytes) {
  uint64_t mapped = 0;
  const bool all = each_page(address, bytes, [&](uint64_t page) {
    void* const wanted = reinterpret_cast<void*>(page);
    void* const got = pages_.contains(page)
                          ? wanted
                          : ::mmap(wanted, k_page_bytes, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted && got != MAP_FAILED) ::munmap(got, k_page_bytes);
    if (got != wanted) return false;
    ++pages_[page];
    mapped = std::min(page + k_page_bytes, address + bytes) - address;
    return true;
  });
  if (all) return {};
  if (mapped > 0) unmap_pages(address, mapped);
  return failed("host memory at this address cannot be shared with the virtual GPU's process");
}

void LinkServer::unmap_pages(uint64_t address, uint64_t bytes) {
  each_page(address, bytes, [&](uint64_t page) {
    if (--pages_[page] > 0) return true;
    ::munmap(reinterpret_cast<void*>(page), k_page_bytes);
    pages_.erase(page);
    return true;
  });
}

Result<std::string> LinkServer::free(Unpacker& request) {
  const uint64_t address = static_cast<uint64_t>(request.number());
  TRY_VOID(device_.free(address));
  if (const auto found = placed_.find(address); found != placed_.end()) {
    unmap_pages(address, found->second);
    placed_.erase(found);
  }
  return std::string();
}

}  // namespace whet
