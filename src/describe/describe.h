// Describes a bare kernel: a problem from its source, the host code next to it, and runs of it on the virtual GPU.
//
//   saxpy.cu                                        ->  n = 131072, a = 2; x f32[n] in; y f32[n] inout;
//                                                       grid ceil_div(n, 256), block 256; cases default, odd, small
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "describe/kernel_meaning.h"
#include "problem/from_signature.h"
#include "util/system/knowledge.h"

namespace whet {

struct DescribeServices {
  FileSystem& files;
  Compiler& compiler;
  const Knowledge& knowledge;
};

struct Description {
  Problem problem;
  std::vector<std::string> assumed;         // one sentence each
  std::map<std::string, std::string> open;  // array -> why its shape is not known: a line to fill
  std::map<std::string, int64_t> large;     // sizes at which the kernel takes a while; empty: the problem has them
  KernelMeaning meaning;                    // with the derived reference, if it is confirmed and has one
  std::string unseen;                       // why the kernel could not be run to look at it; empty: it was
};

// The request needs only the kernel's file; what else it gives goes before what is found. It is an error if there is no
// kernel, if several are there and none is chosen, or if a parameter's type cannot be passed.
Result<Description> describe_kernel(const SignatureRequest& request, const DescribeServices& services);

}  // namespace whet
