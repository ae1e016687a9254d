// Memory of a virtual GPU that two processes map.
#include <fcntl.h>

#include "device/virtual/virtual_device.h"

namespace whet {

namespace {

// Its own descriptor of the same memory.
Descriptor duplicate(int descriptor) {
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

}  // namespace

Result<uint64_t> VirtualDevice::keep_mapped(SharedMemory memory, uint64_t bytes, bool writable) {
  const auto address = reinterpret_cast<uint64_t>(memory.bytes().data());
  TRY_VOID(memory_.share(memory.bytes().data(), bytes, "shared"));
  memory_.find(address)->read_only = !writable;
  mapped_.emplace(address, std::move(memory));
  return address;
}

Result<SharedArray> VirtualDevice::allocate_shared(uint64_t bytes) {
  TRY(memory, SharedMemory::make(bytes));
  SharedArray array{0, duplicate(memory.descriptor())};
  if (!array.descriptor.is_open()) return failed("no more files can be opened");
  TRY(address, keep_mapped(std::move(memory), bytes, true));
  array.address = address;
  return array;
}

Result<uint64_t> VirtualDevice::map_shared(int descriptor, uint64_t bytes, bool writable) {
  TRY(memory, SharedMemory::attach(duplicate(descriptor)));
  if (memory.bytes().size() < bytes) return failed("the shared memory is smaller than what is asked of it");
  return keep_mapped(std::move(memory), bytes, writable);
}

}  // namespace whet
