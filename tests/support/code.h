// Instructions by hand, for tests of what is built on them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "binary/sass/instruction.h"

namespace whet::test {

// One instruction: name, class, and what matters to the test.
struct Line {
  std::string_view name;
  OpClass op_class = OpClass::integer;
  std::optional<uint32_t> target = std::nullopt;  // byte offset
  bool guarded = false;
  ControlWord control = {};
  std::optional<int> width_bytes = std::nullopt;
};

inline std::vector<Instruction> code(std::initializer_list<Line> lines) {
  std::vector<Instruction> instructions;
  for (const Line& line : lines) {
    Instruction instruction;
    instruction.offset = static_cast<uint32_t>(16 * instructions.size());
    instruction.high = uint64_t{7} << 23;  // the branch's own predicate is PT
    instruction.name = line.name;
    instruction.op_class = line.op_class;
    instruction.target = line.target;
    instruction.control = line.control;
    instruction.width_bytes = line.width_bytes;
    if (line.guarded) instruction.guard = Guard{false, false, 0};
    instructions.push_back(instruction);
  }
  return instructions;
}

}  // namespace whet::test
