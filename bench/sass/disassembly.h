// The text of `cuobjdump -sass`, read back as instructions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whet::bench {

struct PrintedInstruction {
  uint32_t offset = 0;
  std::string mnemonic;  // with modifiers, guard left out
  uint64_t low = 0, high = 0;
};

struct PrintedFunction {
  std::string name;
  std::vector<PrintedInstruction> instructions;
};

std::vector<PrintedFunction> parse_disassembly(std::string_view text);

}  // namespace whet::bench
