#include "mind/key/key_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "util/system/descriptor.h"

namespace whet {

namespace {

constexpr size_t k_largest_key_file = 8192;  // bytes

Result<void> check_key_file(const struct stat& status, const std::string& path, uid_t owner) {
  if (!S_ISREG(status.st_mode)) return bad_input("the key file is no regular file", path);
  if (status.st_uid != owner)
    return bad_input("the key file belongs to another user", path, "copy it to a file of your own, with chmod 600");
  const mode_t permissions = status.st_mode & 07777;
  if (permissions != 0600 && permissions != 0400)
    return bad_input("others may read or change the key file, or its permissions are unusual", path,
                     "chmod 600 " + path);
  return {};
}

}  // namespace

Result<SecretKey> read_key_file(const std::string& path, uid_t owner) {
  // Not blocking: the path may be a pipe.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) return missing(std::string("cannot read the key file: ") + std::strerror(errno), path);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return failed("cannot look at the key file", path);
  TRY_VOID(check_key_file(status, path, owner));
  std::array<char, k_largest_key_file> bytes{};
  const ssize_t got = ::read(file.number(), bytes.data(), bytes.size());
  if (got < 0) return failed(std::string("cannot read the key file: ") + std::strerror(errno), path);
  auto key = SecretKey::from_text({bytes.data(), static_cast<size_t>(got)}, path);
  ::explicit_bzero(bytes.data(), bytes.size());
  return key;
}

}  // namespace whet
