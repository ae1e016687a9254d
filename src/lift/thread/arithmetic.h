// The results of instructions that compute: arithmetic, comparisons, conversions, choices.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lift/expression/arena.h"
#include "lift/thread/declared_sign.h"
#include "ptx/module.h"
#include "util/result.h"

namespace whet::lift {

class Arithmetic {
 public:
  // `signs` are those of the arrays that the parameters point to; parameters beyond them are not declared.
  Arithmetic(Arena& arena, std::set<std::string>& assumptions, const std::vector<Sign>& signs)
      : arena_(arena), assumptions_(assumptions), signs_(signs) {}

  // Nothing for an opcode that is not modelled; an error for a form of it that is not.
  Result<std::optional<Expr>> compute(const ptx::Instruction& code, const std::vector<Expr>& args);

 private:
  using Args = std::vector<Expr>;
  using Answer = Result<std::optional<Expr>>;
  Answer on_integers(const ptx::Instruction& code, const Args& args);
  Answer bit_function(const ptx::Instruction& code, const Args& args);
  Answer to_integer(const ptx::Instruction& code, Expr value);
  Answer between_integers(ptx::Type to, ptx::Type from, Expr value);
  Answer packed_halves(const ptx::Instruction& code, const Args& args);
  Answer halves_of_bytes(const ptx::Instruction& code, Expr arg);
  Answer bits(const ptx::Instruction& code, const Args& args);
  std::optional<Expr> rounded_down(const ptx::Instruction& code, const Args& args);
  std::optional<Expr> joined_bits(const ptx::Instruction& code, const Args& args);
  Answer shift(const ptx::Instruction& code, const Args& args);
  Answer bit_field(const ptx::Instruction& code, const Args& args);
  Answer product_of_bytes(const ptx::Instruction& code, const Args& args);
  Answer high_half(const ptx::Instruction& code, const Args& args);
  Answer compare_bits(bool equal, ptx::Type type, Expr a, Expr b);
  Answer truth_value(const ptx::Instruction& code, const Args& args);
  Answer on_reals(const ptx::Instruction& code, const Args& args);
  Answer on_conditions(const ptx::Instruction& code, const Args& args);
  Answer convert(const ptx::Instruction& code, Expr arg);
  Answer compare(const ptx::Instruction& code, const Args& args);
  Answer compare_integers(const std::string& how, bool is_unsigned, Expr a, Expr b, ptx::Type type);
  Expr unsigned_less(Expr a, Expr b, ptx::Type type);
  // The integer as an instruction on this type reads it. What is taken not to wrap stays as it is; bits of other
  // numbers and products with large constants, as hash functions and generators of random numbers make them, do wrap.
  Expr exact_operand(Expr e, ptx::Type type);
  // Registers of 16 bits hold the low bits of a result, which an instruction reads as a number.
  Expr narrow_operand(Expr e, int bits, bool is_signed) const;
  bool is_narrow_number(Expr e, int bits, bool is_signed) const;
  // Whether it is a number of so many bits that was declared with the other sign than the one it is read with.
  bool reads_other_sign(Expr e, int bits, bool is_signed) const;

  Arena& arena_;
  std::set<std::string>& assumptions_;
  const std::vector<Sign>& signs_;
};

// The value as it is read by an instruction on floating-point numbers; an error when it was computed as an integer.
Result<Expr> as_real(Arena& arena, Expr e, ptx::Type type);
Result<Expr> as_integer(Arena& arena, Expr e);

// The low bits of an integer, as a number of this type.
Expr wrapped(Arena& arena, Expr e, int bits, bool is_signed);

// The number that 16 bits of a half or bfloat16 stand for.
double half_value(uint16_t bits, bool is_bfloat);

// The number that 8 bits stand for; `function` is the format's name in expressions, "e4m3" or "e5m2".
double byte_value(uint8_t bits, std::string_view function);
// The same of a byte of an array, or of a constant; nothing: it is none.
std::optional<Expr> number_of_byte(Arena& arena, Expr bits, const std::string& function);

}  // namespace whet::lift
