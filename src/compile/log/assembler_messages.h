// Where in the source an error of the assembler comes from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/source/build.h"

namespace whet {

// Moves the assembler's messages, which name a line of the PTX, to the source lines that PTX line came from, as its
// .loc lines tell; without such lines they lose their place. Only messages whose file is `ptx_file` move.
void place_assembler_messages(std::string_view ptx, const std::string& ptx_file, const std::string& source_file,
                              std::vector<CompilerMessage>& messages);

}  // namespace whet
