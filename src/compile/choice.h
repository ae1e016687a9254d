// The choice of a compiler for a source, with the reason.
#pragma once

#include <string>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"
#include "source/kernel/host_code.h"

namespace whet {

// Properties of a source that are known without a compiler.
struct SourceFacts {
  UserHeaders headers;
  Outline outline;
  BlankedSource device_code;
  bool mentions_kernels = false;  // __global__ occurs in the source or its headers
  bool mentions_shared = false;   // __shared__ occurs in them
};
// The result points into the request's source.
SourceFacts study(const CompileRequest& request, UserHeaders headers);

// Why NVRTC could not replace nvcc for this source; empty when no reason is known.
//   "`reduce` is a template that host code instantiates"
std::string reason_for_nvcc(const CompileRequest& request, const SourceFacts& facts);

// Why NVRTC, although it accepts the source, would generate other instructions than nvcc; empty when no reason is
// known.
std::string difference_to_nvcc(const SourceFacts& facts, const Architecture& architecture);

}  // namespace whet
