// Integers as words of bits. The result of a bit operation is the number that the word is when it is signed; where an
// instruction reads it as unsigned, it is wrapped: wrap(x, 32).
#include <algorithm>
#include <bit>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/chosen_bits.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/interval.h"
#include "lift/thread/word.h"

namespace whet::lift {
namespace {

Error no_bits(const std::string& what) {
  return bad_input(what + " is not modelled");
}

}  // namespace

// Sums of loaded numbers count as well, where nothing but numbers is added: x[i] + 3 is no index.
bool Arithmetic::reads_other_sign(Expr e, int bits, bool is_signed) const {
  const auto has_other = [&](Expr part) {
    const Node& node = arena_[part];
    if (node.kind == Kind::parameter) return !is_signed && bits == 32 && arena_.may_be_negative(node);
    if (node.kind != Kind::load || node.bytes * 8 != bits || arena_[node.args[0]].kind != Kind::parameter) return false;
    const auto number = static_cast<size_t>(arena_[node.args[0]].value);
    return number < signs_.size() && signs_[number] == (is_signed ? Sign::without : Sign::with);
  };
  if (arena_[e].kind != Kind::polynomial) return has_other(e);
  const auto& terms = arena_[e].terms;
  const auto is_number = [](const Term& term) { return term.atoms.empty(); };
  return std::all_of(terms.begin(), terms.end(),
                     [&](const Term& term) {
                       return is_number(term) || (term.atoms.size() == 1 && has_other(term.atoms[0]));
                     }) &&
         !std::all_of(terms.begin(), terms.end(), is_number);
}

// What was loaded is what its declaration says, where there is one.
bool Arithmetic::is_narrow_number(Expr e, int bits, bool is_signed) const {
  const Node& node = arena_[e];
  if (fits(interval_of(arena_, e, signs_), bits, is_signed)) return true;
  if (node.kind != Kind::load || node.bytes * 8 > bits) return false;
  const Interval any = interval_of(arena_, e, {});
  const Interval declared = interval_of(arena_, e, signs_);
  return any.least == declared.least && any.most == declared.most;
}

Expr Arithmetic::narrow_operand(Expr e, int bits, bool is_signed) const {
  return is_narrow_number(e, bits, is_signed) ? e : wrapped(arena_, e, bits, is_signed);
}

Expr Arithmetic::exact_operand(Expr e, ptx::Type type) {
  const int bits = ptx::bytes_of(type) * 8;
  const bool has_sign = type != ptx::Type::b32 && type != ptx::Type::b64;
  if (constant(arena_, e)) {
    return bits == 32 && has_sign ? wrapped(arena_, e, bits, ptx::is_signed(type)) : e;
  }
  if (bits < 32) return narrow_operand(e, bits, ptx::is_signed(type));
  if (does_wrap(arena_, e)) return wrapped(arena_, e, bits, ptx::is_signed(type));
  if (!has_sign) return e;
  const bool is_unsigned = !ptx::is_signed(type);
  if (is_unsigned && is_word(arena_, e) && !presumed_nonneg(arena_, e)) return wrapped(arena_, e, bits, false);
  return reads_other_sign(e, bits, !is_unsigned) ? wrapped(arena_, e, bits, !is_unsigned) : e;
}

namespace {

// The greatest value of what is made of the indices and extents of a block; nothing: it is made of more.
std::optional<int64_t> most_of(const Arena& arena, Expr e) {
  constexpr int64_t k_most_block_threads = 1024;
  const Node& node = arena[e];
  if (const auto number = constant(arena, e)) return *number >= 0 ? number : std::nullopt;
  if (node.kind == Kind::special) {
    const bool is_of_block =
        node.value <= static_cast<int64_t>(Special::tid_z) ||
        (node.value >= static_cast<int64_t>(Special::ntid_x) && node.value <= static_cast<int64_t>(Special::ntid_z));
    return is_of_block ? std::optional(k_most_block_threads) : std::nullopt;
  }
  if (node.kind == Kind::quotient) {
    const auto most = most_of(arena, node.args[0]), by = constant(arena, node.args[1]);
    return most && by && *by > 0 ? std::optional(*most / *by) : std::nullopt;
  }
  if (node.kind != Kind::polynomial) return {};
  int64_t most = 0;
  for (const Term& term : node.terms) {
    const auto atom = term.atoms.size() == 1 ? most_of(arena, term.atoms[0]) : std::optional<int64_t>(1);
    if (!atom || term.atoms.size() > 1 || term.coefficient < 0 || term.coefficient > INT32_MAX) return {};
    most += term.coefficient * *atom;
  }
  return most;
}

// unit*a + b with b below the unit, as what the bits of two members of a word are.
std::optional<std::pair<Expr, Expr>> parts_at(Arena& arena, Expr e, int64_t unit) {
  if (does_wrap(arena, e) || !presumed_nonneg(arena, e)) return {};
  Expr high = integer(arena, 0), low = integer(arena, 0);
  for (const Term& term : terms_of(arena, e)) {
    if (term.coefficient < 0) return {};
    Expr product = integer(arena, term.coefficient % unit == 0 ? term.coefficient / unit : term.coefficient);
    for (const Expr atom : term.atoms) product = multiply(arena, product, atom);
    Expr& part = term.coefficient % unit == 0 ? high : low;
    part = add(arena, part, product);
  }
  const auto most = most_of(arena, low);
  if (!most || *most >= unit) return {};
  return std::pair(high, low);
}

}  // namespace

Result<std::optional<Expr>> Arithmetic::bits(const ptx::Instruction& code, const Args& args) {
  const auto amount = constant(arena_, args[1]), number = constant(arena_, args[0]);
  if (amount && number && code.opcode == "and") return std::optional(integer(arena_, *number & *amount));
  if (amount && number && code.opcode == "or") return std::optional(integer(arena_, *number | *amount));
  if (amount && number && code.opcode == "xor") return std::optional(integer(arena_, *number ^ *amount));
  if (code.opcode == "shl" || code.opcode == "shr") return shift(code, args);
  if (const auto rounded = rounded_down(code, args)) return rounded;
  if (const auto joined = joined_bits(code, args)) return joined;
  const bool masks =
      code.opcode == "and" && amount && *amount > 0 && std::has_single_bit(static_cast<uint64_t>(*amount) + 1);
  if (!masks) return bit_function(code, args);
  if (const auto parts = parts_at(arena_, args[0], *amount + 1)) return std::optional(parts->second);
  const Node masked = arena_[args[0]];
  const int kept = std::countr_one(static_cast<uint64_t>(*amount));
  if (masked.kind == Kind::load && masked.bytes < 4 && kept >= 8 * masked.bytes) {
    if (reads_other_sign(args[0], 8 * masked.bytes, false)) {
      return std::optional(wrapped(arena_, args[0], kept, false));
    }
    assumptions_.insert("bytes whose bits are masked are unsigned");
    return std::optional(args[0]);
  }
  if (does_wrap(arena_, args[0]) || (!is_exact(arena_, args[0]) && !presumed_nonneg(arena_, args[0]))) {
    return std::optional(wrapped(arena_, args[0], kept, false));
  }
  if (!presumed_nonneg(arena_, args[0])) return bit_function(code, args);
  assumptions_.insert("indices and sizes are not negative");
  return std::optional(remainder(arena_, args[0], integer(arena_, *amount + 1)));
}

// 65536*a | (b & 65535) is a sum; so is x | 0.
std::optional<Expr> Arithmetic::joined_bits(const ptx::Instruction& code, const Args& args) {
  if (code.opcode != "or" || args.size() != 2) return {};
  for (const size_t low : {0u, 1u}) {
    const Expr high = args[1 - low];
    if (constant(arena_, args[low]) == 0) return high;
    const Node& rest = arena_[args[low]];
    const auto modulus = rest.kind == Kind::remainder ? constant(arena_, rest.args[1]) : std::nullopt;
    const auto most = modulus ? std::optional(*modulus - 1) : most_of(arena_, args[low]);
    if (!most || does_wrap(arena_, high) || !presumed_nonneg(arena_, high) || constant(arena_, high)) continue;
    const auto room = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(*most) + 1));
    const auto terms = terms_of(arena_, high);
    const bool has_room =
        std::all_of(terms.begin(), terms.end(), [&](const Term& term) { return term.coefficient % room == 0; });
    if (has_room && (!modulus || presumed_nonneg(arena_, rest.args[0]))) return add(arena_, high, args[low]);
  }
  return {};
}

// t & -32 is 32*(t/32).
std::optional<Expr> Arithmetic::rounded_down(const ptx::Instruction& code, const Args& args) {
  const auto mask = constant(arena_, args[1]);
  if (code.opcode != "and" || !mask || does_wrap(arena_, args[0]) || !presumed_nonneg(arena_, args[0])) return {};
  const int64_t step = -(ptx::bytes_of(code.type()) == 4 ? static_cast<int32_t>(*mask) : *mask);
  if (step <= 1 || !std::has_single_bit(static_cast<uint64_t>(step))) return {};
  assumptions_.insert("indices and sizes are not negative");
  return scale(arena_, quotient(arena_, args[0], integer(arena_, step)), step);
}

// Shifts by constants are products and quotients of what is not negative. PTX gives 0 or the sign where the amount is
// not below the width; that such amounts occur is not expected.
Result<std::optional<Expr>> Arithmetic::shift(const ptx::Instruction& code, const Args& args) {
  const auto amount = constant(arena_, args[1]);
  const int bits = ptx::bytes_of(code.type()) * 8;
  if (amount && (*amount < 0 || *amount >= std::min(bits, 63))) return no_bits("a shift by so many bits");
  if (!amount) assumptions_.insert("shifts are by fewer bits than a word has");
  if (code.opcode == "shl") {
    if (amount) return std::optional(scale(arena_, args[0], int64_t{1} << *amount));
    return std::optional(arena_.call("shl", args));
  }
  const bool is_signed = ptx::is_signed(code.type());
  if (const auto parts = amount ? parts_at(arena_, args[0], int64_t{1} << *amount) : std::nullopt) {
    return std::optional(parts->first);
  }
  if (amount && !does_wrap(arena_, args[0]) && presumed_nonneg(arena_, args[0])) {
    assumptions_.insert("indices and sizes are not negative");
    return std::optional(quotient(arena_, args[0], integer(arena_, int64_t{1} << *amount)));
  }
  Expr word = as_word(arena_, args[0], bits);
  if (!is_signed && bits == 64 && amount && *amount > 0 && !presumed_nonneg(arena_, word)) {  // no sign comes after it
    const Expr moved = arena_.call("shr", {word, args[1]});
    return std::optional(wrapped(arena_, moved, static_cast<int>(bits - *amount), false));
  }
  if (!is_signed && arena_[word].kind != Kind::load && !presumed_nonneg(arena_, word)) {
    word = wrapped(arena_, args[0], bits, false);
  }
  if (reads_other_sign(word, bits, is_signed)) word = wrapped(arena_, word, bits, is_signed);
  return std::optional(arena_.call("shr", {word, args[1]}));
}

// Bits of whole numbers, as functions: and, or, xor, popc, clz, brev.
Result<std::optional<Expr>> Arithmetic::bit_function(const ptx::Instruction& code, const Args& args) {
  constexpr std::string_view k_known[] = {"and", "or", "xor", "popc", "clz", "brev"};
  if (std::find(std::begin(k_known), std::end(k_known), code.opcode) == std::end(k_known)) return std::optional<Expr>();
  const int bits = ptx::bytes_of(code.type()) * 8;
  // Whether it is negative is all that most ask of an `or` of indices.
  const bool of_indices =
      code.opcode == "or" && std::none_of(args.begin(), args.end(), [&](Expr e) { return does_wrap(arena_, e); });
  const bool exact =
      std::all_of(args.begin(), args.end(), [&](Expr e) { return constant(arena_, e) || is_exact(arena_, e); });
  Args words;
  for (const Expr e : args) words.push_back(of_indices && !exact ? e : as_word(arena_, e, bits));
  const bool commutes = args.size() == 2;
  if (commutes) std::sort(words.begin(), words.end(), [&](Expr a, Expr b) { return arena_.before(a, b); });
  if (commutes && words[0] == words[1]) return std::optional(code.opcode == "xor" ? integer(arena_, 0) : words[0]);
  for (size_t i = 0; commutes && i < 2; ++i) {
    const auto number = constant(arena_, words[i]);
    if (number == 0) return std::optional(code.opcode == "and" ? words[i] : words[1 - i]);
    if (number == -1 && code.opcode == "and") return std::optional(words[1 - i]);
    if (number == -1 && code.opcode == "xor") return std::optional(subtract(arena_, words[i], words[1 - i]));
  }
  if (const auto chosen = chosen_bits(arena_, code.opcode, words)) return chosen;
  if (!commutes && code.opcode != "brev" && arena_[words[0]].kind != Kind::load) {  // counts depend on the width
    words[0] = wrapped(arena_, words[0], bits, false);
  }
  const bool counts_wide = args.size() == 1 && code.opcode != "brev" && bits == 64;
  return std::optional(arena_.call(of_indices && !exact ? "@or" : code.opcode + (counts_wide ? "64" : ""), words));
}

// `length` bits from `begin` on.
Result<std::optional<Expr>> Arithmetic::bit_field(const ptx::Instruction& code, const Args& args) {
  const auto begin = constant(arena_, args[1]), length = constant(arena_, args[2]);
  const int bits = ptx::bytes_of(code.type()) * 8;
  if (!begin || !length || *begin < 0 || *length < 1 || *begin + *length > bits) {
    return no_bits("a field of bits whose place is not constant");
  }
  const Expr word = wrapped(arena_, args[0], bits, false);
  const Expr moved = *begin == 0 ? word : arena_.call("shr", {word, args[1]});
  return std::optional(wrapped(arena_, moved, static_cast<int>(*length), ptx::is_signed(code.type())));
}

// Four bytes of each of two words, multiplied and added to a third number.
Result<std::optional<Expr>> Arithmetic::product_of_bytes(const ptx::Instruction& code, const Args& args) {
  if (code.type_count() != 2) return no_bits("this form");
  const auto byte = [&](int word, int number) {
    const Expr moved =
        number == 0 ? args[word] : arena_.call("shr", {as_word(arena_, args[word], 32), integer(arena_, 8 * number)});
    return wrapped(arena_, moved, 8, ptx::is_signed(code.type(word)));
  };
  Expr total = args[2];
  for (int i = 0; i < 4; ++i) total = add(arena_, total, multiply(arena_, byte(0, i), byte(1, i)));
  return std::optional(total);
}

// The product of two words of 32 bits has 64.
Result<std::optional<Expr>> Arithmetic::high_half(const ptx::Instruction& code, const Args& args) {
  if (ptx::bytes_of(code.type()) != 4) return no_bits("`.hi` of 64 bits");
  const bool is_signed = ptx::is_signed(code.type());
  const auto word = [&](Expr e) {
    return presumed_nonneg(arena_, e) && !does_wrap(arena_, e) ? e : wrapped(arena_, e, 32, is_signed);
  };
  return std::optional(arena_.call("shr", {multiply(arena_, word(args[0]), word(args[1])), integer(arena_, 32)}));
}

// Equal bits are equal numbers, whether signed or not.
Result<std::optional<Expr>> Arithmetic::compare_bits(bool equal, ptx::Type type, Expr a, Expr b) {
  const int bits = ptx::bytes_of(type) * 8;
  const auto are_narrow = [&](bool is_signed) {
    return is_narrow_number(a, bits, is_signed) && is_narrow_number(b, bits, is_signed);
  };
  if (bits < 32 && !are_narrow(true) && !are_narrow(false)) {
    a = wrapped(arena_, a, bits, true);
    b = wrapped(arena_, b, bits, true);
  }
  const auto plain = [&](Expr e) {
    const bool wraps = does_wrap(arena_, e);
    return wraps && bits >= 32 ? wrapped(arena_, e, bits, true) : e;
  };
  a = plain(a);
  b = plain(b);
  const auto signed_constant = [&](Expr e, Expr other) {
    if (!constant(arena_, e) || bits != 32) return e;
    const bool is_signed_word = is_word(arena_, other) && !presumed_nonneg(arena_, other);
    if (is_signed_word || reads_other_sign(other, bits, false)) return wrapped(arena_, e, bits, true);
    return reads_other_sign(other, bits, true) ? wrapped(arena_, e, bits, false) : e;
  };
  if (reads_other_sign(a, bits, true) && reads_other_sign(b, bits, false)) a = wrapped(arena_, a, bits, true);
  if (reads_other_sign(b, bits, true) && reads_other_sign(a, bits, false)) b = wrapped(arena_, b, bits, true);
  const Expr same = zero(arena_, subtract(arena_, signed_constant(a, b), signed_constant(b, a)));
  return std::optional(equal ? same : negate(arena_, same));
}

// set.lt.f32.s32: a comparison as 1.0 or 0.0; for integers as all bits or none.
Result<std::optional<Expr>> Arithmetic::truth_value(const ptx::Instruction& code, const Args& args) {
  if (code.type_count() != 2) return no_bits("this form");
  ptx::Instruction comparison = code;
  comparison.opcode = "setp";
  const std::string result_type(name_of(code.type(0)));
  const auto at = std::find(comparison.modifiers.begin(), comparison.modifiers.end(), result_type);
  comparison.modifiers.erase(at);
  TRY(condition, compare(comparison, args));
  if (!condition) return condition;
  if (ptx::is_float(code.type(0))) {
    return std::optional(select(arena_, *condition, real(arena_, 1), real(arena_, 0)));
  }
  return std::optional(select(arena_, *condition, integer(arena_, -1), integer(arena_, 0)));
}

}  // namespace whet::lift
