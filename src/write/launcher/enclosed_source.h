// The source of one kernel as text for a namespace, so that several stand in one file, whatever their names are.
//
//   #include <cuda_fp16.h>                            prelude: #include <cuda_fp16.h>
//   #define TILE 32                             ->    macros: TILE
//   extern "C" __global__ void sums(...) {...}        text: #define TILE 32, __global__ void sums(...) {...}
//   int main() {...}
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet::write {

struct EnclosedSource {
  std::vector<std::string> prelude;  // lines that stand before all namespaces
  std::vector<std::string> shared;   // functions of its own that have overloads in CUDA's headers: "max"
  std::vector<std::string> macros;   // that the text defines
  std::string text;
};

// What the entries reach, for the namespace of this name, which includes under a condition leave for a line. `file` is
// for errors: headers of the user, what names things outside of the namespace, brackets that do not match.
Result<EnclosedSource> enclosed_source(const std::string& source, const std::vector<std::string>& entries,
                                       const std::string& space, const std::string& file);

}  // namespace whet::write
