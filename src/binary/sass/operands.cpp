#include "binary/sass/opcode_table.h"
#include "binary/sass/sass.h"

namespace whet {

namespace {

// Collects the registers of one instruction.
class Collector {
 public:
  Collector(const Instruction& instruction, int sm, const OperandLayout& layout)
      : instruction_(instruction), word_{instruction.low, instruction.high}, sm_(sm), layout_(layout) {}

  RegisterUse collect() {
    use_.complete = layout_.kind != OperandKind::unknown;
    switch (layout_.kind) {
      case OperandKind::unknown:
      case OperandKind::none:
        break;
      case OperandKind::fixed:
        fixed();
        break;
      case OperandKind::alu_1:
      case OperandKind::alu_2:
      case OperandKind::alu_2c:
      case OperandKind::alu_3:
        arithmetic();
        break;
      case OperandKind::convert:
        convert();
        break;
      case OperandKind::move:
        move();
        break;
      case OperandKind::special_register:
        writes(word_.rd(), word_.bit(80) ? 2 : 1);
        break;
      case OperandKind::shuffle:
        shuffle();
        break;
      case OperandKind::mma:
        mma();
        break;
      case OperandKind::group_mma:
        group_mma();
        break;
      default:
        memory();
    }
    return std::move(use_);
  }

 private:
  static void add(std::vector<uint8_t>& to, uint8_t first, int count) {
    if (first == k_rz) return;
    for (int i = 0; i < count && first + i < k_rz; ++i) to.push_back(static_cast<uint8_t>(first + i));
  }
  void reads(uint8_t first, int count) { add(use_.reads, first, count); }
  void writes(uint8_t first, int count) { add(use_.writes, first, count); }
  int width_registers() const { return instruction_.width_bytes ? (*instruction_.width_bytes + 3) / 4 : 1; }

  void fixed() {
    writes(word_.rd(), layout_.d);
    reads(word_.ra(), layout_.a);
    reads(word_.rb(), layout_.b);
    reads(word_.rc(), layout_.c);
  }

  // Operand B is a register in form 1; when C is an immediate, constant or uniform register, B is in the field of C.
  void arithmetic() {
    const uint32_t form = word_.form();
    const bool three = layout_.kind == OperandKind::alu_3;
    const bool c_is_other = form == 2 || form == 3 || form == 7;
    writes(word_.rd(), layout_.d);
    reads(word_.ra(), layout_.a);
    if (form == 1) reads(word_.rb(), layout_.b);
    if (three && c_is_other) reads(word_.rc(), layout_.b);
    if (three && !c_is_other) reads(word_.rc(), layout_.c);
    if (layout_.kind == OperandKind::alu_2c && form == 1) reads(word_.rc(), layout_.c);
  }

  void move() {
    const int count = instruction_.modifiers == ".64" ? 2 : 1;
    writes(word_.rd(), count);
    if (word_.form() == 1) reads(word_.rb(), count);
  }

  // Sizes are logarithms: 3 means eight bytes.
  void convert() {
    writes(word_.rd(), word_.bits(75, 2) == 3 ? 2 : 1);
    if (word_.form() == 1) reads(word_.rb(), word_.bits(84, 2) == 3 ? 2 : 1);
  }

  void shuffle() {
    const uint32_t form = word_.form();
    writes(word_.rd(), 1);
    reads(word_.ra(), 1);
    if (form == 1 || form == 2) reads(word_.rb(), 1);
    if (form == 1 || form == 4) reads(word_.rc(), 1);
  }

  // Shared, local and constant memory have 32-bit addresses.
  bool is_narrow_space() const {
    const uint32_t key = word_.key();
    return key == 0x182 || key == 0x183 || key == 0x184 || key == 0x187 || key == 0x188 || key == 0x18c || key == 0x18d;
  }

  // Registers of an address: 64 bits with .E, unless the base is a uniform register pair and this is a 32-bit offset.
  int address_registers() const {
    if (is_narrow_space()) return 1;
    const bool uniform_base = word_.bit(91) && !word_.bit(wide_address_bit());
    return instruction_.modifiers.view().starts_with(".E") && !uniform_base ? 2 : 1;
  }

  // The bit that makes the register next to a uniform base 64 bits wide; for integer atomics bit 90 is taken.
  int wide_address_bit() const {
    const bool integer_atomic =
        word_.key() == 0x18a || word_.key() == 0x1a8 || (layout_.kind == OperandKind::atomic && sm_ < 100);
    return !integer_atomic ? 90 : sm_ < 100 ? 71 : 63;
  }

  void memory() {
    const int count = width_registers(), address = address_registers();
    switch (layout_.kind) {
      case OperandKind::load:
        writes(word_.rd(), count);
        reads(word_.ra(), address);
        break;
      case OperandKind::store:
        reads(word_.ra(), address);
        reads(word_.rb(), count);
        break;
      case OperandKind::generic_store:
        reads(word_.ra(), address);
        reads(word_.bit(91) ? word_.rb() : word_.rc(), count);
        break;
      case OperandKind::wide_load:
        writes(word_.rd(), 4);
        writes(word_.rc(), 4);
        reads(word_.ra(), 2);
        break;
      case OperandKind::wide_store:
        reads(word_.ra(), 2);
        reads(word_.rb(), 4);
        reads(word_.rd(), 4);
        break;
      case OperandKind::async_copy:
        reads(word_.rd(), 1);
        reads(word_.ra(), 2);
        break;
      case OperandKind::matrix_load:
        writes(word_.rd(), count);
        reads(word_.ra(), word_.key() == 0x03b ? 1 : 0);  // tensor memory is addressed by a uniform register
        break;
      case OperandKind::matrix_store:
        reads(word_.ra(), word_.key() == 0x044 ? 1 : 0);
        reads(word_.rb(), count);
        break;
      default:
        atomic(count, address);
    }
  }

  void atomic(int count, int address) {
    reads(word_.ra(), address);
    const bool counts_itself = word_.key() == 0x18c && word_.form() == 7;  // ATOMS.POPC.INC has no value operand
    if (!counts_itself) reads(word_.rb(), count);
    if (layout_.kind == OperandKind::compare_swap) reads(word_.rc(), count);
    const bool answers_in_predicate = word_.key() == 0x18d && word_.form() == 2;
    if (layout_.kind != OperandKind::reduction && !answers_in_predicate) writes(word_.rd(), count);
  }

  void mma();
  void group_mma();

  const Instruction& instruction_;
  SassWord word_;
  int sm_;
  OperandLayout layout_;
  RegisterUse use_;
};

int element_bits(std::string_view type) {
  if (type == "F64") return 64;
  if (type == "TF32") return 32;
  if (type == "F16" || type == "BF16") return 16;
  if (type == "B1") return 1;
  return type.starts_with("S4") || type.starts_with("U4") ? 4 : 8;
}

// Registers per lane of a fragment: 32 lanes of 32 bits.
//   fragment(16, 8, 32) = 4: the fp32 accumulator of HMMA.16816
int fragment(int rows, int columns, int bits) {
  return rows * columns * bits / (32 * 32);
}

void Collector::mma() {
  const auto [m, n, k] = instruction_.tensor_shape;
  if (m == 0) {
    use_.complete = false;
    return;
  }
  const int bits = element_bits(instruction_.tensor_type);
  const bool sparse = instruction_.modifiers.contains(".SP");
  const bool half_sum = instruction_.modifiers.contains(".F16");
  const int sums = fragment(m, n, bits == 64 ? 64 : half_sum ? 16 : 32);
  writes(word_.rd(), sums);
  reads(word_.ra(), fragment(m, k, bits) / (sparse ? 2 : 1));
  reads(word_.rb(), fragment(n, k, bits));
  reads(word_.rc(), sums);
  if (sparse) reads(static_cast<uint8_t>(word_.bits(40, 8)), 1);
}

// Four warps share the 64 rows. Operands are read from shared memory through descriptors, or A from four registers.
void Collector::group_mma() {
  const int n = instruction_.tensor_shape[1];
  const bool half_sum = instruction_.modifiers.contains(".F16");
  const int sums = half_sum ? n / 4 : n / 2;
  const bool a_in_registers = word_.form() == 6;
  writes(word_.rd(), sums);
  reads(word_.rc(), sums);
  if (a_in_registers) reads(word_.ra(), 4);
  use_.complete = !instruction_.modifiers.contains(".SP");
}

}  // namespace

RegisterUse register_use(const Instruction& instruction, Architecture architecture) {
  const SassWord word{instruction.low, instruction.high};
  const Opcode* opcode = find_opcode(word.opcode(), architecture.sm);
  if (!opcode) return {};
  OperandLayout layout = opcode->operands;
  // IADD has both widths under one opcode; bit 73 distinguishes them.
  if (instruction.name == "IADD" && !word.bit(73)) layout.d = layout.a = layout.b = 1;
  return Collector(instruction, architecture.sm, layout).collect();
}

}  // namespace whet
