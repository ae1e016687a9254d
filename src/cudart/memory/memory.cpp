#include "cudart/memory/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace whet::cudart {

namespace {

uint64_t number_of(const void* address) {
  return reinterpret_cast<uint64_t>(address);
}

void mark_initialised(vgpu::Allocation* allocation, const void* address, uint64_t bytes) {
  if (!allocation || allocation->initialised.empty()) return;
  std::memset(&allocation->initialised[number_of(address) - allocation->base], 1, bytes);
}

// The bytes from the first to the last, gaps included.
uint64_t span_bytes(const CopyShape& shape, uint64_t pitch, uint64_t slice) {
  if (shape.width == 0 || shape.height == 0 || shape.depth == 0) return 0;
  return (shape.depth - 1) * slice + (shape.height - 1) * pitch + shape.width;
}

}  // namespace

vgpu::Allocation* Memory::find(const void* address) const {
  return device_.live_at(number_of(address));
}

Result<void*> Memory::allocate(uint64_t bytes) {
  TRY(address, device_.allocate(bytes, fmt::format("cudaMalloc {}", ++allocations_)));
  void* const pointer = reinterpret_cast<void*>(address);
  owned_.insert(pointer);
  return pointer;
}

Result<void> Memory::free(void* address) {
  if (managed_.contains(address)) {
    TRY_VOID(device_.free(number_of(address)));
    managed_.erase(address);
    pages_.free(address);
    return {};
  }
  TRY_VOID(device_.free(number_of(address)));
  owned_.erase(address);
  return {};
}

Result<void*> Memory::allocate_pinned(uint64_t bytes) {
  TRY(pages, pages_.allocate(bytes));
  TRY_VOID(device_.share(pages, bytes, fmt::format("cudaMallocHost {}", ++allocations_)));
  pinned_.insert(pages);
  return pages;
}

Result<void*> Memory::allocate_managed(uint64_t bytes) {
  TRY(pages, pages_.allocate(bytes));
  TRY_VOID(device_.share(pages, bytes, fmt::format("cudaMallocManaged {}", ++allocations_)));
  managed_.insert(pages);
  return pages;
}

Result<void> Memory::free_pinned(void* address) {
  if (!pinned_.contains(address)) return bad_input(fmt::format("{} is not pinned memory", fmt::ptr(address)));
  TRY_VOID(device_.free(number_of(address)));
  pinned_.erase(address);
  pages_.free(address);
  return {};
}

Result<void> Memory::register_host(void* address, uint64_t bytes) {
  TRY_VOID(device_.share(address, bytes, fmt::format("cudaHostRegister {}", ++allocations_)));
  registered_.insert(address);
  return {};
}

Result<void> Memory::unregister_host(void* address) {
  if (!registered_.contains(address)) return bad_input(fmt::format("{} is not registered", fmt::ptr(address)));
  TRY_VOID(device_.free(number_of(address)));
  registered_.erase(address);
  return {};
}

void Memory::reset() {
  for (void* address : std::set<void*>(owned_)) (void)free(address);
  for (void* address : std::set<void*>(managed_)) (void)free(address);
  for (void* address : std::set<void*>(pinned_)) (void)free_pinned(address);
  for (void* address : std::set<void*>(registered_)) (void)unregister_host(address);
}

Result<Direction> Memory::direction(const void* to, const void* from, cudaMemcpyKind kind) const {
  const vgpu::Allocation *const target = find(to), *const source = find(from);
  const bool wants_device_target = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool wants_device_source = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (wants_device_target && !target)
    return bad_input(fmt::format("the copy's target {} is not device memory", fmt::ptr(to)));
  if (wants_device_source && !source)
    return bad_input(fmt::format("the copy's source {} is not device memory", fmt::ptr(from)));
  const bool on_device = target && !target->borrowed, from_device = source && !source->borrowed;
  if (kind == cudaMemcpyDeviceToDevice || (on_device && from_device)) return Direction::on_device;
  if (on_device) return Direction::to_device;
  return from_device ? Direction::to_host : Direction::on_host;
}

Result<std::byte*> Memory::storage(const void* address, uint64_t bytes) const {
  vgpu::Allocation* const allocation = find(address);
  if (!allocation) {
    const vgpu::Allocation* const below = device_.memory().find(number_of(address));
    if (below && below->freed && !below->borrowed && below->holds(number_of(address), 1))
      return bad_input(fmt::format("`{}` is used after it was freed", below->name));
    if (number_of(address) - vgpu::k_global_base < vgpu::k_global_bytes)
      return bad_input(fmt::format("{} is in no allocation of device memory", fmt::ptr(address)));
    return static_cast<std::byte*>(const_cast<void*>(address));
  }
  if (!allocation->holds(number_of(address), bytes)) {
    return bad_input(fmt::format("{} bytes from {} on run past the end of `{}` ({} bytes)", bytes, fmt::ptr(address),
                                 allocation->name, allocation->bytes));
  }
  return allocation->host + (number_of(address) - allocation->base);
}

namespace {

bool is_of_device(const void* address) {
  return number_of(address) - vgpu::k_global_base < vgpu::k_global_bytes;
}

}  // namespace

bool Memory::may_be_late(const void* to, const void* from) const {
  return (is_of_device(to) || find(to)) && (is_of_device(from) || find(from));
}

// For a device in another process: all rows travel in one request.
Result<void> Memory::copy_linked(void* to, const void* from, const CopyShape& shape) {
  DeviceLink& link = *device_.link();
  const bool to_device = is_of_device(to), from_device = is_of_device(from);
  if (to_device && from_device) return link.copy(number_of(to), number_of(from), shape);
  if (to_device) return link.write(number_of(to), static_cast<const char*>(from), shape);
  if (from_device) return link.read(static_cast<char*>(to), number_of(from), shape);
  for_each_row(shape, [&](uint64_t to_offset, uint64_t from_offset) {
    std::memmove(static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, shape.width);
  });
  return {};
}

Result<void> Memory::fill_linked(void* to, int value, uint64_t element_bytes, const CopyShape& shape) {
  const std::string_view element(reinterpret_cast<const char*>(&value), element_bytes);
  if (is_of_device(to)) return device_.link()->fill(number_of(to), element, shape);
  std::string row(shape.width, static_cast<char>(value));
  for (uint64_t at = 0; element_bytes > 1 && at + element_bytes <= row.size(); at += element_bytes)
    std::memcpy(row.data() + at, &value, element_bytes);
  for_each_row(
      shape, [&](uint64_t offset, uint64_t) { std::memcpy(static_cast<char*>(to) + offset, row.data(), row.size()); });
  return {};
}

Result<void> Memory::copy(void* to, const void* from, const CopyShape& shape) {
  if (device_.link()) return copy_linked(to, from, shape);
  TRY(target, storage(to, span_bytes(shape, shape.to_pitch, shape.to_slice)));
  TRY(source, storage(from, span_bytes(shape, shape.from_pitch, shape.from_slice)));
  vgpu::Allocation* const written = find(to);
  for_each_row(shape, [&](uint64_t to_offset, uint64_t from_offset) {
    std::memmove(target + to_offset, source + from_offset, shape.width);
    mark_initialised(written, static_cast<std::byte*>(to) + to_offset, shape.width);
  });
  return {};
}

Result<void> Memory::fill(void* to, int value, uint64_t element_bytes, const CopyShape& shape) {
  if (!find(to)) return bad_input(fmt::format("{} is not device memory", fmt::ptr(to)));
  if (device_.link()) return fill_linked(to, value, element_bytes, shape);
  TRY(target, storage(to, span_bytes(shape, shape.to_pitch, shape.to_slice)));
  vgpu::Allocation* const written = find(to);
  for_each_row(shape, [&](uint64_t offset, uint64_t) {
    if (element_bytes == 1) std::memset(target + offset, value, shape.width);
    for (uint64_t at = 0; element_bytes > 1 && at < shape.width; at += element_bytes)
      std::memcpy(target + offset + at, &value, element_bytes);
    mark_initialised(written, static_cast<std::byte*>(to) + offset, shape.width);
  });
  return {};
}

void* Memory::start_of(const void* address) const {
  const vgpu::Allocation* const allocation = find(address);
  return allocation ? reinterpret_cast<void*>(allocation->base) : nullptr;
}

cudaPointerAttributes Memory::attributes(const void* address) const {
  cudaPointerAttributes attributes{};
  const vgpu::Allocation* const allocation = find(address);
  if (!allocation) {
    attributes.type = cudaMemoryTypeUnregistered;
    attributes.device = -2;
    attributes.hostPointer = const_cast<void*>(address);
    return attributes;
  }
  void* const base = reinterpret_cast<void*>(allocation->base);
  attributes.type = managed_.contains(base) ? cudaMemoryTypeManaged
                    : allocation->borrowed  ? cudaMemoryTypeHost
                                            : cudaMemoryTypeDevice;
  attributes.devicePointer = const_cast<void*>(address);
  if (allocation->borrowed) attributes.hostPointer = const_cast<void*>(address);
  return attributes;
}

}  // namespace whet::cudart
