// The handlers of f16 and bf16 instructions, single and packed.
#pragma once

#include "vgpu/handler_table.h"

namespace whet::vgpu {

void add_half_arithmetic(HandlerTable& table);  // add, sub, mul, fma
void add_half_functions(HandlerTable& table);   // ex2, tanh
void add_half_picks(HandlerTable& table);       // min, max, abs, neg

}  // namespace whet::vgpu
