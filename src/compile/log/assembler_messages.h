// Maps errors of the assembler to the source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/source/build.h"

namespace whet {

// Moves the assembler's messages from a PTX line to the source line given by its .loc directives; without these the
// messages lose their place. Only messages for `ptx_file` are moved.
void place_assembler_messages(std::string_view ptx, const std::string& ptx_file, const std::string& source_file,
                              std::vector<CompilerMessage>& messages);

}  // namespace whet
