#include "describe/formula_expression.h"

#include <cctype>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "source/kernel/constants.h"

namespace whet {

using lift::Expr;

namespace {

class FormulaReader {
 public:
  using Named = std::function<std::optional<Expr>(const std::string&)>;
  FormulaReader(lift::Arena& arena, const std::string& text, const Named& named)
      : arena_(arena), text_(text), named_(named) {}

  std::optional<Expr> whole() {
    const auto value = sum();
    skip();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<Expr> sum() {
    auto value = product();
    while (value) {
      const bool plus = take('+');
      if (!plus && !take('-')) return value;
      const auto next = product();
      if (!next) return {};
      value = plus ? add(arena_, *value, *next) : subtract(arena_, *value, *next);
    }
    return value;
  }

  std::optional<Expr> product() {
    auto value = atom();
    while (value && take('*')) {
      const auto next = atom();
      if (!next) return {};
      value = multiply(arena_, *value, *next);
    }
    return value;
  }

  std::string word() {
    skip();
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::optional<Expr> atom() {
    if (take('(')) {
      const auto value = sum();
      return value && take(')') ? value : std::nullopt;
    }
    const std::string name = word();
    if (name.empty()) return {};
    if (const auto number = whole_number(name)) return lift::integer(arena_, *number);
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) return {};
    return take('(') ? call(name) : named_(name);
  }

  std::optional<Expr> call(const std::string& name) {
    const auto first = sum();
    if (!first || !take(name == "floor" ? '/' : ',')) return {};
    const auto second = name == "floor" ? atom() : sum();
    if (!second || !take(')')) return {};
    if (name == "floor") return quotient(arena_, *first, *second);
    if (name == "min") return minimum(arena_, {*first, *second});
    if (name == "max") return maximum(arena_, {*first, *second});
    if (name != "ceil_div") return {};
    const Expr more = subtract(arena_, *second, lift::integer(arena_, 1));
    return quotient(arena_, add(arena_, *first, more), *second);
  }

  lift::Arena& arena_;
  const std::string& text_;
  const Named& named_;
  size_t at_ = 0;
};

}  // namespace

std::optional<Expr> formula_expression(lift::Arena& arena, const std::string& formula,
                                       const std::function<std::optional<Expr>(const std::string&)>& named) {
  return FormulaReader(arena, formula, named).whole();
}

}  // namespace whet
