// The handlers of f16 and bf16 instructions, single and packed.
#pragma once

#include "vgpu/decode/handler_table.h"
#include "vgpu/numbers/packed.h"

namespace whet::vgpu {

void add_half_arithmetic(HandlerTable& table);  // add, sub, mul, fma
void add_half_functions(HandlerTable& table);   // ex2, tanh
void add_half_picks(HandlerTable& table);       // min, max, abs, neg

// "add.ftz" with f16 adds add.ftz.f16 and add.ftz.f16x2.
template <auto fn>
void add_both(HandlerTable& table, const std::string& name, const std::string& type) {
  table.add(name + "." + type, each<fn>);
  table.add(name + "." + type + "x2", each<Both<fn>::of>);
}

}  // namespace whet::vgpu
