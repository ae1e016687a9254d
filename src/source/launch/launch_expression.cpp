#include "source/launch/launch_expression.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "util/text.h"

namespace whet {

namespace {

bool is_simple(std::string_view text) {
  return text.find_first_of(" +-*/%") == std::string_view::npos || text.ends_with(')');
}

std::string in_brackets(const std::string& text) {
  return is_simple(text) ? text : "(" + text + ")";
}

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

std::optional<LaunchExpression> LaunchExpression::divided(int64_t by) const {
  LaunchExpression result = *this;
  for (Term& term : result.terms_) {
    if (term.factor % by != 0) return std::nullopt;
    term.factor /= by;
  }
  return result;
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

// A quotient whose dividend is something + b - 1 is rounded up.
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

LaunchExpression LaunchExpression::remainder(const LaunchExpression& a, const LaunchExpression& b) {
  return name(in_brackets(a.text()) + " % " + in_brackets(b.text()));
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

}  // namespace whet
