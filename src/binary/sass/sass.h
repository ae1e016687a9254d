// The SASS decoder: 16-byte words in, instructions out. A table keyed on the low opcode bits and the architecture
// names the instruction; the modifiers that change what it does are decoded, operands are read as registers.
#pragma once

#include <vector>

#include "binary/container/architecture.h"
#include "binary/sass/instruction.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

// Decodes one instruction; an opcode that is not in the table comes back as OP_xxx of class unknown.
Instruction decode_instruction(uint64_t low, uint64_t high, uint32_t offset, Architecture architecture);

// Decodes a function's code. An error when the architecture is not sm_70..sm_12x or the size is no multiple of 16.
Result<std::vector<Instruction>> decode_function(ByteView code, Architecture architecture);

// Registers read and written, from the operand fields of the instruction's form.
RegisterUse register_use(const Instruction& instruction, Architecture architecture);

}  // namespace whet
