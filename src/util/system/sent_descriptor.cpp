#include "util/system/sent_descriptor.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace whet {

namespace {

// A message of one byte with room for one descriptor.
struct Parcel {
  char byte = 'd';
  iovec content{&byte, 1};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};

  Parcel() {
    message.msg_iov = &content;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
  }
};

Error of_system(const char* what) {
  return failed(std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

Result<void> send_descriptor(int socket, int descriptor) {
  Parcel parcel;
  cmsghdr* const header = CMSG_FIRSTHDR(&parcel.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  ssize_t sent = -1;
  do sent = ::sendmsg(socket, &parcel.message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent != 1) return of_system("cannot send a descriptor");
  return {};
}

Result<Descriptor> receive_descriptor(int socket) {
  Parcel parcel;
  ssize_t received = -1;
  do received = ::recvmsg(socket, &parcel.message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return of_system("cannot receive a descriptor");
  const cmsghdr* const header = CMSG_FIRSTHDR(&parcel.message);
  if (received != 1 || !header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int)))
    return failed("no descriptor was sent");
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return Descriptor(descriptor);
}

}  // namespace whet
