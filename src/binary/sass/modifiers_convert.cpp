#include "binary/sass/modifiers.h"

namespace whet::modifiers {

namespace {

// Indexed by the logarithm of the size in bytes.
constexpr std::string_view k_floats[] = {"", ".F16", ".F32", ".F64"};
constexpr std::string_view k_unsigned[] = {".U8", ".U16", ".U32", ".U64"};
constexpr std::string_view k_signed[] = {".S8", ".S16", "", ".S64"};  // signed 32 bits are the default
constexpr std::string_view k_rounding[] = {"", ".RM", ".RP", ".RZ"};
constexpr std::string_view k_to_integer[] = {"", ".FLOOR", ".CEIL", ".TRUNC"};
constexpr uint32_t k_single = 2;

uint32_t to_size(const SassWord& word) {
  return word.bits(75, 2);
}
uint32_t from_size(const SassWord& word) {
  return word.bits(84, 2);
}

}  // namespace

void float_arithmetic(const SassWord& word, int, Instruction& instruction) {
  (instruction.modifiers += word.bit(80) ? ".FTZ" : "") += k_rounding[word.bits(78, 2)];
  if (word.bit(77)) instruction.modifiers += ".SAT";
}

void double_arithmetic(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += k_rounding[word.bits(78, 2)];
}

void float_to_integer(const SassWord& word, int, Instruction& instruction) {
  ShortText& text = instruction.modifiers;
  (text += word.bit(80) ? ".FTZ" : "") += (word.bit(72) ? k_signed : k_unsigned)[to_size(word)];
  if (from_size(word) != k_single) text += k_floats[from_size(word)];
  (text += k_to_integer[word.bits(78, 2)]) += word.bit(77) ? ".NTZ" : "";
}

void integer_to_float(const SassWord& word, int, Instruction& instruction) {
  ShortText& text = instruction.modifiers;
  if (to_size(word) != k_single) text += k_floats[to_size(word)];
  (text += (word.bit(74) ? k_signed : k_unsigned)[from_size(word)]) += k_rounding[word.bits(78, 2)];
}

void float_to_float(const SassWord& word, int, Instruction& instruction) {
  ShortText& text = instruction.modifiers;
  ((text += word.bit(80) ? ".FTZ" : "") += k_floats[to_size(word)]) += k_floats[from_size(word)];
  text += k_rounding[word.bits(78, 2)];
}

void round_float(const SassWord& word, int, Instruction& instruction) {
  (instruction.modifiers += word.bit(80) ? ".FTZ" : "") += to_size(word) == k_single ? "" : k_floats[to_size(word)];
  instruction.modifiers += k_to_integer[word.bits(78, 2)];
}

void integer_to_packed(const SassWord& word, int, Instruction& instruction) {
  (instruction.modifiers += word.bit(74) ? ".F32.S32" : ".F32.U32") += k_rounding[word.bits(78, 2)];
}

void pack_floats(const SassWord& word, int, Instruction& instruction) {
  const uint32_t types = word.bits(72, 8);
  if (types == 0x00) instruction.modifiers += ".F16.F32.PACK_AB";
  if (types == 0x10) instruction.modifiers += ".BF16.F32.PACK_AB";
}

}  // namespace whet::modifiers
