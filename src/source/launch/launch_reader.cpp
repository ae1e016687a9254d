// Reads an expression of host code.
#include <utility>

#include "source/kernel/constants.h"
#include "source/launch/launch_expression.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr int k_deepest = 32;
constexpr WordList k_ceiling_names(
    "ceil_div ceilDiv ceildiv CEIL_DIV CEILDIV ceiling_div cdiv CDIV div_up divUp divup DIV_UP DIVUP DivUp iDivUp "
    "idivup div_ceil divCeil DIV_CEIL divide_up ceil_divide");
constexpr WordList k_type_words(
    "int unsigned long short char size_t float double int32_t uint32_t int64_t uint64_t uint dim3");
constexpr WordList k_casts("static_cast reinterpret_cast");

struct TypeBytes {
  std::string_view types;
  int64_t bytes;
};
constexpr TypeBytes k_type_bytes[] = {{"char bool int8_t uint8_t", 1},
                                      {"short half __half int16_t uint16_t __nv_bfloat16 nv_bfloat16", 2},
                                      {"float int32_t uint32_t uint half2 __half2 __nv_bfloat162", 4},
                                      {"long double int64_t uint64_t size_t float2 int2 uint2", 8},
                                      {"double2 float4 int4 uint4", 16}};

int64_t bytes_of_type(std::string_view word) {
  for (const TypeBytes& row : k_type_bytes) {
    if (WordList(row.types).holds(word)) return row.bytes;
  }
  return 0;
}

// A recursive-descent parser of one expression of host code.
class LaunchReader {
 public:
  LaunchReader(const Code& code, size_t first, size_t last, const LaunchNames& names, const LaunchCalls& calls)
      : code_(code), at_(first), last_(last), names_(names), calls_(calls) {}

  std::optional<LaunchExpression> run() {
    auto found = shifted();
    return found && at_ == last_ ? found : std::nullopt;
  }

 private:
  using Found = std::optional<LaunchExpression>;
  bool is(std::string_view text) const { return at_ < last_ && code_.is(at_, text); }
  bool is_at(size_t i, std::string_view text) const { return i < last_ && code_.is(i, text); }

  // "<" and ">" are always single tokens.
  Found shifted() {
    Found left = added();
    while (left && ((is("<") && is_at(at_ + 1, "<")) || (is(">") && is_at(at_ + 1, ">")))) {
      const bool up = is("<");
      at_ += 2;
      const Found right = added();
      const auto bits = right ? right->value() : std::nullopt;
      if (!bits || *bits < 0 || *bits > 40) return std::nullopt;
      const LaunchExpression power = LaunchExpression::number(int64_t{1} << *bits);
      left = up ? Found(LaunchExpression::product(*left, power)) : LaunchExpression::quotient(*left, power);
    }
    return left;
  }

  Found added() {
    Found left = multiplied();
    while (left && (is("+") || is("-"))) {
      const int sign = is("+") ? 1 : -1;
      ++at_;
      const Found right = multiplied();
      if (!right) return std::nullopt;
      left = LaunchExpression::sum(*left, *right, sign);
    }
    return left;
  }

  Found multiplied() {
    Found left = single();
    while (left && (is("*") || is("/") || is("%"))) {
      const std::string_view operation = code_.tokens[at_++].text;
      const Found right = single();
      if (!right) return std::nullopt;
      if (operation == "*")
        left = LaunchExpression::product(*left, *right);
      else if (operation == "/")
        left = in_ceiling_ ? LaunchExpression::ceiling(*left, *right) : LaunchExpression::quotient(*left, *right);
      else
        left = LaunchExpression::remainder(*left, *right);
    }
    return left;
  }

  // "(int)", "(unsigned long)"
  bool is_cast() const {
    if (!is("(")) return false;
    const size_t close = code_.partner[at_];
    if (close <= at_ + 1 || close >= last_) return false;
    for (size_t i = at_ + 1; i < close; ++i) {
      if (!k_type_words.holds(code_.tokens[i].text)) return false;
    }
    return true;
  }

  Found single() {
    if (at_ >= last_ || ++depth_ > k_deepest) return std::nullopt;
    while (is_cast()) at_ = code_.partner[at_] + 1;
    if (is("(")) return bracketed();
    if (at_ >= last_) return std::nullopt;
    const Token& token = code_.tokens[at_];
    if (token.kind == TokenKind::number) {
      std::string_view digits = token.text;
      if (in_ceiling_ && (digits.ends_with(".0f") || digits.ends_with(".0")))
        digits = digits.substr(0, digits.find('.'));
      const auto value = whole_number(digits);
      ++at_;
      return value ? Found(LaunchExpression::number(*value)) : std::nullopt;
    }
    if (!token.is_identifier()) return std::nullopt;
    return k_casts.holds(token.text) ? casted() : named();
  }

  Found bracketed() {
    const size_t close = code_.partner[at_];
    if (close <= at_ || close >= last_) return std::nullopt;
    Found inside = part(at_ + 1, close);
    at_ = close + 1;
    return inside;
  }

  Found part(size_t first, size_t last) {
    const size_t end = std::exchange(last_, last);
    at_ = first;
    Found found = shifted();
    if (at_ != last) found.reset();
    last_ = end;
    return found;
  }

  // static_cast<int>(x)
  Found casted() {
    if (!is_at(at_ + 1, "<")) return std::nullopt;
    at_ = code_.after_angles(at_ + 1);
    return is("(") ? bracketed() : std::nullopt;
  }

  Found named() {
    if (is("std") && is_at(at_ + 1, "::")) at_ += 2;
    const std::string_view name = code_.tokens[at_++].text;
    if (!is("(")) {
      if ((is(".") || is("->")) && at_ + 1 < last_ && code_.is_word(at_ + 1)) return extent_of(name);
      if (is("[") || is(".") || is("->") || is("::")) return std::nullopt;
      if (auto known = names_(name)) return known;
      return LaunchExpression::name(std::string(name));
    }
    return called(name);
  }

  // `block.x` of a dim3, `p.n` of a struct, `h.size()` of a vector.
  Found extent_of(std::string_view name) {
    const std::string whole = std::string(name) + "." + std::string(code_.tokens[at_ + 1].text);
    at_ += 2;
    if (whole.ends_with(".size") && is("(") && is_at(at_ + 1, ")")) at_ += 2;
    return names_(whole);
  }

  // sizeof(float), sizeof(unsigned long long); other types are asked for as "sizeof real".
  Found size_of(size_t open, size_t close) {
    int64_t bytes = 0;
    std::string text = "sizeof";
    bool is_known = true;
    for (size_t i = open + 1; i < close; ++i) {
      const std::string_view word = code_.tokens[i].text;
      text += " " + std::string(word);
      const bool is_plain = word == "unsigned" || word == "signed" || word == "int";
      if (is_plain && bytes > 0) continue;
      bytes = is_plain ? 4 : bytes_of_type(word);
      is_known &= bytes > 0;
    }
    at_ = close + 1;
    if (is_known && bytes > 0) return LaunchExpression::number(bytes);
    return names_(text);
  }

  Found called(std::string_view name) {
    const size_t open = at_, close = code_.partner[open];
    if (close <= open || close >= last_) return std::nullopt;
    if (name == "sizeof") return size_of(open, close);
    if (auto known = calls_ && open > 0 ? calls_(open - 1, open) : std::nullopt) {
      at_ = close + 1;
      return known;
    }
    const bool rounds_up = name == "ceil" || name == "ceilf";
    const bool before = std::exchange(in_ceiling_, rounds_up);
    std::vector<LaunchExpression> arguments;
    size_t first = open + 1;
    for (size_t i = first; i <= close; ++i) {
      if (i < close && code_.partner[i] > i) i = code_.partner[i];
      if (i < close && !code_.is(i, ",")) continue;
      const Found argument = part(first, i);
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
      first = i + 1;
    }
    in_ceiling_ = before;
    at_ = close + 1;
    if (rounds_up && arguments.size() == 1) return arguments.front();
    if (k_ceiling_names.holds(name) && arguments.size() == 2)
      return LaunchExpression::ceiling(arguments[0], arguments[1]);
    if ((name == "min" || name == "max") && arguments.size() == 2)
      return LaunchExpression::call(std::string(name), arguments);
    return std::nullopt;
  }

  const Code& code_;
  size_t at_, last_;
  const LaunchNames& names_;
  const LaunchCalls& calls_;
  bool in_ceiling_ = false;  // in ceil(): divisions are floating-point and rounded up
  int depth_ = 0;
};

}  // namespace

std::optional<LaunchExpression> read_launch_expression(const Code& code, size_t first, size_t last,
                                                       const LaunchNames& names, const LaunchCalls& calls) {
  if (first >= last) return std::nullopt;
  return LaunchReader(code, first, last, names, calls).run();
}

}  // namespace whet
