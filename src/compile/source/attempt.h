// What one run of one compiler gave, before whet decides what to make of it.
#pragma once

#include <string>
#include <vector>

#include "compile/source/build.h"

namespace whet {

struct Attempt {
  bool accepted = false;
  bool unknown_architecture = false;   // rejected because of the architecture alone
  std::vector<std::string> supported;  // architectures, when the compiler tells: "sm_75", "sm_80"
  bool timed_out = false;
  bool crashed = false;  // the compiler itself
  std::string cubin;
  std::string ptx;
  std::string library;  // where host code was asked for
  std::vector<CompilerMessage> messages;
  std::vector<ResourceUsage> resources;
  std::string compiler;  // "NVRTC 13.0"
};

}  // namespace whet
