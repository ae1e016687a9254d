#include "device/cuda/shared_arrays.h"

#include <algorithm>

#include "device/cuda/gpu_memory.h"

namespace whet {

namespace {

// The layouts of CUmemLocation, CUmemAllocationProp and CUmemAccessDesc in cuda.h.
struct MemoryLocation {
  int type = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
  int id = 0;
};

struct AllocationProperties {
  int type = 1;          // CU_MEM_ALLOCATION_TYPE_PINNED
  int handle_types = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
  MemoryLocation location;
  void* windows_attributes = nullptr;
  unsigned char flags[8] = {};
};
static_assert(sizeof(AllocationProperties) == 32);

struct AccessDescription {
  MemoryLocation location;
  int flags = 0;
};
static_assert(sizeof(AccessDescription) == 12);

constexpr int k_posix_descriptor = 1;
constexpr int k_read = 1, k_read_write = 3;                        // CU_MEM_ACCESS_FLAGS_PROT_*
constexpr int k_attribute_mapping = 102, k_attribute_posix = 103;  // CU_DEVICE_ATTRIBUTE_*_SUPPORTED
constexpr int k_granularity_minimum = 0;
constexpr unsigned long long k_no_flags = 0;

}  // namespace

SharedArrays::~SharedArrays() {
  while (!mapped_.empty()) (void)release(mapped_.begin()->first);
}

Result<void> SharedArrays::check_support() const {
  for (const int attribute : {k_attribute_mapping, k_attribute_posix}) {
    int has = 0;
    TRY_VOID(driver_.call("cuDeviceGetAttribute", &has, attribute, device_));
    if (!has) return missing("this GPU's driver cannot share memory between processes", {}, "update the driver");
  }
  return {};
}

Result<size_t> SharedArrays::rounded_up(uint64_t bytes) {
  if (granularity_ == 0) {
    TRY_VOID(check_support());
    AllocationProperties properties;
    properties.location.id = device_;
    size_t granularity = 0;
    const AllocationProperties* const asked = &properties;
    TRY_VOID(driver_.call("cuMemGetAllocationGranularity", &granularity, asked, k_granularity_minimum));
    granularity_ = std::max<size_t>(granularity, 1);
  }
  return (std::max<uint64_t>(bytes, 1) + granularity_ - 1) / granularity_ * granularity_;
}

// The mapping keeps the memory alive: the handle is released in any case.
Result<uint64_t> SharedArrays::map_handle(Handle handle, size_t bytes, bool writable) {
  unsigned long long address = 0;
  auto reserved = driver_.call("cuMemAddressReserve", &address, bytes, size_t{0}, 0ull, k_no_flags);
  auto mapped = reserved ? driver_.call("cuMemMap", address, bytes, size_t{0}, handle, k_no_flags) : reserved;
  (void)driver_.call("cuMemRelease", handle);
  if (!mapped) {
    if (reserved) (void)driver_.call("cuMemAddressFree", address, bytes);
    return mapped.error();
  }
  AccessDescription access{{1, device_}, writable ? k_read_write : k_read};
  const AccessDescription* const asked = &access;
  mapped_[address] = bytes;
  auto allowed = driver_.call("cuMemSetAccess", address, bytes, asked, size_t{1});
  if (allowed) return uint64_t{address};
  (void)release(address);
  return allowed.error();
}

Result<SharedArray> SharedArrays::make(uint64_t bytes) {
  TRY(size, rounded_up(bytes));
  AllocationProperties properties;
  properties.location.id = device_;
  const AllocationProperties* const asked = &properties;
  Handle handle = 0;
  TRY_VOID(allocated(driver_.call("cuMemCreate", &handle, size, asked, k_no_flags), bytes, driver_));
  int descriptor = -1;
  auto exported = driver_.call("cuMemExportToShareableHandle", static_cast<void*>(&descriptor), handle,
                               k_posix_descriptor, k_no_flags);
  if (!exported) {
    (void)driver_.call("cuMemRelease", handle);
    return missing("memory of the GPU cannot be shared between processes: " + exported.error().what, {},
                   "containers may forbid it");
  }
  SharedArray array{0, Descriptor(descriptor)};
  TRY(address, map_handle(handle, size, true));
  // Physical memory may hold what this process freed before: none of it is for the other process.
  TRY_VOID(
      driver_.call("cuMemsetD8_v2", static_cast<unsigned long long>(address), static_cast<unsigned char>(0), size));
  array.address = address;
  return array;
}

Result<uint64_t> SharedArrays::map(int descriptor, uint64_t bytes, bool writable) {
  TRY(size, rounded_up(bytes));
  Handle handle = 0;
  TRY_VOID(driver_.call("cuMemImportFromShareableHandle", &handle,
                        reinterpret_cast<void*>(static_cast<intptr_t>(descriptor)), k_posix_descriptor));
  return map_handle(handle, size, writable);
}

Result<void> SharedArrays::release(uint64_t address) {
  const auto found = mapped_.find(address);
  if (found == mapped_.end()) return failed("no shared memory is mapped there");
  const auto place = static_cast<unsigned long long>(address);
  const size_t bytes = found->second;
  mapped_.erase(found);
  (void)driver_.call("cuCtxSynchronize");  // unlike cuMemFree, it does not wait for copies that still read it
  auto unmapped = driver_.call("cuMemUnmap", place, bytes);
  auto freed = driver_.call("cuMemAddressFree", place, bytes);
  return unmapped ? freed : unmapped;
}

}  // namespace whet
