// Parses the output of NVRTC, nvcc, the host compiler and ptxas.
//
//   gemm.cu(7): error: identifier "foo" is undefined        EDG, with the source line and a caret below
//   gemm.cu:1:10: fatal error: a.h: No such file            the host's preprocessor
//   ptxas gemm.ptx, line 40; error   : Unknown modifier     the assembler, with a line of the PTX
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

// EDG gives a column only as a caret below the line after macro expansion; `lines` is used to find the column in the
// original line. Lines that are not messages are skipped.
CompilerLog parse_log(std::string_view log, SourceLines& lines);

}  // namespace whet
