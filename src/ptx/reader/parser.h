// Reads PTX text.
#pragma once

#include <string>
#include <string_view>

#include "ptx/module.h"
#include "util/result.h"

namespace whet::ptx {

// Accepts everything that nvcc and NVRTC write, including inline assembly. `name` is the name of the text in errors,
// which carry its line. Opcodes are not checked here: the interpreter reports those it does not support.
Result<Module> parse(std::string_view text, const std::string& name);

}  // namespace whet::ptx
