// The handlers of f32 and f64 instructions: words that say how to round are set apart, the rest is the key of a table.
#pragma once

#include "vgpu/directed.h"
#include "vgpu/handler_table.h"

namespace whet::vgpu {

//   "add.rz.ftz.f32"  ->  key "add.f32", rounding zero, ftz
struct FloatForm {
  std::string key;
  Rounding rounding = Rounding::nearest;
  bool ftz = false, sat = false;

  // The key with what the table distinguishes: "add.f32/ftz/sat".
  std::string styled() const { return key + (ftz ? "/ftz" : "") + (sat ? "/sat" : ""); }
};
FloatForm float_form(const ptx::Instruction& in);

void add_float_arithmetic(HandlerTable& table);  // add, mul, fma, div, rcp, sqrt
void add_special_functions(HandlerTable& table);
void add_float_picks(HandlerTable& table);  // min, max, abs, neg, copysign

// add, fma, sqrt ... rounded to zero, down or up.
Result<bool> decode_directed(DecodeInput& input, const FloatForm& form);

// `fn` on both floats of a 64-bit register.
template <auto fn>
struct BothWords;
template <float (*fn)(float, float)>
struct BothWords<fn> {
  static uint64_t of(uint64_t a, uint64_t b) {
    const auto part = [](uint64_t x) { return std::bit_cast<float>(static_cast<uint32_t>(x)); };
    const uint64_t low = std::bit_cast<uint32_t>(fn(part(a), part(b)));
    return uint64_t{std::bit_cast<uint32_t>(fn(part(a >> 32), part(b >> 32)))} << 32 | low;
  }
};
template <float (*fn)(float, float, float)>
struct BothWords<fn> {
  static uint64_t of(uint64_t a, uint64_t b, uint64_t c) {
    const auto part = [](uint64_t x) { return std::bit_cast<float>(static_cast<uint32_t>(x)); };
    const uint64_t low = std::bit_cast<uint32_t>(fn(part(a), part(b), part(c)));
    return uint64_t{std::bit_cast<uint32_t>(fn(part(a >> 32), part(b >> 32), part(c >> 32)))} << 32 | low;
  }
};

}  // namespace whet::vgpu
