// The handlers of f32 and f64 instructions. Words about rounding are separated; the rest is the key of a table.
#pragma once

#include "vgpu/decode/handler_table.h"
#include "vgpu/numbers/directed.h"

namespace whet::vgpu {

//   "add.rz.ftz.f32"  ->  key "add.f32", rounding zero, ftz
struct FloatForm {
  std::string key;
  Rounding rounding = Rounding::nearest;
  bool ftz = false, sat = false;

  // The key with the modifiers that the table distinguishes: "add.f32/ftz/sat".
  std::string styled() const { return key + (ftz ? "/ftz" : "") + (sat ? "/sat" : ""); }
};
FloatForm float_form(const ptx::Instruction& in);

void add_float_arithmetic(HandlerTable& table);  // add, mul, fma, div, rcp, sqrt
void add_special_functions(HandlerTable& table);
void add_float_picks(HandlerTable& table);  // min, max, abs, neg, copysign

// Decodes add, fma, sqrt ... rounded towards zero, down or up.
Result<bool> decode_directed(DecodeInput& input, const FloatForm& form);

}  // namespace whet::vgpu
