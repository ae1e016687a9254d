// The handlers of integer instructions by full opcode, in several files so that each compiles quickly.
#pragma once

#include "vgpu/decode/handler_table.h"

namespace whet::vgpu {

void add_arithmetic(HandlerTable& table);  // add, mul, mad, div, min, dp4a ...
void add_bits(HandlerTable& table);        // logic, shifts, fields, permutes
void add_carry(HandlerTable& table);       // .cc and the forms that read the carry

// lop3, with or without a predicate for its result.
Result<bool> decode_lop3(DecodeInput& input);
// vadd, vset, vabsdiff4 and similar. False for any other opcode.
Result<bool> decode_video(DecodeInput& input);

}  // namespace whet::vgpu
