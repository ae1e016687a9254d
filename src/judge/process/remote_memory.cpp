// RemoteDevice's buffers. On a GPU they are the judge's own memory, which the runner maps: contents never leave the
// GPU. Otherwise they are the runner's, and contents pass through memory that both processes see.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "judge/process/device_protocol.h"
#include "judge/process/remote_device.h"
#include "judge/process/remote_module.h"
#include "util/system/sent_descriptor.h"

namespace whet {

namespace {

constexpr const char* k_given_twice = "the runner gives out memory that is in use";

}  // namespace

bool RemoteDevice::is_gone(uint64_t address, uint64_t bytes) const {
  const auto after = gone_.lower_bound(address + std::max<uint64_t>(bytes, 1));
  return after != gone_.begin() && std::prev(after)->first + std::max<uint64_t>(std::prev(after)->second, 1) > address;
}

// No device gives out memory twice; a runner that says so could have one array stand for another.
bool RemoteDevice::is_taken(uint64_t address, uint64_t bytes) const {
  const auto after = buffers_.lower_bound(address + std::max<uint64_t>(bytes, 1));
  return after != buffers_.begin() &&
         std::prev(after)->first + std::max<uint64_t>(std::prev(after)->second, 1) > address;
}

// Unknown addresses are left to the device.
Result<void> RemoteDevice::check_address(uint64_t address) const {
  if (is_gone(address, 1)) return stale_error(fmt::format("the buffer at {:#x}", address));
  return {};
}

Result<uint64_t> RemoteDevice::allocate_anywhere(const Wanted& wanted) {
  if (!shares_) return allocate_apart(wanted);
  auto shared = allocate_shared_with_runner(wanted);
  if (shared || shared.error().kind != ErrorKind::missing) return shared;
  shares_ = false;
  why_not_shared_ = shared.error().what;
  return allocate_apart(wanted);
}

Result<uint64_t> RemoteDevice::allocate_apart(const Wanted& wanted) {
  Request request{request_head("allocate")};
  request.head["bytes"] = wanted.bytes;
  request.head["name"] = wanted.name;
  TRY(answer, call(std::move(request)));
  TRY(address, believed(whole_member(answer.head, "address")));
  if (is_taken(address, wanted.bytes)) return garbled(k_given_twice);
  return address;
}

// The descriptor is sent first, so that it is there when the runner is asked to map it.
Result<uint64_t> RemoteDevice::allocate_shared_with_runner(const Wanted& wanted) {
  TRY_VOID(ensure_runner());
  auto made = settings_.memory->allocate_shared(wanted.bytes);
  if (!made && made.error().kind == ErrorKind::bad_input && settings_.maker) {  // spare memory may be what is missing
    settings_.maker->give_back();
    made = settings_.memory->allocate_shared(wanted.bytes);
  }
  TRY(array, std::move(made));
  const uint64_t local = array.address;
  Request request{request_head("map")};
  request.head["bytes"] = wanted.bytes;
  request.head["writable"] = !wanted.is_input;
  const auto sent = send_descriptor(descriptors_.number(), array.descriptor.number());
  auto answer = sent ? call(std::move(request)) : Result<Message>(sent.error());
  auto address = answer ? believed(whole_member(answer->head, "address")) : Result<uint64_t>(answer.error());
  if (!address) {
    (void)settings_.memory->free(local);
    // A runner that is well and cannot map it shows what this machine lacks; one that ended shows nothing of it.
    if (!runner_) return address;
    return missing("the runner cannot map memory of the GPU: " + address.error().what);
  }
  if (is_taken(*address, wanted.bytes)) {
    (void)settings_.memory->free(local);
    return garbled(k_given_twice);
  }
  shared_[*address] = {wanted.bytes, local};
  is_unfinished_ = true;
  return address;
}

std::optional<uint64_t> RemoteDevice::shared_at(uint64_t address, uint64_t bytes) const {
  const auto after = shared_.upper_bound(address);
  if (after == shared_.begin()) return std::nullopt;
  const auto& [begin, part] = *std::prev(after);
  if (address - begin + bytes > part.bytes) return std::nullopt;
  return part.local + (address - begin);
}

std::optional<uint64_t> RemoteDevice::place_for_maker(uint64_t address, uint64_t bytes) {
  if (is_gone(address, bytes)) return std::nullopt;
  const auto local = shared_at(address, bytes);
  is_unfinished_ |= local.has_value();
  return local;
}

Result<void> RemoteDevice::finish_shared() {
  if (!is_unfinished_ || shared_.empty()) return {};
  is_unfinished_ = false;
  return settings_.memory->finish();
}

// Two processes may well give out the same address. One that somebody still holds from a dead runner is left alone, so
// that its use and its freeing cannot be mistaken for those of the new buffer.
Result<uint64_t> RemoteDevice::allocate_new(const Wanted& wanted) {
  constexpr size_t k_tries = 64;
  const uint64_t bytes = wanted.bytes;
  std::vector<uint64_t> taken;
  auto address = allocate_anywhere(wanted);
  while (address && is_gone(*address, bytes) && taken.size() < k_tries) {
    taken.push_back(*address);
    address = allocate_anywhere(wanted);
  }
  for (const uint64_t each : taken) TRY_VOID(free_there(each));
  if (!address) return address;
  if (is_gone(*address, bytes))
    return failed("too many buffers of ended runners are still held", {}, "free them first");
  buffers_[*address] = bytes;
  return address;
}

Result<uint64_t> RemoteDevice::allocate(uint64_t bytes, const std::string& name) {
  return allocate_new({bytes, name, false});
}

Result<uint64_t> RemoteDevice::allocate_input(uint64_t bytes, const std::string& name) {
  return allocate_new({bytes, name, true});
}

Result<void> RemoteDevice::free_there(uint64_t address) {
  if (const auto shared = shared_.find(address); shared != shared_.end()) {
    (void)settings_.memory->free(shared->second.local);
    shared_.erase(shared);
  }
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

// The runner loses its mapping, and the memory stays.
Result<uint64_t> RemoteDevice::surrender(uint64_t address) {
  const auto shared = shared_.find(address);
  if (shared == shared_.end()) return failed("only memory of its own can be given up");
  const uint64_t local = shared->second.local;
  shared_.erase(shared);
  if (const auto freed = free(address); !freed) {
    (void)settings_.memory->free(local);
    return freed.error();
  }
  return local;
}

// The window of a running runner.
Result<std::span<char>> RemoteDevice::window() {
  TRY_VOID(ensure_runner());
  return runner_->window();
}

// Arrays pass through the shared memory, as much at a time as fits.
Result<void> RemoteDevice::write(uint64_t address, std::string_view bytes) {
  TRY_VOID(check_address(address));
  if (const auto local = shared_at(address, bytes.size())) {
    is_unfinished_ = true;
    return settings_.memory->write(*local, bytes);
  }
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
  if (const auto local = shared_at(address, to.size())) return settings_.memory->read_to(to, *local);
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
  if (const auto local = shared_at(address, bytes)) return settings_.memory->digest(*local, bytes, key);
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
  if (const auto local = shared_at(address, bytes)) {
    is_unfinished_ = true;
    return settings_.memory->fill(*local, value, bytes);
  }
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
  const auto local_to = shared_at(to, bytes), local_from = shared_at(from, bytes);
  if (local_to && local_from) {
    is_unfinished_ = true;
    return settings_.memory->copy(*local_to, *local_from, bytes);
  }
  TRY_VOID(finish_shared());
  Request request{request_head("copy")};
  request.head["to"] = to;
  request.head["from"] = from;
  request.head["bytes"] = bytes;
  TRY_VOID(call(std::move(request)));
  return {};
}

}  // namespace whet
