// The operating system and the rights of this process: what decides the command that installs something.
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
  uint64_t capabilities = 0;  // effective ones, a bit each
  bool container = false;

  bool has_capability(int bit) const { return (capabilities >> bit) & 1; }
};

Host read_host(const Machine& machine);

// What a package is called.
struct Package {
  std::string_view apt, dnf, zypper, pacman;
  bool from_nvidia = false;  // only in NVIDIA's own repository
};

// "apt-get install g++", with sudo unless we are root.
std::string install_command(const Host& host, const Package& package);

}  // namespace whet
