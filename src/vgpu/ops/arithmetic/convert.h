// cvt: the description of a conversion for the handlers, and the tables of the fast ones.
#pragma once

#include <optional>

#include "vgpu/decode/handler_table.h"
#include "vgpu/numbers/soft_float.h"

namespace whet::vgpu {

// A conversion, packed into an op: Op::small holds both types, Op::flags the rest.
struct Conversion {
  ptx::Type to = ptx::Type::none, from = ptx::Type::none;
  Round round = Round::even;
  bool integral = false;  // .rni and similar: rounds to an integer value, of any type
  bool ftz = false;
  bool saturate = false;  // .sat: floats to [0, 1], integers to the type's range
  bool finite = false;    // .satfinite
  bool relu = false;

  static Conversion of(const Op& op);
  void put(Op& op) const;
};
std::optional<Conversion> conversion_of(const ptx::Instruction& in);

// Converts one value. `raw` holds the source in its low bits; the result is extended to 64 bits by its type's sign.
uint64_t convert_value(const Conversion& conversion, uint64_t raw);

// Full opcode and the widths of both registers, destination first: "cvt.rzi.s32.f32:4:4".
std::string fast_key(const DecodeInput& input);
void add_integer_casts(HandlerTable& table);  // for types that fill their registers
void add_integer_conversions(HandlerTable& table);
void add_float_conversions(HandlerTable& table);
void add_half_conversions(HandlerTable& table);
void add_packed_conversions(HandlerTable& table);

// For integers of any width in registers of any width.
Result<bool> decode_integer_conversion(DecodeInput& input, const Conversion& conversion);
// For f16x2, e4m3x2 and similar, from two floats or from another packed type.
Result<bool> decode_packed_conversion(DecodeInput& input, const Conversion& conversion);
// cvt.pack.sat
Result<bool> decode_pack(DecodeInput& input);

bool is_packed(ptx::Type type);
// The operand's register as 64 bits; `bytes` is its width.
uint64_t raw_value(const Warp& warp, Ref ref, int bytes, int lane);
void write_raw(Warp& warp, Ref dst, int bytes, bool uniform, int lane, uint64_t value);

}  // namespace whet::vgpu
