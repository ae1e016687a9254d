#include "device/device_link.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace whet {

namespace {

constexpr uint64_t k_most_answer_bytes = 4ull << 30;
constexpr uint64_t k_piece_bytes = 64ull << 20;  // of an array per frame

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

void pack_rows(Packer& packer, const CopyRows& rows) {
  for (const uint64_t each :
       {rows.width, rows.height, rows.depth, rows.to_pitch, rows.from_pitch, rows.to_slice, rows.from_slice})
    pack_whole(packer, each);
}

// The rows without gaps.
CopyRows gathered(const CopyRows& rows) {
  CopyRows result = rows;
  result.to_pitch = result.from_pitch = rows.width;
  result.to_slice = result.from_slice = rows.width * rows.height;
  return result;
}

// Calls `part` for everything at once if it fits into a frame, else for some rows of a slice at a time; a larger row is
// sent alone.
template <typename Part>
Result<void> in_frames(const CopyRows& rows, const Part& part) {
  if (rows.bytes() <= k_piece_bytes) return part(rows, 0, 0);
  const uint64_t most = std::max<uint64_t>(1, k_piece_bytes / std::max<uint64_t>(rows.width, 1));
  for (uint64_t z = 0; z < rows.depth; ++z) {
    for (uint64_t y = 0; y < rows.height; y += most) {
      CopyRows piece = rows;
      piece.depth = 1;
      piece.height = std::min(most, rows.height - y);
      TRY_VOID(part(piece, z * rows.to_slice + y * rows.to_pitch, z * rows.from_slice + y * rows.from_pitch));
    }
  }
  return {};
}

Error other_bytes() {
  return failed("the process of the virtual GPU gave other bytes than were asked for");
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

std::string refusal(const Error& error) {
  Packer packer;
  packer.number(static_cast<int64_t>(error.kind));
  for (const std::string* text : {&error.what, &error.where, &error.mend}) packer.text(*text);
  return packer.bytes();
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
    pack_rows(request, {.width = piece.size()});
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
    pack_rows(request, {.width = count});
    TRY(answer, ask(request));
    if (answer.size() != count) return other_bytes();
    std::memcpy(to.data(), answer.data(), count);
    to = to.subspan(count);
    address += count;
  }
  return {};
}

Result<void> DeviceLink::write(uint64_t to, const char* from, const CopyRows& rows) {
  if (rows.count() == 1) return write(to, {from, rows.width});
  return in_frames(rows, [&](const CopyRows& piece, uint64_t to_offset, uint64_t from_offset) -> Result<void> {
    std::string bytes;
    for_each_row(piece, [&](uint64_t, uint64_t offset) { bytes.append(from + from_offset + offset, piece.width); });
    Packer request = request_of(LinkCall::write);
    pack_whole(request, to + to_offset);
    pack_rows(request, piece);
    request.text(bytes);
    return tell(request);
  });
}

Result<void> DeviceLink::read(char* to, uint64_t from, const CopyRows& rows) {
  if (rows.count() == 1) return read(std::span(to, rows.width), from);
  return in_frames(rows, [&](const CopyRows& piece, uint64_t to_offset, uint64_t from_offset) -> Result<void> {
    Packer request = request_of(LinkCall::read);
    pack_whole(request, from + from_offset);
    pack_rows(request, piece);
    TRY(answer, ask(request));
    if (answer.size() != piece.bytes()) return other_bytes();
    CopyRows spread = gathered(piece);
    spread.to_pitch = piece.to_pitch;
    spread.to_slice = piece.to_slice;
    for_each_row(spread, [&](uint64_t target, uint64_t source) {
      std::memcpy(to + to_offset + target, answer.data() + source, piece.width);
    });
    return {};
  });
}

Result<void> DeviceLink::fill(uint64_t address, std::string_view element, const CopyRows& rows) {
  Packer request = request_of(LinkCall::fill);
  pack_whole(request, address);
  pack_rows(request, rows);
  request.text(element);
  return tell(request);
}

Result<void> DeviceLink::copy(uint64_t to, uint64_t from, const CopyRows& rows) {
  Packer request = request_of(LinkCall::copy);
  pack_whole(request, to);
  pack_rows(request, rows);
  pack_whole(request, from);
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
