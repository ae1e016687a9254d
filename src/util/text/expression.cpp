// Lexer and precedence-climbing parser:
//   a + b * c  ->  operand a; `+` binds looser than `*`, so its right side is everything that binds tighter: (b * c)
#include "util/text/expression.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "util/ascii.h"
#include "util/text.h"
#include "util/text/expression_node.h"

namespace whet {

namespace {

using Node = Expression::Node;
using Kind = Node::Kind;

constexpr size_t k_longest_text = 4096;   // limits the tree of a chain such as 1+1+1+...
constexpr int k_deepest_expression = 64;  // limits the recursion of parentheses and prefixes

struct Operator {
  std::string_view text;
  Kind kind;
  int precedence;
};

// Longer spellings come before their prefixes.
constexpr std::array k_operators = {
    Operator{"or", Kind::logical_or, 1}, Operator{"and", Kind::logical_and, 2}, Operator{"==", Kind::equal, 4},
    Operator{"!=", Kind::not_equal, 4},  Operator{"<=", Kind::less_equal, 4},   Operator{">=", Kind::greater_equal, 4},
    Operator{"<", Kind::less, 4},        Operator{">", Kind::greater, 4},       Operator{"+", Kind::add, 5},
    Operator{"-", Kind::subtract, 5},    Operator{"*", Kind::multiply, 6},      Operator{"/", Kind::divide, 6},
    Operator{"%", Kind::remainder, 6},
};
constexpr int k_not_precedence = 3;
constexpr int k_comparison_precedence = 4;

constexpr std::array k_functions = {
    ExpressionFunction{"ceil_div", Kind::ceil_div, 2, 2}, ExpressionFunction{"min", Kind::minimum, 1, 0},
    ExpressionFunction{"max", Kind::maximum, 1, 0},       ExpressionFunction{"abs", Kind::absolute, 1, 1},
    ExpressionFunction{"floor", Kind::floor, 1, 1},       ExpressionFunction{"ceil", Kind::ceil, 1, 1},
    ExpressionFunction{"round", Kind::round, 1, 1},       ExpressionFunction{"log2", Kind::log2, 1, 1},
    ExpressionFunction{"pow", Kind::power, 2, 2},
};

// Operators of other languages that people write by habit, and what to write here.
struct Habit {
  std::string_view text, instead;
};
constexpr std::array k_habits = {
    Habit{"&&", "write `and`"},          Habit{"||", "write `or`"},
    Habit{"//", "write floor(a / b)"},   Habit{"**", "write pow(a, b)"},
    Habit{"^", "write pow(a, b)"},       Habit{"!", "write `not`"},
    Habit{"=", "write `==` to compare"}, Habit{"?", "there is no `?:`; split the expression"},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  Result<Node> parse() {
    if (text_.size() > k_longest_text) {
      return error(0, "the expression is longer than " + std::to_string(k_longest_text) + " characters", "split it");
    }
    TRY(root, parse_binary(0));
    skip_space();
    if (at_ < text_.size()) return unexpected("an operator or the end");
    return root;
  }

  std::vector<std::string> identifiers;

 private:
  // An operand followed by every operator that binds at least as tightly as `least`.
  Result<Node> parse_binary(int least) {
    TRY(left, parse_prefix(least));
    while (const Operator* found = peek_operator()) {
      if (found->precedence < least) break;
      const size_t column = at_;
      at_ += found->text.size();
      TRY(right, parse_binary(found->precedence + 1));
      left = Node{found->kind, 0, {}, {std::move(left), std::move(right)}};
      const Operator* next = peek_operator();
      if (found->precedence == k_comparison_precedence && next && next->precedence == k_comparison_precedence) {
        return error(column, "comparisons do not chain", "write `a < b and b < c`");
      }
    }
    return left;
  }

  Result<Node> parse_prefix(int least) {
    if (++depth_ > k_deepest_expression) return error(at_, "the expression is nested too deeply", "split it");
    auto node = parse_prefix_inside(least);
    --depth_;
    return node;
  }

  // Rejects `not` where it would bind tighter than it reads: `1 + not a`.
  Result<Node> parse_prefix_inside(int least) {
    skip_space();
    if (peek_word() == "not" && least <= k_not_precedence) {
      at_ += 3;
      TRY(operand, parse_binary(k_not_precedence));
      return Node{Kind::logical_not, 0, {}, {std::move(operand)}};
    }
    if (peek() == '-') {
      ++at_;
      TRY(operand, parse_prefix(k_comparison_precedence));
      return Node{Kind::negate, 0, {}, {std::move(operand)}};
    }
    return parse_primary();
  }

  Result<Node> parse_primary() {
    if (peek() == '(') {
      const size_t opened = at_++;
      TRY(inside, parse_binary(0));
      TRY_VOID(expect(')', opened));
      return inside;
    }
    if (is_digit(peek()) || peek() == '.') return parse_number();
    const std::string_view word = peek_word();
    if (word.empty()) return unexpected("a number, a name or `(`");
    if (word == "and" || word == "or" || word == "not") return unexpected("a number, a name or `(`");
    const size_t column = at_;
    at_ += word.size();
    skip_space();
    return peek() == '(' ? parse_call(word, column) : parse_name(word);
  }

  Result<Node> parse_number() {
    double value = 0;
    const auto [end, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (status != std::errc()) return error(at_, "this is not a number whet can hold", "write it as 128, 0.5 or 1e-3");
    const size_t column = at_;
    at_ = static_cast<size_t>(end - text_.data());
    if (is_letter(peek())) return error(column, "a name cannot begin with a digit", "put an operator between them");
    return Node{Kind::number, value, {}, {}};
  }

  Result<Node> parse_name(std::string_view word) {
    if (std::find(identifiers.begin(), identifiers.end(), word) == identifiers.end()) identifiers.emplace_back(word);
    return Node{Kind::name, 0, std::string(word), {}};
  }

  Result<Node> parse_call(std::string_view word, size_t column) {
    const auto* function =
        std::find_if(k_functions.begin(), k_functions.end(), [&](const auto& f) { return f.name == word; });
    if (function == k_functions.end()) return unknown_function(word, column);
    Node call{function->kind, 0, {}, {}};
    const size_t opened = at_++;
    do {
      TRY(argument, parse_binary(0));
      call.operands.push_back(std::move(argument));
      skip_space();
    } while (peek() == ',' && ++at_);
    TRY_VOID(expect(')', opened));
    const size_t given = call.operands.size();
    if (given < function->least || (function->most && given > function->most)) {
      return error(column,
                   "`" + std::string(word) + "` takes " + std::to_string(function->least) +
                       (function->most ? "" : " or more") + " arguments, here are " + std::to_string(given),
                   "pass that many arguments");
    }
    return call;
  }

  Result<void> expect(char wanted, size_t opened) {
    skip_space();
    if (peek() == wanted) return ++at_, Result<void>();
    if (at_ < text_.size()) return unexpected("an operator or `)`").error();
    return error(opened, "this `(` is not closed", "add `)`");
  }

  const Operator* peek_operator() {
    skip_space();
    const std::string_view word = peek_word();
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//") || rest.starts_with("**")) return nullptr;  // reported as a habit
    for (const Operator& candidate : k_operators) {
      if (word.empty() ? rest.starts_with(candidate.text) : word == candidate.text) return &candidate;
    }
    return nullptr;
  }

  // The name at the current position, dots included: "hot.lds_per_ffma"; empty when there is none.
  std::string_view peek_word() const {
    size_t end = at_;
    if (!is_letter(peek())) return {};
    while (end < text_.size()) {
      const bool joined =
          text_[end] == '.' && end + 1 < text_.size() && (is_letter(text_[end + 1]) || is_digit(text_[end + 1]));
      if (!is_letter(text_[end]) && !is_digit(text_[end]) && !joined) break;
      ++end;
    }
    return text_.substr(at_, end - at_);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  Error unknown_function(std::string_view word, size_t column) const {
    std::vector<std::string> names;
    names.reserve(k_functions.size());
    for (const ExpressionFunction& function : k_functions) names.emplace_back(function.name);
    const std::vector<std::string> near = near_names(word, names);
    return error(column, "there is no function `" + std::string(word) + "`",
                 near.empty() ? "there are " + join(names, ", ") : "did you mean " + join(near, ", ") + "?");
  }

  Result<Node> unexpected(const std::string& expected) const {
    if (at_ >= text_.size()) return error(at_, "the expression ends where " + expected + " should be", "complete it");
    const std::string_view rest = text_.substr(at_);
    for (const Habit& habit : k_habits) {
      if (rest.starts_with(habit.text)) {
        return error(at_, "`" + std::string(habit.text) + "` is not part of the language", std::string(habit.instead));
      }
    }
    const std::string_view word = peek_word();
    return error(
        at_, "`" + std::string(word.empty() ? rest.substr(0, 1) : word) + "` stands where " + expected + " should be",
        "correct it");
  }

  Error error(size_t at, std::string what, std::string mend) const {
    const std::string column = "column " + std::to_string(at + 1) + " of `" + std::string(text_.substr(0, 80)) + "`";
    return bad_input(std::move(what), place_.empty() ? column : place_ + ", " + column, std::move(mend));
  }

  std::string_view text_;
  std::string place_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<Expression> Expression::parse(std::string_view text, const std::string& place) {
  Parser parser(text, place);
  TRY(root, parser.parse());
  Expression expression;
  expression.text_ = std::string(text);
  expression.identifiers_ = std::move(parser.identifiers);
  expression.root_ = std::make_shared<const Node>(std::move(root));
  return expression;
}

}  // namespace whet
