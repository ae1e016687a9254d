// Opens a bare source and chooses the kernel that is to be described.
#pragma once

#include <string>
#include <vector>

#include "problem/from_signature.h"
#include "problem/signature/entry.h"

namespace whet {

struct ChosenKernel {
  Problem problem;  // with the source, its headers and the entry
  SourceFunction function;
};

// The kernel that the request names; else the only one, or the only one that the source launches. Of a template it is
// the instance that the source uses. Otherwise an error lists the kernels and the command for one of them.
Result<ChosenKernel> choose_kernel(const SignatureRequest& request, const FileSystem& files,
                                   std::vector<std::string>& notes);

}  // namespace whet
