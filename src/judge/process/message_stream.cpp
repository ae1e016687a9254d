#include "judge/process/message_stream.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace whet {

namespace {

Error broken(const char* what) {
  return failed(std::string("cannot ") + what + " a message: " + std::strerror(errno));
}

Result<void> send_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == ENOTSOCK) sent = ::write(descriptor, bytes.data(), bytes.size());
    if (sent < 0 && errno != EINTR) return broken("send");
    if (sent > 0) bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return {};
}

}  // namespace

Result<void> send_message(int descriptor, const Message& message) {
  const std::vector<std::string_view> blobs(message.blobs.begin(), message.blobs.end());
  TRY_VOID(send_bytes(descriptor, encode_head(message.head, blobs)));
  for (const std::string_view blob : blobs) TRY_VOID(send_bytes(descriptor, blob));
  return {};
}

Result<std::optional<Message>> receive_message(int descriptor, const MessageLimits& limits) {
  MessageReader reader(limits);
  for (bool begun = false; !reader.complete();) {
    const auto room = reader.room();
    const ssize_t got = ::read(descriptor, room.data(), room.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return broken("receive");
    if (got == 0 && begun) return failed("the other side closed in the middle of a message");
    if (got == 0) return std::optional<Message>();
    begun = true;
    TRY_VOID(reader.filled(static_cast<uint64_t>(got)));
  }
  return std::optional(reader.take());
}

}  // namespace whet
