#include "ptx/reader/constant.h"

#include <array>
#include <bit>
#include <charconv>

namespace whet::ptx {

namespace {

constexpr int k_deepest_expression = 32;

struct BinaryOperator {
  std::string_view text;
  int precedence;
};

constexpr std::array k_operators = {
    BinaryOperator{"|", 1},  BinaryOperator{"^", 2}, BinaryOperator{"&", 3}, BinaryOperator{"<<", 4},
    BinaryOperator{">>", 4}, BinaryOperator{"+", 5}, BinaryOperator{"-", 5}, BinaryOperator{"*", 6},
    BinaryOperator{"/", 6},  BinaryOperator{"%", 6},
};

std::optional<uint64_t> digits(std::string_view text, int base) {
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Literal> bit_pattern(std::string_view text, int bytes) {
  if (text.size() != static_cast<size_t>(2 * bytes)) return std::nullopt;
  const auto bits = digits(text, 16);
  if (!bits) return std::nullopt;
  return Literal{*bits, true, bytes};
}

std::optional<Literal> integer(std::string_view text, int base) {
  if (text.ends_with('U') || text.ends_with('u')) text.remove_suffix(1);
  const auto value = digits(text, base);
  if (!value) return std::nullopt;
  return Literal{*value};
}

std::optional<Literal> decimal_float(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return Literal{std::bit_cast<uint64_t>(value), true, 8, true};
}

uint64_t divide(uint64_t left, uint64_t right, bool remainder) {
  const auto a = static_cast<int64_t>(left), b = static_cast<int64_t>(right);
  if (b == -1) return remainder ? 0 : 0 - left;
  return static_cast<uint64_t>(remainder ? a % b : a / b);
}

uint64_t shift(uint64_t left, uint64_t right, bool to_the_left) {
  if (right > 63) return 0;
  return to_the_left ? left << right : left >> right;
}

uint64_t apply(std::string_view op, uint64_t left, uint64_t right) {
  switch (op[0]) {
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '&':
      return left & right;
    case '<':
      return shift(left, right, true);
    case '>':
      return shift(left, right, false);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return divide(left, right, op[0] == '%');
  }
}

// Precedence climbing: 1 + 2 * 3 reads 1, then as the right side of `+` everything that binds tighter: 2 * 3.
class ExpressionReader {
 public:
  explicit ExpressionReader(Cursor& cursor) : cursor_(cursor) {}

  Result<Literal> read(int loosest, int depth) {
    TRY(left, operand(depth));
    while (const BinaryOperator* op = next_operator(loosest)) {
      cursor_.take();
      TRY(right, read(op->precedence + 1, depth + 1));
      if (left.is_float || right.is_float)
        return cursor_.error("arithmetic on a floating-point constant", "write the result");
      if ((op->text == "/" || op->text == "%") && right.bits == 0) return cursor_.error("a constant divided by zero");
      left.bits = apply(op->text, left.bits, right.bits);
    }
    return left;
  }

 private:
  const BinaryOperator* next_operator(int loosest) const {
    if (!cursor_.sees(TokenKind::punctuation)) return nullptr;
    for (const BinaryOperator& op : k_operators) {
      if (cursor_.sees(op.text)) return op.precedence >= loosest ? &op : nullptr;
    }
    return nullptr;
  }

  Result<Literal> operand(int depth) {
    if (depth > k_deepest_expression) return cursor_.error("a constant is nested too deeply", "write its value");
    if (cursor_.sees("-") || cursor_.sees("~") || cursor_.sees("+")) return unary(depth);
    if (cursor_.accept("(")) {
      if (cursor_.sees(TokenKind::dotted)) {  // a cast: (.s64) 1
        cursor_.take();
        TRY_VOID(cursor_.expect(")"));
        return operand(depth + 1);
      }
      TRY(inside, read(0, depth + 1));
      TRY_VOID(cursor_.expect(")"));
      return inside;
    }
    if (cursor_.accept("WARP_SZ")) return Literal{32};
    if (!cursor_.sees(TokenKind::number)) return cursor_.unexpected("a number");
    const auto literal = parse_literal(cursor_.peek().text);
    if (!literal)
      return cursor_.error("`" + shown(cursor_.peek().text) + "` is no number", "write an integer of at most 64 bits");
    cursor_.take();
    return *literal;
  }

  Result<Literal> unary(int depth) {
    const char sign = cursor_.take().text[0];
    TRY(value, operand(depth + 1));
    if (value.is_float && sign == '-') value.bits ^= uint64_t{1} << (8 * value.float_bytes - 1);
    if (!value.is_float && sign == '-') value.bits = 0 - value.bits;
    if (!value.is_float && sign == '~') value.bits = ~value.bits;
    return value;
  }

  Cursor& cursor_;
};

}  // namespace

std::optional<Literal> parse_literal(std::string_view text) {
  const char second = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
  switch (second) {
    case 'f':
    case 'F':
      return bit_pattern(text.substr(2), 4);
    case 'd':
    case 'D':
      return bit_pattern(text.substr(2), 8);
    case 'x':
    case 'X':
      return integer(text.substr(2), 16);
    case 'b':
    case 'B':
      return integer(text.substr(2), 2);
    default:
      break;
  }
  if (text.find_first_of(".eE") != std::string_view::npos) return decimal_float(text);
  const bool octal = second >= '0' && second <= '9';
  return integer(text, octal ? 8 : 10);
}

double float_value(const Literal& literal) {
  if (literal.float_bytes == 4) return std::bit_cast<float>(static_cast<uint32_t>(literal.bits));
  return std::bit_cast<double>(literal.bits);
}

Result<Literal> read_constant(Cursor& cursor) {
  return ExpressionReader(cursor).read(0, 0);
}

Result<uint64_t> read_integer(Cursor& cursor) {
  TRY(literal, read_constant(cursor));
  if (literal.is_float) return cursor.error("a whole number is needed here");
  return literal.bits;
}

}  // namespace whet::ptx
