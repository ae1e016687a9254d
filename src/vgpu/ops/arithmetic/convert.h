// cvt: how one conversion is described to the handlers, and the tables of the fast ones.
#pragma once

#include <optional>

#include "vgpu/decode/handler_table.h"
#include "vgpu/numbers/soft_float.h"

namespace whet::vgpu {

// Everything a conversion needs, packed into an op: Op::small holds both types, Op::flags the rest.
struct Conversion {
  ptx::Type to = ptx::Type::none, from = ptx::Type::none;
  Round round = Round::even;
  bool integral = false;  // .rni and its kin: to an integer, of whatever type
  bool ftz = false;
  bool saturate = false;  // .sat: floats to [0, 1], integers to the type's range
  bool finite = false;    // .satfinite
  bool relu = false;

  static Conversion of(const Op& op);
  void put(Op& op) const;
};
std::optional<Conversion> conversion_of(const ptx::Instruction& in);

// One value. `raw` holds the source in its low bits; the result is extended to 64 bits by the sign of its type.
uint64_t convert_value(const Conversion& conversion, uint64_t raw);

// By full opcode and the widths of both registers: "cvt.rzi.s32.f32:4:4", destination first.
std::string fast_key(const DecodeInput& input);
void add_integer_casts(HandlerTable& table);  // where types fill their registers
void add_integer_conversions(HandlerTable& table);
void add_float_conversions(HandlerTable& table);
void add_half_conversions(HandlerTable& table);
void add_packed_conversions(HandlerTable& table);

// Integers of any widths in any registers.
Result<bool> decode_integer_conversion(DecodeInput& input, const Conversion& conversion);
// f16x2, e4m3x2 and the like, from two floats or from another packed type.
Result<bool> decode_packed_conversion(DecodeInput& input, const Conversion& conversion);
// cvt.pack.sat
Result<bool> decode_pack(DecodeInput& input);

bool is_packed(ptx::Type type);
// An operand's register as 64 bits; `bytes` is its width.
uint64_t raw_value(const Warp& warp, Ref ref, int bytes, int lane);
void write_raw(Warp& warp, Ref dst, int bytes, bool uniform, int lane, uint64_t value);

}  // namespace whet::vgpu
