// Programs that whet starts: each is searched and asked for its version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

// A program that counts as found when it exists and reports its version.
struct Tool {
  std::string_view probe;           // "nvcc"
  std::string_view program;         // "nvcc"
  std::string_view argument;        // "--version"
  std::string_view before_version;  // ", V": text right before the version in its output
  bool cuda = false;                // also searched in CUDA's prefixes
  Package package;
};

// nvcc, ptxas, ncu, ..., ssh, slurm.
const std::vector<Tool>& tools();

Probe tool_probe(const Tool& tool, const Machine& machine, const Host& host);

// "release 13.0, V13.0.88\n" with ", V" -> "13.0.88"; empty when the mark is missing.
std::string version_after(std::string_view text, std::string_view mark);

}  // namespace whet
