#include "lift/study/size_formula.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"
#include "util/text.h"

namespace whet::lift {
namespace {

class SizeWriter {
 public:
  SizeWriter(Arena& arena, const SizeWords& words) : arena_(arena), words_(words) {}

  // A sum is not in brackets.
  std::optional<std::string> sum(Expr e) {
    std::string text;
    for (const Term& term : terms_of(arena_, e)) {
      const auto product = product_of(term);
      if (!product) return {};
      const bool is_negative = term.coefficient < 0;
      text += text.empty() ? (is_negative ? "-" : "") : (is_negative ? " - " : " + ");
      text += *product;
    }
    return text.empty() ? "0" : text;
  }

 private:
  std::optional<std::string> product_of(const Term& term) {
    const uint64_t size =
        term.coefficient < 0 ? 0 - static_cast<uint64_t>(term.coefficient) : static_cast<uint64_t>(term.coefficient);
    std::vector<std::string> factors;
    if (size != 1 || term.atoms.empty()) factors.push_back(std::to_string(size));
    for (const Expr part : term.atoms) {
      auto factor = atom(part);
      if (!factor) return {};
      factors.push_back(std::move(*factor));
    }
    return join(factors, " * ");
  }

  std::optional<std::string> atom(Expr e) {
    const Node node = arena_[e];
    switch (node.kind) {
      case Kind::parameter:
        return words_.number ? words_.number(static_cast<int>(node.value), node.bytes) : std::nullopt;
      case Kind::special:
        return launch(static_cast<Special>(node.value));
      case Kind::load:
        return element(node);
      case Kind::quotient:
        return of_two(node, "floor(({}) / ({}))");
      case Kind::remainder:
        return of_two(node, "(({}) % ({}))");
      case Kind::maximum:
        return of_all(node, "max");
      case Kind::minimum:
        return of_all(node, "min");
      default:
        return {};
    }
  }

  std::optional<std::string> launch(Special which) const {
    const auto found = words_.launch.find(which);
    return found == words_.launch.end() ? std::nullopt : std::optional("(" + found->second + ")");
  }

  std::optional<std::string> element(const Node& load) {
    const auto index = divide_exactly(arena_, load.args[1], integer(arena_, load.bytes));
    if (!words_.element || !index || arena_[load.args[0]].kind != Kind::parameter) return {};
    const auto text = sum(*index);
    return text ? words_.element(static_cast<int>(arena_[load.args[0]].value), *text) : std::nullopt;
  }

  // Sizes are not negative: what is rounded towards zero is rounded down.
  std::optional<std::string> of_two(const Node& node, const char* form) {
    const auto left = sum(node.args[0]), right = sum(node.args[1]);
    if (!left || !right) return {};
    return fmt::format(fmt::runtime(form), *left, *right);
  }

  std::optional<std::string> of_all(const Node& node, const char* function) {
    std::vector<std::string> parts;
    for (const Expr part : node.args) {
      auto text = sum(part);
      if (!text) return {};
      parts.push_back(std::move(*text));
    }
    return std::string(function) + "(" + join(parts, ", ") + ")";
  }

  Arena& arena_;
  const SizeWords& words_;
};

}  // namespace

std::optional<std::string> size_formula(Arena& arena, Expr e, const SizeWords& words) {
  return SizeWriter(arena, words).sum(e);
}

}  // namespace whet::lift
