#include "binary/sass/instruction_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "binary/sass/sass.h"
#include "util/text.h"

namespace whet {

namespace {

// R4,R5,R6,R7 -> "R4..R7"
std::string register_list(std::vector<uint8_t> registers) {
  std::sort(registers.begin(), registers.end());
  registers.erase(std::unique(registers.begin(), registers.end()), registers.end());
  std::vector<std::string> parts;
  for (size_t i = 0; i < registers.size();) {
    size_t end = i;
    while (end + 1 < registers.size() && registers[end + 1] == registers[end] + 1) ++end;
    parts.push_back(end == i ? fmt::format("R{}", registers[i])
                             : fmt::format("R{}..R{}", registers[i], registers[end]));
    i = end + 1;
  }
  return join(parts, ",");
}

}  // namespace

std::string guard_text(const Instruction& instruction) {
  if (instruction.never_executes) return "@!PT";
  if (!instruction.guard) return "";
  const Guard& guard = *instruction.guard;
  return fmt::format("@{}{}P{}", guard.negated ? "!" : "", guard.uniform ? "U" : "", guard.predicate);
}

std::string operand_text(const Instruction& instruction, Architecture architecture) {
  const RegisterUse use = register_use(instruction, architecture);
  std::string text = register_list(use.writes);
  if (!use.reads.empty()) text += (text.empty() ? "<- " : " <- ") + register_list(use.reads);
  if (instruction.target) text += fmt::format("{}{:#06x}", text.empty() ? "-> " : " -> ", *instruction.target);
  return text;
}

std::string instruction_text(const Instruction& instruction, Architecture architecture) {
  std::string text = guard_text(instruction);
  if (!text.empty()) text += ' ';
  text += instruction.mnemonic();
  const std::string operands = operand_text(instruction, architecture);
  return operands.empty() ? text : text + " " + operands;
}

}  // namespace whet
