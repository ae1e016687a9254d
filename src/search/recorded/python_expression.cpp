#include "search/recorded/python_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "util/text.h"

namespace whet::search {

namespace {

constexpr int k_deepest = 100;  // levels of nesting; the translation is recursive

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Splits the text into tokens: a number, a name, a string with its quotes, or an operator; empty at the end.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text) { advance(); }

  std::string_view peek() const { return token_; }
  std::string_view take() {
    const std::string_view token = token_;
    advance();
    return token;
  }
  bool accept(std::string_view wanted) {
    if (token_ != wanted) return false;
    advance();
    return true;
  }

 private:
  void advance() {
    rest_ = trim(rest_);
    token_ = rest_.substr(0, length());
    rest_.remove_prefix(token_.size());
  }

  size_t length() const {
    if (rest_.empty()) return 0;
    const char first = rest_.front();
    if (first == '"' || first == '\'') return std::min(rest_.find(first, 1), rest_.size() - 1) + 1;
    if (is_name_character(first) || first == '.') {
      size_t end = 1;
      while (end < rest_.size() && (is_name_character(rest_[end]) || rest_[end] == '.')) ++end;
      return end;
    }
    for (const std::string_view two : {"==", "!=", "<=", ">=", "**", "//"}) {
      if (rest_.starts_with(two)) return 2;
    }
    return 1;
  }

  std::string_view rest_, token_;
};

class Translation {
 public:
  explicit Translation(std::string_view text) : tokens_(text) {}

  Result<std::string> run() {
    TRY(text, disjunction());
    if (!tokens_.peek().empty()) return unexpected();
    return text;
  }

 private:
  using Level = Result<std::string> (Translation::*)();

  Error unexpected() const {
    const std::string_view token = tokens_.peek();
    return bad_input(token.empty() ? std::string("the condition ends too early")
                                   : fmt::format("the condition has `{}` where whet cannot read it", token),
                     {}, "write it with names, numbers, comparisons, and, or, not, in, + - * / // % **");
  }

  // `operand (word operand)*`; whet has the same word.
  Result<std::string> chain(std::string_view word, Level operand) {
    TRY(left, (this->*operand)());
    while (tokens_.accept(word)) {
      TRY(right, (this->*operand)());
      left = fmt::format("({}) {} ({})", left, word, right);
    }
    return left;
  }

  Result<std::string> disjunction() {
    if (++depth_ > k_deepest) return bad_input("the condition is nested too deeply", {}, "split it into several");
    auto text = chain("or", &Translation::conjunction);
    --depth_;
    return text;
  }
  Result<std::string> conjunction() { return chain("and", &Translation::negation); }

  Result<std::string> negation() {
    bool negated = false;
    while (tokens_.accept("not")) negated = !negated;
    TRY(text, comparison());
    return negated ? "not (" + text + ")" : text;
  }

  Result<std::string> comparison() {
    TRY(left, sum());
    std::vector<std::string> parts;
    while (true) {
      const std::string_view token = tokens_.peek();
      const bool negated = token == "not";
      if (negated) tokens_.take();
      if (tokens_.accept("in")) {
        TRY(members, membership(left));
        return negated ? "not (" + members + ")" : members;
      }
      const bool compares =
          token == "==" || token == "!=" || token == "<" || token == "<=" || token == ">" || token == ">=";
      if (!compares) break;
      tokens_.take();
      TRY(right, sum());
      parts.push_back(fmt::format("({} {} {})", left, token, right));
      left = right;
    }
    return parts.empty() ? left : join(parts, " and ");
  }

  Result<std::string> membership(const std::string& left) {
    const bool listed = tokens_.accept("[");
    if (!listed && !tokens_.accept("(")) return unexpected();
    std::vector<std::string> parts;
    while (!tokens_.accept(listed ? "]" : ")")) {
      TRY(member, sum());
      parts.push_back(fmt::format("({} == {})", left, member));
      const std::string_view next = tokens_.peek();
      if (!tokens_.accept(",") && next != "]" && next != ")") return unexpected();
    }
    return parts.empty() ? std::string("0") : "(" + join(parts, " or ") + ")";
  }

  Result<std::string> sum() {
    TRY(left, product());
    while (tokens_.peek() == "+" || tokens_.peek() == "-") {
      const std::string_view sign = tokens_.take();
      TRY(right, product());
      left = fmt::format("({} {} {})", left, sign, right);
    }
    return left;
  }

  Result<std::string> product() {
    TRY(left, factor());
    while (tokens_.peek() == "*" || tokens_.peek() == "/" || tokens_.peek() == "//" || tokens_.peek() == "%") {
      const std::string_view sign = tokens_.take();
      TRY(right, factor());
      left = sign == "//" ? fmt::format("floor({} / {})", left, right) : fmt::format("({} {} {})", left, sign, right);
    }
    return left;
  }

  Result<std::string> factor() {
    if (++depth_ > k_deepest) return bad_input("the condition is nested too deeply", {}, "split it into several");
    const bool negative = tokens_.accept("-");
    TRY(text, negative ? factor() : power());
    --depth_;
    return negative ? "(-" + text + ")" : text;
  }

  // `**` binds tighter than a minus before it and associates to the right.
  Result<std::string> power() {
    TRY(base, atom());
    if (!tokens_.accept("**")) return base;
    TRY(exponent, factor());
    return fmt::format("pow({}, {})", base, exponent);
  }

  Result<std::string> atom() {
    if (tokens_.accept("(")) {
      TRY(inner, disjunction());
      if (!tokens_.accept(")")) return unexpected();
      return "(" + inner + ")";
    }
    const std::string_view token = tokens_.peek();
    const bool quoted =
        token.size() > 2 && (token.front() == '"' || token.front() == '\'') && token.back() == token.front();
    const bool named = !token.empty() && (is_name_character(token.front()) || token.front() == '.');
    const bool reserved = token == "in" || token == "and" || token == "or" || token == "not";
    if (!quoted && (!named || reserved)) return unexpected();
    tokens_.take();
    if (tokens_.peek() == "(") return call(token);
    if (token == "True" || token == "False") return std::string(token == "True" ? "1" : "0");
    return std::string(quoted ? token.substr(1, token.size() - 2) : token);
  }

  Result<std::string> call(std::string_view name) {
    if (name != "min" && name != "max" && name != "abs" && name != "round" && name != "pow")
      return bad_input(fmt::format("the condition calls `{}`, which whet does not know", name), {},
                       "use min, max, abs, round or pow");
    tokens_.take();
    std::vector<std::string> arguments;
    while (!tokens_.accept(")")) {
      TRY(argument, disjunction());
      arguments.push_back(argument);
      if (!tokens_.accept(",") && tokens_.peek() != ")") return unexpected();
    }
    return fmt::format("{}({})", name, join(arguments, ", "));
  }

  Tokens tokens_;
  int depth_ = 0;
};

}  // namespace

Result<std::string> from_python(std::string_view text) {
  return Translation(text).run();
}

}  // namespace whet::search
