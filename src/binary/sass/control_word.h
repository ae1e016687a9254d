// The scheduling fields of a SASS instruction.
#pragma once

#include "binary/sass/instruction.h"
#include "binary/sass/sass_word.h"

namespace whet {

// Bits 105..125: stall, yield, the two scoreboards it sets, the scoreboards it waits for, operand reuse.
ControlWord read_control(const SassWord& word);

}  // namespace whet
