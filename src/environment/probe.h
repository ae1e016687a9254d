// One thing a machine may have, as a probe found it: what it is, what is lost without it, and how to get it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

enum class ProbeStatus {
  found,
  limited,  // does part of its work
  missing,  // not here, or here and of no use
  unknown,  // could not be told
};

std::string_view name_of(ProbeStatus status);

struct Probe {
  std::string name;   // "nvcc"
  std::string group;  // "compilers"
  ProbeStatus status = ProbeStatus::missing;
  std::string version = {};  // "13.0.88"
  std::string path = {};
  std::string detail = {};  // what was seen, or why it is not there
  std::string lost = {};    // what whet cannot do without it
  std::string mend = {};    // the command or setting that gets it; empty when nothing is to be done
};

// A probe of this name, still missing, with its group and what is lost without it.
Probe begin_probe(std::string_view name);

// Every probe there is, in the order they are shown.
std::vector<std::string> probe_names();

}  // namespace whet
