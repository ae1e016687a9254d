// Large arrays in large pages. whet fills arrays of hundreds of megabytes again and again, and in pages of 4 KiB the
// system spends more time on handing them out and clearing them than whet on filling them. Part of the executable
// alone, so that no library of whet's changes how another program allocates.
#ifndef __SANITIZE_ADDRESS__  // which has operators of its own
#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace {

constexpr size_t k_large_page = 2 << 20, k_worth_it = 8 << 20;  // bytes

void* allocated(size_t bytes) noexcept {
  if (bytes < k_worth_it) return std::malloc(bytes > 0 ? bytes : 1);
  void* at = nullptr;
  if (posix_memalign(&at, k_large_page, bytes) != 0) return nullptr;
  madvise(at, bytes / k_large_page * k_large_page, MADV_HUGEPAGE);  // a hint: without such pages nothing changes
  return at;
}

}  // namespace

// As the standard asks: when there is no memory, the handler is called until there is some or no handler.
void* operator new(size_t bytes) {
  while (true) {
    if (void* const at = allocated(bytes)) return at;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* at) noexcept {
  std::free(at);
}

void operator delete(void* at, size_t) noexcept {
  std::free(at);
}
#endif
