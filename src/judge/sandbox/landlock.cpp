#include "judge/sandbox/landlock.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "util/system/descriptor.h"

namespace whet {

namespace {

// From linux/landlock.h, which build hosts may have in an older version. The numbers are the same on every
// architecture.
constexpr long k_create_ruleset = 444, k_add_rule = 445, k_restrict_self = 446;
constexpr unsigned k_version_flag = 1;
constexpr int k_path_beneath = 1;

constexpr uint64_t k_execute = 1 << 0, k_write_file = 1 << 1, k_read_file = 1 << 2, k_read_dir = 1 << 3;
constexpr uint64_t k_remove_file = 1 << 5, k_make_sock = 1 << 9, k_make_fifo = 1 << 10;
constexpr uint64_t k_make_char = 1 << 6, k_make_block = 1 << 11, k_refer = 1 << 13, k_truncate = 1 << 14;
constexpr uint64_t k_ioctl_dev = 1 << 15;
constexpr uint64_t k_first_abi = (1 << 13) - 1;
constexpr uint64_t k_of_files = k_execute | k_write_file | k_read_file | k_truncate | k_ioctl_dev;

struct RulesetAttributes {
  uint64_t files = 0;
  uint64_t network = 0;  // ABI 4: bind and connect of TCP
  uint64_t scoped = 0;   // ABI 6: abstract sockets and signals
};

struct [[gnu::packed]] PathRule {
  uint64_t allowed;
  int32_t parent;
};

uint64_t file_rights(int abi) {
  uint64_t rights = k_first_abi;
  if (abi >= 2) rights |= k_refer;
  if (abi >= 3) rights |= k_truncate;
  if (abi >= 5) rights |= k_ioctl_dev;
  return rights;
}

size_t attribute_bytes(int abi) {
  return sizeof(uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1);
}

Error refused_step(const char* step) {
  return failed(std::string("Landlock refuses ") + step + ": " + std::strerror(errno));
}

Result<void> allow(int ruleset, const std::string& path, uint64_t rights) {
  const Descriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!place.is_open()) return {};
  struct stat status{};
  ::fstat(place.number(), &status);
  const PathRule rule{S_ISDIR(status.st_mode) ? rights : rights & k_of_files, place.number()};
  if (::syscall(k_add_rule, ruleset, k_path_beneath, &rule, 0) != 0) return refused_step(path.c_str());
  return {};
}

Result<void> allow_all(int ruleset, const FileRules& rules, uint64_t handled) {
  const uint64_t read = (k_read_file | k_read_dir | (rules.may_execute ? k_execute : 0)) & handled;
  const uint64_t write = handled & ~(k_make_char | k_make_block | (rules.may_execute ? 0 : k_execute) |
                                     (rules.may_remove ? 0 : k_remove_file | k_refer | k_make_fifo | k_make_sock));
  const uint64_t device = (k_read_file | k_write_file | k_ioctl_dev | k_read_dir) & handled;
  for (const std::string& path : rules.readable) TRY_VOID(allow(ruleset, path, read));
  for (const std::string& path : rules.writable) TRY_VOID(allow(ruleset, path, write));
  for (const std::string& path : rules.devices) TRY_VOID(allow(ruleset, path, device));
  return {};
}

}  // namespace

int landlock_abi() {
  const long version = ::syscall(k_create_ruleset, nullptr, 0, k_version_flag);
  return version > 0 ? static_cast<int>(version) : 0;
}

Result<int> confine_files(const FileRules& rules) {
  const int abi = landlock_abi();
  if (abi == 0) return 0;
  const RulesetAttributes attributes{file_rights(abi), abi >= 4 ? 3u : 0u, abi >= 6 ? 3u : 0u};
  const Descriptor ruleset(static_cast<int>(::syscall(k_create_ruleset, &attributes, attribute_bytes(abi), 0)));
  if (!ruleset.is_open()) return refused_step("a set of rules");
  TRY_VOID(allow_all(ruleset.number(), rules, attributes.files));
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused_step("to give up privileges");
  if (::syscall(k_restrict_self, ruleset.number(), 0) != 0) return refused_step("to take hold");
  return abi;
}

}  // namespace whet
