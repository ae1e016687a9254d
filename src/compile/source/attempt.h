// The result of one run of one compiler, before whet decides how to use it.
#pragma once

#include <string>
#include <vector>

#include "compile/source/build.h"

namespace whet {

struct Attempt {
  bool accepted = false;
  bool unknown_architecture = false;   // rejected because of the architecture alone
  std::vector<std::string> supported;  // architectures, if the compiler lists them: "sm_75", "sm_80"
  bool timed_out = false;
  bool crashed = false;  // the compiler itself
  std::string cubin;
  std::string ptx;
  std::string library;  // if host code was requested
  std::vector<CompilerMessage> messages;
  std::vector<ResourceUsage> resources;
  std::string compiler;  // "NVRTC 13.0"
};

}  // namespace whet
