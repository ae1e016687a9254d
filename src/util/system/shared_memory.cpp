#include "util/system/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace whet {

namespace {

// Without the seals the other process could truncate the memory, and the next access would kill this one with SIGBUS.
constexpr int k_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

Error no_memory() {
  return failed(std::string("cannot share memory with a process: ") + std::strerror(errno));
}

}  // namespace

Result<SharedMemory> SharedMemory::make(uint64_t bytes) {
  Descriptor descriptor(::memfd_create("whet", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!descriptor.is_open() || ::ftruncate(descriptor.number(), static_cast<off_t>(bytes)) != 0 ||
      ::fcntl(descriptor.number(), F_ADD_SEALS, k_seals) != 0) {
    return no_memory();
  }
  return attach(std::move(descriptor));
}

Result<SharedMemory> SharedMemory::attach(Descriptor descriptor) {
  struct stat status{};
  if (::fstat(descriptor.number(), &status) != 0) return no_memory();
  if ((::fcntl(descriptor.number(), F_GET_SEALS) & k_seals) != k_seals || status.st_size <= 0)
    return bad_input("the memory that was passed on is not of a fixed size");
  const auto size = static_cast<size_t>(status.st_size);
  void* const start = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number(), 0);
  if (start == MAP_FAILED) return no_memory();
  return SharedMemory(std::move(descriptor), {static_cast<char*>(start), size});
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::move(other.descriptor_)), bytes_(std::exchange(other.bytes_, {})) {}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace whet
