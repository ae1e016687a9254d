// The operating system and the privileges of this process; they determine how something is installed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "environment/machine.h"

namespace whet {

enum class PackageManager { apt, dnf, zypper, pacman, other };

struct Host {
  std::string system;        // "Debian GNU/Linux 12 (bookworm)"
  std::string architecture;  // "aarch64"
  PackageManager packages = PackageManager::other;
  bool root = false;
  uint64_t capabilities = 0;  // effective, one bit each
  bool container = false;

  bool has_capability(int bit) const { return (capabilities >> bit) & 1; }
};

Host read_host(const Machine& machine);

// The names of a package in the package managers.
struct Package {
  std::string_view apt, dnf, zypper, pacman;
  bool from_nvidia = false;  // only in NVIDIA's repository
};

// "apt-get install g++", with sudo unless the user is root.
std::string install_command(const Host& host, const Package& package);

}  // namespace whet
