#include "binary/sass/modifiers.h"

namespace whet::modifiers {

namespace {

constexpr std::string_view k_widths[] = {".U8", ".S8", ".U16", ".S16", "", ".64", ".128"};
constexpr int k_width_bytes[] = {1, 1, 2, 2, 4, 8, 16};

// Decodes bits 73..75 of plain loads and stores.
void read_width(const SassWord& word, Instruction& instruction) {
  const uint32_t code = word.bits(73, 3);
  if (code >= std::size(k_width_bytes)) return;
  instruction.modifiers += k_widths[code];
  instruction.width_bytes = k_width_bytes[code];
}

// Memory ordering and scope of an access. Up to sm_75 weak accesses print their scope too.
std::string_view memory_order(const SassWord& word, int sm) {
  if (sm < 80) {
    static constexpr std::string_view k_strong[] = {".STRONG.CTA", ".STRONG.SM", ".STRONG.GPU", ".STRONG.SYS"};
    switch (word.bits(79, 2)) {
      case 0:
        return ".CONSTANT.SYS";
      case 1:
        return ".SYS";
      case 2:
        return k_strong[word.bits(77, 2)];
      default:
        return {};
    }
  }
  switch (word.bits(77, 4)) {
    case 4:
      return ".CONSTANT";
    case 5:
      return ".STRONG.SM";
    case 7:
      return ".STRONG.GPU";
    case 10:
      return ".STRONG.SYS";
    default:
      return {};
  }
}

std::string_view eviction(const SassWord& word) {
  static constexpr std::string_view k_names[] = {".EF", "", ".EL", ".LU", ".EU", ".NA"};
  return pick(k_names, word.bits(84, 3));
}

// How much of the L2 line is fetched beyond the access itself.
std::string_view l2_prefetch(const SassWord& word) {
  static constexpr std::string_view k_names[] = {"", ".LTC64B", ".LTC128B", ".LTC256B"};
  return k_names[word.bits(68, 2)];
}

constexpr std::string_view k_atomic_names[] = {".ADD", ".MIN", ".MAX", ".INC", ".DEC", ".AND", ".OR", ".XOR", ".EXCH"};

// Only integer atomics with a result can exchange; the others have three bits, and bit 90 belongs to their address.
std::string_view atomic_name(const SassWord& word) {
  const bool can_exchange = word.key() == 0x18a || word.key() == 0x1a8;
  return pick(k_atomic_names, word.bits(87, can_exchange ? 4 : 3));
}

struct AtomicType {
  std::string_view suffix;
  int bytes;
};

AtomicType integer_type(const SassWord& word, int sm) {
  static constexpr AtomicType k_old[] = {{"", 4},          {".S32", 4}, {".64", 8},     {".F32.FTZ.RN", 4},
                                         {".F16x2.RN", 4}, {".S64", 8}, {".F64.RN", 8}, {"", 4}};
  static constexpr AtomicType k_new[] = {{"", 4},      {".S32", 4}, {".64", 8}, {".S64", 8},
                                         {".128", 16}, {"", 4},     {"", 4},    {"", 4}};
  return (sm < 90 ? k_old : k_new)[word.bits(73, 3)];
}

}  // namespace

void global_access(const SassWord& word, int sm, Instruction& instruction) {
  ShortText& text = instruction.modifiers;
  if (word.bit(72)) text += ".E";
  text += eviction(word);
  if (sm >= 80 && word.key() == 0x181) text += l2_prefetch(word);
  read_width(word, instruction);
  text += memory_order(word, sm);
}

void wide_access(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_l2_eviction[] = {".EFL2", ".ENL2", ".ELL2"};
  ((instruction.modifiers += ".E") += pick(k_l2_eviction, word.bits(81, 3))) += ".256";
  instruction.width_bytes = 32;
}

void shared_access(const SassWord& word, int, Instruction& instruction) {
  read_width(word, instruction);
}

void constant_load(const SassWord& word, int, Instruction& instruction) {
  read_width(word, instruction);
}

void atomic(const SassWord& word, int sm, Instruction& instruction) {
  const AtomicType type = integer_type(word, sm);
  instruction.width_bytes = type.bytes;
  ((instruction.modifiers += word.bit(72) ? ".E" : "") += atomic_name(word)) += type.suffix;
  instruction.modifiers += memory_order(word, sm);
}

void float_atomic(const SassWord& word, int sm, Instruction& instruction) {
  static constexpr AtomicType k_types[] = {{".F16x2.RN", 4},
                                           {".F16x4.RN", 8},
                                           {".F16x8.RN", 16},
                                           {".BF16x2.RN", 4},
                                           {".BF16x4.RN", 8},
                                           {".BF16x8.RN", 16},
                                           {"", 4},
                                           {"", 4},
                                           {"", 4},
                                           {".F32.FTZ.RN", 4},
                                           {".F32x2.FTZ.RN", 8},
                                           {".F32x4.FTZ.RN", 16},
                                           {".F32.RN", 4},
                                           {".F32x2.RN", 8},
                                           {".F32x4.RN", 16},
                                           {".F64.RN", 8}};
  const AtomicType type = k_types[word.bits(73, 4)];
  instruction.width_bytes = type.bytes;
  ((instruction.modifiers += ".E") += atomic_name(word)) += type.suffix;
  instruction.modifiers += memory_order(word, sm);
}

void compare_swap(const SassWord& word, int sm, Instruction& instruction) {
  const AtomicType type = integer_type(word, sm);
  instruction.width_bytes = type.bytes;
  ((instruction.modifiers += ".E") += word.bits(87, 4) == 3 ? ".CAST.SPIN" : ".CAS") += type.suffix;
  instruction.modifiers += memory_order(word, sm);
}

void shared_atomic(const SassWord& word, int sm, Instruction& instruction) {
  const uint32_t operation = word.bits(87, 4), type = word.bits(73, 2);
  instruction.width_bytes = type == 2 ? 8 : 4;
  if (operation == (sm < 90 ? 10 : 11)) {
    instruction.modifiers += ".POPC.INC.32";
  } else if (operation == 9) {
    instruction.modifiers += ".ARRIVE.64";
    instruction.width_bytes = 8;
  } else {
    (instruction.modifiers += pick(k_atomic_names, operation)) += type == 1 ? ".S32" : type == 2 ? ".64" : "";
  }
}

void shared_compare_swap(const SassWord& word, int, Instruction& instruction) {
  const bool wide = word.bits(73, 2) == 2;
  instruction.width_bytes = wide ? 8 : 4;
  (instruction.modifiers += word.bits(87, 4) == 3 ? ".CAST.SPIN" : ".CAS") += wide ? ".64" : "";
}

void async_copy(const SassWord& word, int sm, Instruction& instruction) {
  const bool blackwell = sm >= 100;  // the width moved up one bit to make room for two prefetch bits
  const uint32_t width = blackwell ? word.bits(74, 2) + 4 : word.bits(73, 3);
  const uint32_t prefetch = blackwell ? word.bits(72, 2) : word.bit(72) ? 2 : 0;
  static constexpr std::string_view k_prefetch[] = {"", ".LTC64B", ".LTC128B", ".LTC256B"};
  ShortText& text = instruction.modifiers;
  ((text += ".E") += word.bit(81) ? "" : ".BYPASS") += k_prefetch[prefetch];
  if (width < std::size(k_width_bytes)) {
    text += k_widths[width];
    instruction.width_bytes = k_width_bytes[width];
  }
  if (word.bit(82)) text += ".ZFILL";
}

void matrix_access(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_shapes[] = {".16.M88", ".16.MT88", ".8.M816", ".8.M832"};
  static constexpr std::string_view k_counts[] = {"", ".2", ".4"};
  const uint32_t count = word.bits(72, 2);
  // Blackwell's 8-bit matrices set bits above the shape: 16 x 16 elements of one byte fill two registers.
  const bool bytes_16x16 = instruction.name == "LDSM" && word.bit(80);
  instruction.width_bytes = (4 << count) * (bytes_16x16 ? 2 : 1);
  if (!word.bit(80) && !word.bit(75)) (instruction.modifiers += k_shapes[word.bits(78, 2)]) += pick(k_counts, count);
}

void tensor_memory(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_shapes[] = {".16dp128bit", ".16dp256bit", "", ".16dp64bit"};
  static constexpr std::string_view k_counts[] = {".x1", ".x2", ".x4", ".x8", ".x16", ".x32", ".x64", ".x128"};
  static constexpr int k_registers[] = {2, 4, 1, 1};
  const uint32_t shape = word.bits(81, 2), count = word.bits(83, 3);
  (instruction.modifiers += k_shapes[shape]) += k_counts[count];
  instruction.width_bytes = 4 * (k_registers[shape] << count);
}

void tensor_copy(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_dimensions[] = {".1D", ".2D", ".3D", ".4D", ".5D"};
  (instruction.modifiers += pick(k_dimensions, word.bits(79, 3))) += word.bit(82) ? ".IM2COL" : "";
  if (instruction.name == "UTMALDG" && word.bit(75)) instruction.modifiers += ".MULTICAST";
}

void tensor_reduce(const SassWord& word, int sm, Instruction& instruction) {
  tensor_copy(word, sm, instruction);
  instruction.modifiers += pick(k_atomic_names, word.bits(87, 3));
}

void bulk_copy(const SassWord& word, int, Instruction& instruction) {
  (instruction.modifiers += word.bit(73) ? ".S" : ".G") += word.bit(74) ? ".S" : ".G";
  if (instruction.name == "UBLKRED") instruction.modifiers += pick(k_atomic_names, word.bits(87, 3));
}

void cache_control(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_operations[] = {".PF1",  ".PF2",   ".WB",     ".IV", ".IVALL", ".RS",
                                                      ".RSLB", ".WBALL", ".WBALLP", "",    ".RML2",  ".DML2"};
  (instruction.modifiers += word.bit(72) ? ".E" : "") += pick(k_operations, word.bits(87, 4));
}

}  // namespace whet::modifiers
