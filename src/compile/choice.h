// Which compiler a source is for, and why.
#pragma once

#include <string>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"
#include "source/host_code.h"

namespace whet {

// What is known of a source before any compiler has seen it.
struct SourceFacts {
  UserHeaders headers;
  Outline outline;
  BlankedSource device_code;
  bool mentions_kernels = false;  // __global__ stands somewhere in the source or its headers
  bool mentions_shared = false;   // so does __shared__
};
// Points into the request's source.
SourceFacts study(const CompileRequest& request, UserHeaders headers);

// The reason why NVRTC would not do what nvcc does with this source; empty when none is known.
//   "`reduce` is a template that host code instantiates"
std::string reason_for_nvcc(const CompileRequest& request, const SourceFacts& facts);

// The reason why NVRTC, though it takes the source, would make other instructions of it than nvcc; empty when none is
// known.
std::string difference_to_nvcc(const SourceFacts& facts, const Architecture& architecture);

}  // namespace whet
