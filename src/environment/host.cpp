#include "environment/host.h"

#include <charconv>

#include "util/text.h"

namespace whet {

namespace {

// The value of `key` in lines such as `ID=debian` or `Uid:\t0 0 0 0`.
std::string_view value_of(std::string_view text, std::string_view key) {
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with(key)) return trim(line.substr(key.size()));
  }
  return {};
}

std::string unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

PackageManager package_manager_of(const std::string& family) {
  struct Known {
    std::string_view id;
    PackageManager manager;
  };
  constexpr Known k_known[] = {
      {"debian", PackageManager::apt},  {"ubuntu", PackageManager::apt},  {"fedora", PackageManager::dnf},
      {"rhel", PackageManager::dnf},    {"centos", PackageManager::dnf},  {"amzn", PackageManager::dnf},
      {"suse", PackageManager::zypper}, {"arch", PackageManager::pacman},
  };
  for (const std::string_view word : split(family, ' ')) {
    for (const Known& known : k_known) {
      if (word == known.id) return known.manager;
    }
  }
  return PackageManager::other;
}

uint64_t hexadecimal(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

std::string read_or_empty(const Machine& machine, const std::string& path) {
  const auto content = machine.files.read(path);
  return content ? *content : "";
}

}  // namespace

Host read_host(const Machine& machine) {
  Host host;
  const std::string release = read_or_empty(machine, "/etc/os-release");
  host.system = unquoted(value_of(release, "PRETTY_NAME="));
  if (host.system.empty()) host.system = "Linux";
  host.packages =
      package_manager_of(unquoted(value_of(release, "ID=")) + " " + unquoted(value_of(release, "ID_LIKE=")));
#if defined(__x86_64__)
  host.architecture = "x86_64";
#elif defined(__aarch64__)
  host.architecture = "aarch64";
#endif
  const std::string status = read_or_empty(machine, "/proc/self/status");
  const std::string_view users = value_of(status, "Uid:");  // real, effective, saved, file system
  host.root = split(users, '\t').size() > 1 && split(users, '\t')[1] == "0";
  host.capabilities = hexadecimal(value_of(status, "CapEff:"));
  host.container = machine.files.info("/.dockerenv") || machine.files.info("/run/.containerenv");
  return host;
}

std::string install_command(const Host& host, const Package& package) {
  const std::string sudo = host.root ? "" : "sudo ";
  std::string command;
  switch (host.packages) {
    case PackageManager::apt:
      command = sudo + "apt-get install " + std::string(package.apt);
      break;
    case PackageManager::dnf:
      command = sudo + "dnf install " + std::string(package.dnf);
      break;
    case PackageManager::zypper:
      command = sudo + "zypper install " + std::string(package.zypper);
      break;
    case PackageManager::pacman:
      return sudo + "pacman -S " + std::string(package.pacman);
    case PackageManager::other:
      command = "install the package " + std::string(package.apt);
      break;
  }
  return package.from_nvidia ? command + " (from developer.nvidia.com/cuda-downloads)" : command;
}

}  // namespace whet
