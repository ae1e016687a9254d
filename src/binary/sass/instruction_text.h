// Parts of a machine instruction as text.
#pragma once

#include <string>

#include "binary/container/architecture.h"
#include "binary/sass/instruction.h"

namespace whet {

std::string guard_text(const Instruction& instruction);  // "@!P0"; empty: it always runs
// The registers written and read, and a branch's target: "R4..R7 <- R2,R3", "-> 0x00f0".
std::string operand_text(const Instruction& instruction, Architecture architecture);
// "@!P0 LDG.E.128 R4..R7 <- R2,R3"
std::string instruction_text(const Instruction& instruction, Architecture architecture);

}  // namespace whet
