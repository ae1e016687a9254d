// The state machine of a DWARF line program, which turns opcodes into rows.
#include "binary/lines/dwarf_cursor.h"
#include "binary/lines/line_header.h"
#include "binary/lines/line_map.h"

namespace whet {

namespace {

enum StandardOpcode : uint8_t {
  k_copy = 1,
  k_advance_pc = 2,
  k_advance_line = 3,
  k_set_file = 4,
  k_const_add_pc = 8,
  k_fixed_advance_pc = 9,
};
enum ExtendedOpcode : uint8_t {
  k_end_sequence = 1,
  k_set_address = 2,
  k_inlined_call = 0x90,  // NVIDIA: uleb row of the call (0: none), uleb name offset in .debug_str
};

// Runs the opcodes of one program. Every opcode has at least one byte and makes at most one row.
class LineMachine {
 public:
  LineMachine(const LineHeader& header, DwarfCursor opcodes) : header_(header), opcodes_(opcodes) {}

  std::vector<LineSequence> run() {
    while (!opcodes_.at_end()) step(opcodes_.u8());
    finish_sequence();
    return std::move(sequences_);
  }

 private:
  void step(uint8_t opcode) {
    if (opcode >= header_.opcode_base) return special(opcode - header_.opcode_base);
    switch (opcode) {
      case 0:
        return extended();
      case k_copy:
        return add_row(false);
      case k_advance_pc:
        return advance(opcodes_.uleb());
      case k_advance_line:
        line_ += static_cast<uint32_t>(opcodes_.sleb());
        return;
      case k_set_file:
        file_ = static_cast<uint32_t>(opcodes_.uleb());
        return;
      case k_const_add_pc:
        return advance((255 - header_.opcode_base) / header_.line_range);
      case k_fixed_advance_pc:
        address_ += opcodes_.fixed<uint16_t>();
        return;
      default:
        for (int i = 0; i < header_.operand_counts[opcode]; ++i) opcodes_.uleb();
    }
  }

  void special(int opcode) {
    advance(static_cast<uint64_t>(opcode / header_.line_range));
    line_ += static_cast<uint32_t>(header_.line_base + opcode % header_.line_range);
    add_row(false);
  }

  void extended() {
    DwarfCursor operands = opcodes_.take(opcodes_.uleb());
    switch (operands.u8()) {
      case k_end_sequence:
        add_row(true);
        finish_sequence();
        break;
      case k_set_address:
        set_address(operands);
        break;
      case k_inlined_call:
        context_ = static_cast<uint32_t>(operands.uleb());
        break;
      default:
        break;
    }
  }

  // Each set_address starts a run of rows with its own relocation.
  void set_address(DwarfCursor& operands) {
    if (!current_.rows.empty()) sequences_.push_back(std::move(current_));
    current_ = {operands.offset(), {}};
    address_ = operands.remaining() == 4 ? operands.fixed<uint32_t>() : operands.fixed<uint64_t>();
  }

  void advance(uint64_t operations) { address_ += operations * header_.minimum_instruction_bytes; }

  void add_row(bool ends_sequence) { current_.rows.push_back({address_, file_, line_, context_, ends_sequence}); }

  void finish_sequence() {
    if (!current_.rows.empty()) sequences_.push_back(std::move(current_));
    current_ = {};
    address_ = 0;
    file_ = 1;
    line_ = 1;
    context_ = 0;
  }

  const LineHeader& header_;
  DwarfCursor opcodes_;
  std::vector<LineSequence> sequences_;
  LineSequence current_;
  uint64_t address_ = 0;
  uint32_t file_ = 1, line_ = 1, context_ = 0;
};

}  // namespace

Result<std::vector<LineProgram>> read_line_programs(ByteView section) {
  std::vector<LineProgram> programs;
  DwarfCursor cursor(section);
  while (!cursor.at_end()) {
    TRY(header, read_line_header(cursor));
    LineMachine machine(header, header.opcodes);
    programs.push_back({std::move(header.files), machine.run()});
  }
  return programs;
}

}  // namespace whet
