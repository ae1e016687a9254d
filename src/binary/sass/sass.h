// The SASS decoder turns 16-byte words into instructions. A table keyed by the low opcode bits and the architecture
// names the instruction; modifiers that change its effect are decoded, and operands are read as registers.
#pragma once

#include <vector>

#include "binary/container/architecture.h"
#include "binary/sass/instruction.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

// Decodes one instruction; an opcode that is not in the table becomes OP_xxx of class unknown.
Instruction decode_instruction(uint64_t low, uint64_t high, uint32_t offset, Architecture architecture);

// Decodes a function's code. It is an error when the architecture is not sm_70..sm_12x or the size is not a multiple of
// 16.
Result<std::vector<Instruction>> decode_function(ByteView code, Architecture architecture);

// Registers read and written, from the operand fields of the instruction's form.
RegisterUse register_use(const Instruction& instruction, Architecture architecture);

}  // namespace whet
