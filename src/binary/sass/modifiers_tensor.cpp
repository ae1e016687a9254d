#include "binary/sass/modifiers.h"

#include <charconv>

namespace whet::modifiers {

namespace {

void set_shape(Instruction& instruction, int m, int n, int k) {
  instruction.tensor_shape = {m, n, k};
}

void append_number(ShortText& text, int number) {
  char digits[12];
  const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  text += std::string_view(digits, static_cast<size_t>(end - digits));
}

// `type` is "S8" for equal operand types and "S8.U8" for different ones; `printed` always has both.
struct TypePair {
  std::string_view printed, type;
};

// Shapes of the warp-wide instructions as printed: ".16816".
struct WarpShape {
  std::string_view printed;
  int m, n, k;
};

void set_warp_shape(Instruction& instruction, const WarpShape& shape) {
  instruction.modifiers += shape.printed;
  set_shape(instruction, shape.m, shape.n, shape.k);
}

TypePair byte_types(bool a_signed, bool b_signed) {
  static constexpr TypePair k_pairs[] = {{".U8.U8", "U8"}, {".U8.S8", "U8.S8"}, {".S8.U8", "S8.U8"}, {".S8.S8", "S8"}};
  return k_pairs[a_signed * 2 + b_signed];
}

TypePair nibble_types(bool a_signed, bool b_signed) {
  static constexpr TypePair k_pairs[] = {{".U4.U4", "U4"}, {".U4.S4", "U4.S4"}, {".S4.U4", "S4.U4"}, {".S4.S4", "S4"}};
  return k_pairs[a_signed * 2 + b_signed];
}

constexpr std::string_view k_narrow_types[] = {"E4M3", "E5M2", "", "E3M2", "E2M3", "E2M1"};

void append_narrow_types(Instruction& instruction, uint32_t a, uint32_t b) {
  static constexpr std::string_view k_mixed[] = {"E4M3.E5M2", "E5M2.E4M3"};
  const std::string_view a_name = pick(k_narrow_types, a), b_name = pick(k_narrow_types, b);
  ((instruction.modifiers += ".") += a_name) += ".";
  instruction.modifiers += b_name;
  instruction.tensor_type = a == b ? a_name : a + b == 1 ? k_mixed[a] : "F8F6F4";
}

uint32_t narrow_type_a(const SassWord& word) {
  return word.bit(78) | word.bits(82, 2) << 1;
}
uint32_t narrow_type_b(const SassWord& word) {
  return word.bit(79) | word.bits(84, 2) << 1;
}

}  // namespace

void half_mma(const SassWord& word, int, Instruction& instruction) {
  static constexpr WarpShape k_shapes[] = {
      {".1688", 16, 8, 8}, {".16816", 16, 8, 16}, {".1684", 16, 8, 4}, {".16832", 16, 8, 32}};
  static constexpr std::string_view k_printed[] = {"", ".BF16", ".TF32", ".E6M9"};
  static constexpr std::string_view k_types[] = {"F16", "BF16", "TF32", "E6M9"};
  const uint32_t type = word.bits(82, 2);
  if (word.bit(73)) instruction.modifiers += ".SP";
  set_warp_shape(instruction, k_shapes[word.bit(75) | word.bit(78) << 1]);
  (instruction.modifiers += word.bit(76) ? ".F32" : ".F16") += k_printed[type];
  instruction.tensor_type = k_types[type];
}

void volta_mma(const SassWord&, int, Instruction& instruction) {
  set_warp_shape(instruction, {".884", 8, 8, 4});
  instruction.tensor_type = "F16";
}

void integer_mma(const SassWord& word, int, Instruction& instruction) {
  static constexpr WarpShape k_shapes[] = {
      {".8816", 8, 8, 16},   {}, {".8832", 8, 8, 32}, {}, {".16816", 16, 8, 16}, {".16832", 16, 8, 32},
      {".16864", 16, 8, 64}, {}};
  const bool nibbles = word.bit(83);
  const TypePair types = nibbles ? nibble_types(word.bit(76), word.bit(78)) : byte_types(word.bit(76), word.bit(78));
  if (word.bit(72)) instruction.modifiers += ".SP";
  set_warp_shape(instruction, k_shapes[word.bit(75) | word.bits(85, 2) << 1]);
  (instruction.modifiers += types.printed) += word.bit(82) ? ".SAT" : "";
  instruction.tensor_type = types.type;
}

void binary_mma(const SassWord& word, int, Instruction& instruction) {
  static constexpr WarpShape k_shapes[] = {{".88128", 8, 8, 128}, {".168128", 16, 8, 128}, {".168256", 16, 8, 256}, {}};
  set_warp_shape(instruction, k_shapes[word.bits(75, 2)]);
  instruction.modifiers += word.bit(78) ? ".AND.POPC" : ".XOR.POPC";
  instruction.tensor_type = "B1";
}

void double_mma(const SassWord& word, int, Instruction& instruction) {
  static constexpr WarpShape k_shapes[] = {
      {".884", 8, 8, 4}, {".1684", 16, 8, 4}, {".1688", 16, 8, 8}, {".16816", 16, 8, 16}};
  set_warp_shape(instruction, k_shapes[word.bits(76, 2)]);
  instruction.tensor_type = "F64";
}

void quarter_mma(const SassWord& word, int, Instruction& instruction) {
  if (word.bit(80)) instruction.modifiers += ".SP";
  const bool long_k = word.bit(76);
  set_warp_shape(instruction, long_k ? WarpShape{".16864", 16, 8, 64} : WarpShape{".16832", 16, 8, 32});
  instruction.modifiers += word.bit(77) ? ".F32" : ".F16";
  append_narrow_types(instruction, narrow_type_a(word), narrow_type_b(word));
}

void scaled_mma(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += ".SF";
  if (instruction.name == "OMMA") {
    set_warp_shape(instruction, {".16864", 16, 8, 64});
    instruction.modifiers += ".F32.E2M1.E2M1";
    instruction.tensor_type = "E2M1";
    return;
  }
  set_warp_shape(instruction, {".16832", 16, 8, 32});
  instruction.modifiers += ".F32";
  append_narrow_types(instruction, narrow_type_a(word), narrow_type_b(word));
}

namespace {

// The columns of a warpgroup instruction: every multiple of 8, or 8, 16, 24, 32 and then multiples of 16.
int even_columns(uint32_t index) {
  return 8 * static_cast<int>(index + 1);
}
int sparse_columns(uint32_t index) {
  return static_cast<int>(index < 4 ? 8 * (index + 1) : 16 * (index - 1));
}

void set_group_shape(Instruction& instruction, int n, int k) {
  set_shape(instruction, 64, n, k);
  instruction.modifiers += ".64x";
  append_number(instruction.modifiers, n);
  instruction.modifiers += "x";
  append_number(instruction.modifiers, k);
}

void half_group_mma(const SassWord& word, Instruction& instruction) {
  static constexpr int k_depths[] = {16, 8, 32, 16};
  static constexpr std::string_view k_printed[] = {"", ".BF16", ".TF32", ""};
  static constexpr std::string_view k_types[] = {"F16", "BF16", "TF32", ""};
  const uint32_t size = word.bits(53, 7), type = word.bits(76, 2);
  set_group_shape(instruction, even_columns(size % 32), k_depths[size / 32]);
  (instruction.modifiers += word.bit(75) ? ".F32" : ".F16") += k_printed[type];
  instruction.tensor_type = k_types[type];
}

}  // namespace

void group_mma(const SassWord& word, int, Instruction& instruction) {
  const uint32_t size = word.bits(53, 7);
  const bool sparse = word.bit(73);
  if (sparse) instruction.modifiers += ".SP";
  switch (word.key()) {
    case 0x1f0:
      return half_group_mma(word, instruction);
    case 0x1f1: {
      const TypePair types = byte_types(word.bit(76), word.bit(82));
      set_group_shape(instruction, sparse_columns(size / 3), sparse ? 64 : 32);
      instruction.modifiers += types.printed;
      instruction.tensor_type = types.type;
      return;
    }
    case 0x1f2:
      set_group_shape(instruction, sparse_columns(size), 256);
      instruction.modifiers += ".AND.POPC";
      instruction.tensor_type = "B1";
      return;
    default:
      set_group_shape(instruction, even_columns(size % 32), sparse ? 64 : 32);
      instruction.modifiers += word.bit(75) ? ".F32" : ".F16";
      append_narrow_types(instruction, word.bit(76), word.bit(77));
  }
}

// The shape and type of these are in a run-time descriptor; the opcode gives only the kind.
void tensor_memory_mma(const SassWord& word, int, Instruction& instruction) {
  const bool scaled_nibbles = word.bits(72, 2) == 0 && word.bit(63);
  static constexpr std::string_view k_names[] = {"UTCHMMA", "UTCIMMA", "UTCHMMA", "UTCQMMA"};
  static constexpr std::string_view k_types[] = {"", "S8", "", "F8F6F4"};  // the first may be F16, BF16 or TF32
  instruction.name = scaled_nibbles ? "UTCOMMA" : k_names[word.bits(72, 2)];
  instruction.tensor_type = scaled_nibbles ? "E2M1" : k_types[word.bits(72, 2)];
  if (word.bit(85)) instruction.modifiers += ".2CTA";
}

}  // namespace whet::modifiers
