#include "device/device_link.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace whet {

namespace {

constexpr uint64_t k_most_answer_bytes = 4ull << 30;
constexpr uint64_t k_piece_bytes = 64ull << 20;  // of an array in one frame

Packer request_of(LinkCall call) {
  Packer packer;
  packer.number(static_cast<int64_t>(call));
  return packer;
}

void pack_whole(Packer& packer, uint64_t value) {
  packer.number(static_cast<int64_t>(value));
}

uint64_t unpack_whole(Unpacker& unpacker) {
  return static_cast<uint64_t>(unpacker.number());
}

void pack_extent(Packer& packer, const vgpu::Dim3& extent) {
  for (const uint32_t axis : {extent.x, extent.y, extent.z}) packer.number(axis);
}

vgpu::Dim3 unpack_extent(Unpacker& unpacker) {
  vgpu::Dim3 extent;
  extent.x = static_cast<uint32_t>(unpacker.number());
  extent.y = static_cast<uint32_t>(unpacker.number());
  extent.z = static_cast<uint32_t>(unpacker.number());
  return extent;
}

void pack_fault(Packer& packer, const vgpu::Fault& fault) {
  packer.number(static_cast<int64_t>(fault.kind));
  packer.number(fault.instruction);
  pack_extent(packer, fault.block);
  pack_extent(packer, fault.thread);
  pack_whole(packer, fault.address);
  packer.number(fault.bytes);
  packer.text(fault.variable);
  packer.number(fault.offset);
  packer.text(fault.detail);
  packer.number(fault.other_instruction);
  pack_extent(packer, fault.other_block);
  pack_extent(packer, fault.other_thread);
  pack_whole(packer, fault.times);
  packer.number(fault.went_on);
}

vgpu::Fault unpack_fault(Unpacker& unpacker) {
  vgpu::Fault fault;
  fault.kind = static_cast<vgpu::FaultKind>(unpacker.number());
  fault.instruction = static_cast<uint32_t>(unpacker.number());
  fault.block = unpack_extent(unpacker);
  fault.thread = unpack_extent(unpacker);
  fault.address = unpack_whole(unpacker);
  fault.bytes = static_cast<int>(unpacker.number());
  fault.variable = unpacker.text();
  fault.offset = unpacker.number();
  fault.detail = unpacker.text();
  fault.other_instruction = static_cast<uint32_t>(unpacker.number());
  fault.other_block = unpack_extent(unpacker);
  fault.other_thread = unpack_extent(unpacker);
  fault.times = unpack_whole(unpacker);
  fault.went_on = unpacker.number() != 0;
  return fault;
}

bool receive_all(int socket, char* into, size_t bytes) {
  while (bytes > 0) {
    const ssize_t got = ::recv(socket, into, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

}  // namespace

void pack(Packer& packer, const LinkedRun& run) {
  packer.count(run.faults.size());
  for (const vgpu::Fault& fault : run.faults) pack_fault(packer, fault);
  packer.text(run.printed);
  packer.number(run.finished);
  packer.number(run.time.has_value());
  if (!run.time) return;
  for (const double part : {run.time->seconds, run.time->low_seconds, run.time->high_seconds, run.time->order_error})
    packer.real(part);
}

LinkedRun unpack_run(Unpacker& unpacker) {
  LinkedRun run;
  for (size_t left = unpacker.count(); left > 0 && unpacker.good(); --left)
    run.faults.push_back(unpack_fault(unpacker));
  run.printed = unpacker.text();
  run.finished = unpacker.number() != 0;
  if (unpacker.number() == 0) return run;
  run.time.emplace();
  for (double* part : {&run.time->seconds, &run.time->low_seconds, &run.time->high_seconds, &run.time->order_error})
    *part = unpacker.real();
  return run;
}

std::optional<std::string> receive_frame(int socket, uint64_t most_bytes) {
  uint64_t size = 0;
  if (!receive_all(socket, reinterpret_cast<char*>(&size), sizeof size) || size > most_bytes) return std::nullopt;
  std::string bytes(size, '\0');
  if (!receive_all(socket, bytes.data(), size)) return std::nullopt;
  return bytes;
}

bool send_frame(int socket, std::string_view bytes) {
  const uint64_t size = bytes.size();
  return send_all(socket, {reinterpret_cast<const char*>(&size), sizeof size}) && send_all(socket, bytes);
}

Result<std::string> DeviceLink::ask(const Packer& request) {
  if (!send_frame(socket_, request.bytes())) return failed("the process of the virtual GPU does not listen");
  auto answer = receive_frame(socket_, k_most_answer_bytes);
  if (!answer) return failed("the process of the virtual GPU does not answer");
  Unpacker unpacker(*answer);
  const int64_t kind = unpacker.number();
  if (kind >= 0) {
    const std::string what = unpacker.text(), where = unpacker.text(), mend = unpacker.text();
    return Error{static_cast<ErrorKind>(kind), what, where, mend, {}};
  }
  return answer->substr(sizeof kind);
}

Result<void> DeviceLink::tell(const Packer& request) {
  TRY_VOID(ask(request));
  return {};
}

Result<std::optional<LinkedExtent>> DeviceLink::find(uint64_t address) {
  Packer request = request_of(LinkCall::find);
  pack_whole(request, address);
  TRY(answer, ask(request));
  Unpacker unpacker(answer);
  if (unpacker.number() == 0) return std::optional<LinkedExtent>();
  LinkedExtent extent{unpack_whole(unpacker), unpack_whole(unpacker), {}};
  extent.name = unpacker.text();
  return std::optional(std::move(extent));
}

Result<uint64_t> DeviceLink::allocate(uint64_t bytes, const std::string& name) {
  Packer request = request_of(LinkCall::allocate);
  pack_whole(request, bytes);
  request.text(name);
  TRY(answer, ask(request));
  Unpacker unpacker(answer);
  return unpack_whole(unpacker);
}

Result<void> DeviceLink::place(uint64_t address, uint64_t bytes, const std::string& name) {
  Packer request = request_of(LinkCall::place);
  pack_whole(request, address);
  pack_whole(request, bytes);
  request.text(name);
  return tell(request);
}

Result<void> DeviceLink::free(uint64_t address) {
  Packer request = request_of(LinkCall::free);
  pack_whole(request, address);
  return tell(request);
}

Result<void> DeviceLink::write(uint64_t address, std::string_view bytes) {
  do {
    const std::string_view piece = bytes.substr(0, k_piece_bytes);
    Packer request = request_of(LinkCall::write);
    pack_whole(request, address);
    request.text(piece);
    TRY_VOID(tell(request));
    bytes.remove_prefix(piece.size());
    address += piece.size();
  } while (!bytes.empty());
  return {};
}

Result<void> DeviceLink::read(std::span<char> to, uint64_t address) {
  while (!to.empty()) {
    const size_t count = std::min<size_t>(to.size(), k_piece_bytes);
    Packer request = request_of(LinkCall::read);
    pack_whole(request, address);
    pack_whole(request, count);
    TRY(answer, ask(request));
    if (answer.size() != count) return failed("the process of the virtual GPU gave other bytes than were asked for");
    std::memcpy(to.data(), answer.data(), count);
    to = to.subspan(count);
    address += count;
  }
  return {};
}

Result<void> DeviceLink::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  Packer request = request_of(LinkCall::fill);
  pack_whole(request, address);
  request.number(value);
  pack_whole(request, bytes);
  return tell(request);
}

Result<void> DeviceLink::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  Packer request = request_of(LinkCall::copy);
  pack_whole(request, to);
  pack_whole(request, from);
  pack_whole(request, bytes);
  return tell(request);
}

Result<uint64_t> DeviceLink::variable(const std::string& name) {
  Packer request = request_of(LinkCall::variable);
  request.text(name);
  TRY(answer, ask(request));
  Unpacker unpacker(answer);
  return unpack_whole(unpacker);
}

Result<LinkedRun> DeviceLink::run(const Launch& launch, bool counted) {
  Packer request = request_of(LinkCall::run);
  request.text(launch.kernel);
  const LaunchShape& shape = launch.shape;
  for (const Extent* extent : {&shape.grid, &shape.block}) {
    for (const uint32_t axis : {extent->x, extent->y, extent->z}) request.number(axis);
  }
  pack_whole(request, shape.dynamic_shared_bytes);
  request.number(shape.cooperative);
  request.number(shape.cluster.has_value());
  const Extent cluster = shape.cluster.value_or(Extent{});
  for (const uint32_t axis : {cluster.x, cluster.y, cluster.z}) request.number(axis);
  request.number(counted);
  request.count(launch.arguments.size());
  for (const std::string& argument : launch.arguments) request.text(argument);
  TRY(answer, ask(request));
  Unpacker unpacker(answer);
  LinkedRun run = unpack_run(unpacker);
  if (!unpacker.good()) return failed("the process of the virtual GPU gave no answer to a launch");
  return run;
}

}  // namespace whet
