// Links PTX texts of several source files (nvcc -rdc=true) into one self-contained text.
//
//   a.ptx: .extern .func f;  .global x;            .extern .func f  ─►  .func f    (defined by b)
//   b.ptx: .visible .func f {...}  .global x;      b's x  ─►  x__of_1           (local to each text)
//
// Names without linkage stay local to their text; a strong definition replaces weak ones, of which otherwise the first
// is kept; .file numbers are made distinct. An assembler accepts the result.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet::ptx {

Result<std::string> link(const std::vector<std::string>& texts);

}  // namespace whet::ptx
