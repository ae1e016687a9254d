#include "source/launch_expression.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "source/constants.h"
#include "source/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int k_deepest = 32;
constexpr WordList k_ceiling_names(
    "ceil_div ceilDiv ceildiv CEIL_DIV CEILDIV ceiling_div cdiv CDIV div_up divUp divup DIV_UP DIVUP DivUp iDivUp "
    "idivup div_ceil divCeil DIV_CEIL divide_up ceil_divide");
constexpr WordList k_type_words(
    "int unsigned long short char size_t float double int32_t uint32_t int64_t uint64_t uint dim3");
constexpr WordList k_casts("static_cast reinterpret_cast");

bool is_simple(std::string_view text) {
  return text.find_first_of(" +-*/%") == std::string_view::npos || text.ends_with(')');
}

std::string in_brackets(const std::string& text) {
  return is_simple(text) ? text : "(" + text + ")";
}

// One expression of host code, by recursive descent.
class LaunchReader {
 public:
  LaunchReader(const Code& code, size_t first, size_t last, const LaunchNames& names)
      : code_(code), at_(first), last_(last), names_(names) {}

  std::optional<LaunchExpression> run() {
    auto found = shifted();
    return found && at_ == last_ ? found : std::nullopt;
  }

 private:
  using Found = std::optional<LaunchExpression>;
  bool is(std::string_view text) const { return at_ < last_ && code_.is(at_, text); }
  bool is_at(size_t i, std::string_view text) const { return i < last_ && code_.is(i, text); }

  // "<" and ">" always stand alone.
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
        left = LaunchExpression::name(in_brackets(left->text()) + " % " + in_brackets(right->text()));
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
      if (is(".") && (is_at(at_ + 1, "x") || is_at(at_ + 1, "y") || is_at(at_ + 1, "z"))) return extent_of(name);
      if (is("[") || is(".") || is("->") || is("::")) return std::nullopt;
      if (auto known = names_(name)) return known;
      return LaunchExpression::name(std::string(name));
    }
    return called(name);
  }

  // `block.x` of a dim3.
  Found extent_of(std::string_view name) {
    const std::string whole = std::string(name) + "." + std::string(code_.tokens[at_ + 1].text);
    at_ += 2;
    return names_(whole);
  }

  Found called(std::string_view name) {
    const size_t open = at_, close = code_.partner[open];
    if (close <= open || close >= last_) return std::nullopt;
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
  bool in_ceiling_ = false;  // divisions are of floating numbers, rounded up
  int depth_ = 0;
};

}  // namespace

void LaunchExpression::add(Term term) {
  if (term.factor == 0) return;
  const auto same =
      std::find_if(terms_.begin(), terms_.end(), [&](const Term& other) { return other.text == term.text; });
  if (same == terms_.end()) return terms_.push_back(std::move(term));
  same->factor += term.factor;
  if (same->factor == 0) terms_.erase(same);
}

LaunchExpression LaunchExpression::number(int64_t value) {
  LaunchExpression result;
  result.add({value, {}});
  return result;
}

LaunchExpression LaunchExpression::name(std::string name) {
  LaunchExpression result;
  std::string word;
  for (const char c : name + " ") {
    const bool in_word = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (in_word) word += c;
    if (in_word || word.empty()) continue;
    if (!(word[0] >= '0' && word[0] <= '9')) result.names_.push_back(word);
    word.clear();
  }
  result.terms_.push_back({1, std::move(name)});
  return result;
}

std::optional<int64_t> LaunchExpression::value() const {
  if (terms_.empty()) return 0;
  return terms_.size() == 1 && terms_[0].text.empty() ? std::optional(terms_[0].factor) : std::nullopt;
}

std::string LaunchExpression::text() const {
  std::string text;
  for (const bool constants : {false, true}) {
    for (const Term& term : terms_) {
      if (term.text.empty() != constants) continue;
      const int64_t size = term.factor < 0 ? -term.factor : term.factor;
      text += text.empty() ? (term.factor < 0 ? "-" : "") : (term.factor < 0 ? " - " : " + ");
      if (constants)
        text += std::to_string(size);
      else
        text += size == 1 ? term.text : std::to_string(size) + " * " + in_brackets(term.text);
    }
  }
  return text.empty() ? "0" : text;
}

LaunchExpression LaunchExpression::sum(const LaunchExpression& a, const LaunchExpression& b, int sign) {
  LaunchExpression result = a;
  for (const Term& term : b.terms_) result.add({sign * term.factor, term.text});
  result.names_.insert(result.names_.end(), b.names_.begin(), b.names_.end());
  return result;
}

LaunchExpression LaunchExpression::product(const LaunchExpression& a, const LaunchExpression& b) {
  for (const auto& [number, other] : {std::pair(a.value(), &b), std::pair(b.value(), &a)}) {
    if (!number) continue;
    LaunchExpression result;
    result.names_ = other->names_;
    for (const Term& term : other->terms_) result.add({*number * term.factor, term.text});
    return result;
  }
  LaunchExpression result;
  result.add({1, in_brackets(a.text()) + " * " + in_brackets(b.text())});
  result.names_ = a.names_;
  result.names_.insert(result.names_.end(), b.names_.begin(), b.names_.end());
  return result;
}

// Where the upper part is something + b - 1, it is rounded up.
std::optional<LaunchExpression> LaunchExpression::quotient(const LaunchExpression& a, const LaunchExpression& b) {
  if (b.value() == 0) return std::nullopt;
  if (a.value() && b.value()) return number(*a.value() / *b.value());
  if (b.value() == 1) return a;
  const LaunchExpression without = sum(sum(a, b, -1), number(1), 1);
  const bool constant_left =
      std::any_of(without.terms_.begin(), without.terms_.end(), [](const Term& term) { return term.text.empty(); });
  const bool negative =
      std::any_of(without.terms_.begin(), without.terms_.end(), [](const Term& term) { return term.factor < 0; });
  if (!constant_left && !negative && !without.terms_.empty()) return ceiling(without, b);
  LaunchExpression result = name("floor(" + in_brackets(a.text()) + " / " + in_brackets(b.text()) + ")");
  result.names_ = a.names_;
  result.names_.insert(result.names_.end(), b.names_.begin(), b.names_.end());
  return result;
}

std::optional<LaunchExpression> LaunchExpression::ceiling(const LaunchExpression& a, const LaunchExpression& b) {
  if (b.value() == 0) return std::nullopt;
  if (a.value() && b.value()) return number((*a.value() + *b.value() - 1) / *b.value());
  if (b.value() == 1) return a;
  return call("ceil_div", {a, b});
}

LaunchExpression LaunchExpression::call(const std::string& function, const std::vector<LaunchExpression>& arguments) {
  std::vector<std::string> texts;
  LaunchExpression result;
  for (const LaunchExpression& argument : arguments) {
    texts.push_back(argument.text());
    for (const std::string& name : argument.names_) {
      const bool known = std::find(result.names_.begin(), result.names_.end(), name) != result.names_.end();
      if (!known) result.names_.push_back(name);
    }
  }
  result.terms_.push_back({1, function + "(" + join(texts, ", ") + ")"});
  return result;
}

std::optional<LaunchExpression> read_launch_expression(const Code& code, size_t first, size_t last,
                                                       const LaunchNames& names) {
  if (first >= last) return std::nullopt;
  return LaunchReader(code, first, last, names).run();
}

}  // namespace whet
