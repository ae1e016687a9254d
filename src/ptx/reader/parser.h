// Reads PTX text.
#pragma once

#include <string>
#include <string_view>

#include "ptx/module.h"
#include "util/result.h"

namespace whet::ptx {

// Everything nvcc and NVRTC write, inline assembly included. `name` is what errors call the text; they carry its line.
// An opcode is not judged here: whoever runs the module says what it cannot do.
Result<Module> parse(std::string_view text, const std::string& name);

}  // namespace whet::ptx
