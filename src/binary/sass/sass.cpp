#include "binary/sass/sass.h"

#include <array>

#include "binary/sass/control_word.h"
#include "binary/sass/opcode_table.h"

namespace whet {

namespace {

constexpr size_t k_instruction_bytes = 16;
constexpr uint32_t k_always = 7;  // PT and UPT

// "OP_000" .. "OP_1ff"; the names are static because instructions point to them.
std::string_view unknown_name(uint32_t key) {
  static const auto k_names = [] {
    std::array<std::array<char, 6>, 512> names;
    constexpr char k_digits[] = "0123456789abcdef";
    for (size_t i = 0; i < names.size(); ++i)
      names[i] = {'O', 'P', '_', k_digits[i >> 8], k_digits[i >> 4 & 15], k_digits[i & 15]};
    return names;
  }();
  return {k_names[key].data(), k_names[key].size()};
}

void read_guard(const SassWord& word, bool uniform, Instruction& instruction) {
  const uint32_t predicate = word.bits(12, 3);
  const bool negated = word.bit(15);
  if (predicate == k_always && !negated) return;
  instruction.guard = Guard{uniform, negated, static_cast<uint8_t>(predicate)};
  instruction.never_executes = predicate == k_always;
}

// Fills a new instruction in place: copying one costs more than decoding it.
void decode(uint64_t low, uint64_t high, uint32_t offset, int sm, Instruction& instruction) {
  const SassWord word{low, high};
  const Opcode* opcode = find_opcode(word.opcode(), sm);
  instruction.offset = offset;
  instruction.low = low;
  instruction.high = high;
  instruction.control = read_control(word);
  read_guard(word, opcode && opcode->uniform_guard, instruction);
  if (!opcode) {
    instruction.name = unknown_name(word.key());
    return;
  }
  instruction.name = opcode->name;
  instruction.op_class = opcode->op_class;
  if (opcode->read_modifiers) opcode->read_modifiers(word, sm, instruction);
  if (instruction.never_executes) instruction.op_class = OpClass::filler;
}

}  // namespace

Instruction decode_instruction(uint64_t low, uint64_t high, uint32_t offset, Architecture architecture) {
  Instruction instruction;
  decode(low, high, offset, architecture.sm, instruction);
  return instruction;
}

Result<std::vector<Instruction>> decode_function(ByteView code, Architecture architecture) {
  if (!decodes_sm(architecture.sm)) {
    return bad_input("machine code of " + architecture.name() + " cannot be decoded", {}, "compile for sm_70 or later");
  }
  if (code.size() % k_instruction_bytes != 0) {
    return bad_input("a function's machine code is " + std::to_string(code.size()) +
                     " bytes, which is no multiple of 16");
  }
  std::vector<Instruction> instructions;
  instructions.reserve(code.size() / k_instruction_bytes);
  for (size_t at = 0; at < code.size(); at += k_instruction_bytes) {
    const uint64_t low = *read_at<uint64_t>(code, at), high = *read_at<uint64_t>(code, at + 8);
    decode(low, high, static_cast<uint32_t>(at), architecture.sm, instructions.emplace_back());
  }
  return instructions;
}

}  // namespace whet
