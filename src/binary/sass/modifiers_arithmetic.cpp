#include "binary/sass/modifiers.h"

#include <bit>

namespace whet::modifiers {

namespace {

constexpr std::string_view k_boolean[] = {".AND", ".OR", ".XOR", ""};

// The effect of a multiply-add with constant operands: ptxas also uses it to move, add and shift.
enum class MultiplyUse { product, move, add, shift };

MultiplyUse multiply_use(const SassWord& word) {
  const bool b_is_immediate = word.form() == 4;
  const uint32_t immediate = word.bits(32, 32);
  const uint8_t b = word.form() == 1 ? word.rb() : word.rc();
  if (!b_is_immediate && word.form() != 5 && word.form() != 6 && word.ra() == k_rz && b == k_rz)
    return MultiplyUse::move;
  if (b_is_immediate && immediate == 1) return MultiplyUse::add;
  if (b_is_immediate && word.rc() == k_rz && std::has_single_bit(immediate)) return MultiplyUse::shift;
  return MultiplyUse::product;
}

}  // namespace

void move(const SassWord& word, int sm, Instruction& instruction) {
  if (sm >= 120 && word.bit(80)) instruction.modifiers += ".64";
}

void wide(const SassWord&, int, Instruction& instruction) {
  instruction.modifiers += ".64";
}

void wide_add(const SassWord& word, int, Instruction& instruction) {
  if (word.bit(73)) instruction.modifiers += ".64";
}

void add(const SassWord& word, int, Instruction& instruction) {
  if (word.bit(74)) instruction.modifiers += ".X";
}

void scaled_add(const SassWord& word, int, Instruction& instruction) {
  (instruction.modifiers += word.bit(80) ? ".HI" : "") += word.bit(74) ? ".X" : "";
  if (word.bit(73)) instruction.modifiers += ".SX32";
}

void multiply_add(const SassWord& word, int, Instruction& instruction) {
  const bool with_carry = word.bit(74);
  ShortText& text = instruction.modifiers;
  switch (multiply_use(word)) {
    case MultiplyUse::product:
      break;
    case MultiplyUse::add:
      text += with_carry ? "" : ".IADD";
      break;
    case MultiplyUse::shift:
      text += with_carry ? "" : ".SHL";
      break;
    case MultiplyUse::move:
      if (!with_carry) {
        if (word.form() != 7) text += ".MOV";  // a move from a uniform register is printed without it
        instruction.op_class = OpClass::move;
      }
  }
  if (!word.bit(73)) text += ".U32";
  if (with_carry) text += ".X";
}

void wide_multiply_add(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += word.bit(73) ? ".WIDE" : ".WIDE.U32";
  if (word.bit(74)) instruction.modifiers += ".X";
}

void high_multiply_add(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += word.bit(73) ? ".HI" : ".HI.U32";
  if (word.bit(74)) instruction.modifiers += ".X";
}

void integer_compare(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_comparisons[] = {".F", ".LT", ".EQ", ".LE", ".GT", ".NE", ".GE", ".T"};
  (instruction.modifiers += k_comparisons[word.bits(76, 3)]) += word.bit(73) ? "" : ".U32";
  (instruction.modifiers += k_boolean[word.bits(74, 2)]) += word.bit(72) ? ".EX" : "";
}

void float_compare(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_comparisons[] = {".F",   ".LT",  ".EQ",  ".LE",  ".GT",  ".NE",  ".GE",  ".NUM",
                                                       ".NAN", ".LTU", ".EQU", ".LEU", ".GTU", ".NEU", ".GEU", ".T"};
  const uint32_t comparison = word.bits(76, 4);
  const bool of_doubles = word.key() == 0x02a;  // DSETP encodes .MIN and .MAX as the others' .F and .T
  const std::string_view name = of_doubles && comparison == 0    ? ".MIN"
                                : of_doubles && comparison == 15 ? ".MAX"
                                                                 : k_comparisons[comparison];
  (instruction.modifiers += name) += word.bit(80) ? ".FTZ" : "";
  instruction.modifiers += k_boolean[word.bits(74, 2)];
}

void lut(const SassWord&, int, Instruction& instruction) {
  instruction.modifiers += ".LUT";
}

void shift(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_types[] = {".S64", ".U64", ".S32", ".U32"};
  (instruction.modifiers += word.bit(76) ? ".R" : ".L") += word.bit(75) ? ".W" : "";
  (instruction.modifiers += k_types[word.bits(73, 2)]) += word.bit(80) ? ".HI" : "";
}

void special_function(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_functions[] = {".COS", ".SIN",    ".EX2",    ".LG2",  ".RCP",
                                                     ".RSQ", ".RCP64H", ".RSQ64H", ".SQRT", ".TANH"};
  (instruction.modifiers += pick(k_functions, word.bits(74, 6))) += word.bit(72) ? ".F16" : "";
}

void dot_product(const SassWord& word, int, Instruction& instruction) {
  const bool four_way = !word.bit(76);
  static constexpr std::string_view k_four[] = {".4A.U8.U8", ".4A.S8.U8", ".4A.U8.S8", ".4A.S8.S8"};
  static constexpr std::string_view k_two[] = {".U16.U8", ".S16.U8", ".U16.S8", ".S16.S8"};
  const uint32_t types = word.bits(73, 2);
  if (four_way) {
    instruction.modifiers += k_four[types];
  } else {
    (instruction.modifiers += word.bit(77) ? ".2A.HI" : ".2A.LO") += k_two[types];
  }
}

void minimum(const SassWord& word, int, Instruction& instruction) {
  if (instruction.name == "IMNMX") {
    if (word.bit(74)) instruction.modifiers += ".64";
    if (!word.bit(73)) instruction.modifiers += ".U32";
    return;
  }
  static constexpr std::string_view k_types[] = {".U32", ".S32", ".U16x2", ".S16x2"};
  (instruction.modifiers += k_types[word.bits(72, 2)]) += word.bit(76) ? ".RELU" : "";
}

// With a single-precision result it adds zero, which only widens a half.
void half_add(const SassWord& word, int, Instruction& instruction) {
  if (!word.bit(78)) return;
  instruction.modifiers += ".F32";
  instruction.op_class = OpClass::convert;
}

// With two zero factors it only loads an immediate.
void half_multiply_add(const SassWord& word, int, Instruction& instruction) {
  if (word.key() == 0x035) instruction.modifiers += ".MMA";
  if (word.form() == 2 && word.ra() == k_rz && word.rc() == k_rz) instruction.op_class = OpClass::move;
}

void special_register(const SassWord& word, int, Instruction& instruction) {
  constexpr uint32_t k_zero = 0xff;
  if (!word.bit(80)) instruction.modifiers += ".32";
  if (word.bits(72, 8) == k_zero) instruction.op_class = OpClass::move;
}

void shuffle(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_modes[] = {".IDX", ".UP", ".DOWN", ".BFLY"};
  instruction.modifiers += k_modes[word.bits(58, 2)];
}

void vote(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_modes[] = {".ALL", ".ANY", ".EQ"};
  instruction.modifiers += pick(k_modes, word.bits(72, 2));
}

}  // namespace whet::modifiers
