// Links PTX texts of several source files (nvcc -rdc=true) into one that stands alone.
//
//   a.ptx: .extern .func f;  .global x;            .extern .func f  ─►  .func f    (defined by b)
//   b.ptx: .visible .func f {...}  .global x;      b's x  ─►  x__of_1           (each text's own)
//
// Names without linkage stay each text's own, of several weak definitions the first is kept, numbers of files are
// told apart. The result is PTX that an assembler takes.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet::ptx {

Result<std::string> link(const std::vector<std::string>& texts);

}  // namespace whet::ptx
