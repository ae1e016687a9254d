// The output of NVRTC, nvcc, the host compiler and ptxas, as values.
//
//   gemm.cu(7): error: identifier "foo" is undefined        EDG, with the source line and a caret below
//   gemm.cu:1:10: fatal error: a.h: No such file            the host's preprocessor
//   ptxas gemm.ptx, line 40; error   : Unknown modifier     the assembler, of the PTX
//   ptxas info    : Used 10 registers, 64 bytes smem
#pragma once

#include <string_view>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/source_lines.h"

namespace whet {

struct CompilerLog {
  std::vector<CompilerMessage> messages;
  std::vector<ResourceUsage> resources;
};

// EDG gives a column only as a caret under the line as it saw it, macros expanded; `lines` serves to find the column in
// the line as written. Lines of the log that are no message are passed over.
CompilerLog parse_log(std::string_view log, SourceLines& lines);

}  // namespace whet
