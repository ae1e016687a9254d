// Programs that whet starts, each found and asked for its version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

// A program that is there when it is found and tells its version.
struct Tool {
  std::string_view probe;           // "nvcc"
  std::string_view program;         // "nvcc"
  std::string_view argument;        // "--version"
  std::string_view before_version;  // ", V": what stands right before the version in its answer
  bool cuda = false;                // looked for in CUDA's prefixes too
  Package package;
};

// nvcc, ptxas, ncu, ..., ssh, slurm.
const std::vector<Tool>& tools();

Probe tool_probe(const Tool& tool, const Machine& machine, const Host& host);

// "release 13.0, V13.0.88\n" with ", V" -> "13.0.88"; empty when the mark is not there.
std::string version_after(std::string_view text, std::string_view mark);

}  // namespace whet
