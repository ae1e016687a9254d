// The result of one probe: what was found, what is lost without it, and how to get it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

enum class ProbeStatus {
  found,
  limited,  // works in part
  missing,  // absent or unusable
  unknown,  // could not be determined
};

std::string_view name_of(ProbeStatus status);

struct Probe {
  std::string name;   // "nvcc"
  std::string group;  // "compilers"
  ProbeStatus status = ProbeStatus::missing;
  std::string version = {};  // "13.0.88"
  std::string path = {};
  std::string detail = {};  // what was found, or why not
  std::string lost = {};    // what whet cannot do without it
  std::string mend = {};    // the command or setting that provides it; empty: nothing to do
};

// A probe with this name, its group and its loss, with the status missing.
Probe begin_probe(std::string_view name);

// The names of all probes, in display order.
std::vector<std::string> probe_names();

}  // namespace whet
