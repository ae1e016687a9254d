// The buffers of RemoteDevice: arrays pass through memory that both processes share.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "judge/process/device_protocol.h"
#include "judge/process/remote_device.h"
#include "judge/process/remote_module.h"

namespace whet {

bool RemoteDevice::is_gone(uint64_t address, uint64_t bytes) const {
  const auto after = gone_.lower_bound(address + std::max<uint64_t>(bytes, 1));
  return after != gone_.begin() && std::prev(after)->first + std::max<uint64_t>(std::prev(after)->second, 1) > address;
}

// Unknown addresses are left to the device.
Result<void> RemoteDevice::check_address(uint64_t address) const {
  if (is_gone(address, 1)) return stale_error(fmt::format("the buffer at {:#x}", address));
  return {};
}

Result<uint64_t> RemoteDevice::allocate_anywhere(uint64_t bytes, const std::string& name) {
  Request request{request_head("allocate")};
  request.head["bytes"] = bytes;
  request.head["name"] = name;
  TRY(answer, call(std::move(request)));
  return believed(whole_member(answer.head, "address"));
}

// Two processes may return the same address. An address that is still held from a dead runner is not used, so that its
// use or freeing cannot be mistaken for that of the new buffer.
Result<uint64_t> RemoteDevice::allocate(uint64_t bytes, const std::string& name) {
  constexpr size_t k_tries = 64;
  std::vector<uint64_t> taken;
  auto address = allocate_anywhere(bytes, name);
  while (address && is_gone(*address, bytes) && taken.size() < k_tries) {
    taken.push_back(*address);
    address = allocate_anywhere(bytes, name);
  }
  for (const uint64_t each : taken) TRY_VOID(free_there(each));
  if (!address) return address;
  if (is_gone(*address, bytes))
    return failed("too many buffers of ended runners are still held", {}, "free them first");
  buffers_[*address] = bytes;
  return address;
}

Result<void> RemoteDevice::free_there(uint64_t address) {
  Request request{request_head("free")};
  request.head["address"] = address;
  TRY_VOID(call(std::move(request)));
  return {};
}

Result<void> RemoteDevice::free(uint64_t address) {
  if (gone_.erase(address)) return {};
  TRY_VOID(free_there(address));
  buffers_.erase(address);
  return {};
}

// The window of a running runner.
Result<std::span<char>> RemoteDevice::window() {
  TRY_VOID(ensure_runner());
  return runner_->window();
}

// Arrays pass through the shared memory, as much at a time as fits.
Result<void> RemoteDevice::write(uint64_t address, std::string_view bytes) {
  TRY_VOID(check_address(address));
  while (!bytes.empty()) {
    TRY(window, this->window());
    const size_t count = std::min(bytes.size(), window.size());
    std::copy_n(bytes.data(), count, window.data());
    Request request{request_head("write")};
    request.head["address"] = address;
    request.head["bytes"] = count;
    TRY_VOID(call(std::move(request)));
    bytes.remove_prefix(count);
    address += count;
  }
  return {};
}

Result<void> RemoteDevice::read_to(std::span<char> to, uint64_t address) {
  TRY_VOID(check_address(address));
  while (!to.empty()) {
    TRY(window, this->window());
    const size_t count = std::min(to.size(), window.size());
    Request request{request_head("read")};
    request.head["address"] = address;
    request.head["bytes"] = count;
    TRY_VOID(call(std::move(request)));
    std::copy_n(window.data(), count, to.data());
    to = to.subspan(count);
    address += count;
  }
  return {};
}

Result<uint64_t> RemoteDevice::digest(uint64_t address, uint64_t bytes, uint64_t key) {
  TRY_VOID(check_address(address));
  Request request{request_head("digest")};
  request.head["address"] = address;
  request.head["bytes"] = bytes;
  request.head["key"] = std::to_string(key);  // as text, which keeps all 64 bits
  TRY(answer, call(std::move(request)));
  TRY(digest, believed(text_member(answer.head, "digest")));
  return static_cast<uint64_t>(std::strtoull(digest.c_str(), nullptr, 10));
}

Result<void> RemoteDevice::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  TRY_VOID(check_address(address));
  Request request{request_head("fill")};
  request.head["address"] = address;
  request.head["value"] = int{value};
  request.head["bytes"] = bytes;
  TRY_VOID(call(std::move(request)));
  return {};
}

Result<void> RemoteDevice::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  TRY_VOID(check_address(to));
  TRY_VOID(check_address(from));
  Request request{request_head("copy")};
  request.head["to"] = to;
  request.head["from"] = from;
  request.head["bytes"] = bytes;
  TRY_VOID(call(std::move(request)));
  return {};
}

}  // namespace whet
