#include "environment/nvrtc_probe.h"

#include "compile/toolkit/toolkit.h"

namespace whet {

namespace {

constexpr Package k_package{"cuda-nvrtc-13-0", "cuda-nvrtc-13-0", "cuda-nvrtc-13-0", "cuda", true};

// The library that whet uses: a path, or a bare name for the loader.
std::string name_of_nvrtc(const Machine& machine) {
  const auto toolkit = find_toolkit({}, machine.files, machine.processes);
  return toolkit ? toolkit->nvrtc : "libnvrtc.so";
}

}  // namespace

Probe nvrtc_probe(const Machine& machine, const Host& host) {
  Probe probe = begin_probe("nvrtc");
  probe.mend = install_command(host, k_package);
  std::string why_not;
  const std::string name = name_of_nvrtc(machine);
  void* library = machine.libraries.open(name, why_not);
  if (!library) {
    if (name.starts_with('/')) probe.detail = "it is there and does not open: " + why_not;
    return probe;
  }
  probe.path = machine.libraries.path(library);
  const auto version_of = reinterpret_cast<int (*)(int*, int*)>(machine.libraries.symbol(library, "nvrtcVersion"));
  int major = 0, minor = 0;
  if (!version_of || version_of(&major, &minor) != 0) {
    probe.detail = "it opens, and nvrtcVersion does not work";
    return probe;
  }
  probe.status = ProbeStatus::found;
  probe.version = std::to_string(major) + "." + std::to_string(minor);
  probe.mend.clear();
  return probe;
}

}  // namespace whet
