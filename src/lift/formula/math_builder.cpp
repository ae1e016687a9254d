#include "lift/formula/math_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

constexpr const char* k_fold_names[] = {"sum", "product", "max", "min", "argmax", "argmin"};

// One part is itself.
Math joined_math(Math::Kind kind, std::vector<Math> parts) {
  if (parts.size() == 1) return std::move(parts[0]);
  return {kind, {}, std::move(parts)};
}

Math negative_math(Math math) {
  return {Math::Kind::minus, {}, {std::move(math)}};
}

}  // namespace

Math MathBuilder::build(Expr e) {
  if (const auto at = known_.find(e.id); at != known_.end()) return at->second;
  const Node node = arena_[e];
  switch (node.kind) {
    case Kind::polynomial:
      return terms(node.terms);
    case Kind::real:
      return number(real_value(arena_, e));
    case Kind::sum:
      return sum(node);
    case Kind::product:
      return product(node.args);
    case Kind::inverse:
      return product({e});
    case Kind::load:
      return element(node.args[0], node.args[1], node.bytes);
    case Kind::nonneg:
      return comparison(node.args[0], "<=");
    case Kind::zero:
      return comparison(node.args[0], "==");
    case Kind::negation:
      return negation(node.args[0]);
    default:
      return composed(e, node);
  }
}

Math MathBuilder::composed(Expr e, const Node& node) {
  switch (node.kind) {
    case Kind::quotient:
      return parts(Math::Kind::quotient, node.args);
    case Kind::remainder:
      return parts(Math::Kind::remainder, node.args);
    case Kind::select:
      return parts(Math::Kind::choice, node.args);
    case Kind::less:
      return parts(Math::Kind::relation, node.args, "<");
    case Kind::equal:
      return parts(Math::Kind::relation, node.args, "==");
    case Kind::both:
      return parts(Math::Kind::all_of, node.args);
    case Kind::either:
      return parts(Math::Kind::any_of, node.args);
    case Kind::maximum:
      return parts(Math::Kind::call, node.args, "max");
    case Kind::minimum:
      return parts(Math::Kind::call, node.args, "min");
    case Kind::call:
      return parts(Math::Kind::call, node.args, arena_.text(e));
    case Kind::reduction: {
      const Expr bound = arena_.intern({Kind::bound, 0, node.value});
      return {Math::Kind::fold,
              k_fold_names[node.bytes],
              {{Math::Kind::name, name(bound)}, build(node.args[0]), build(node.args[1])}};
    }
    default:
      return {Math::Kind::name, name(e)};
  }
}

Math MathBuilder::parts(Math::Kind kind, const std::vector<Expr>& args, std::string text) {
  Math made{kind, std::move(text)};
  for (const Expr each : args) made.parts.push_back(build(each));
  return made;
}

Math MathBuilder::element(Expr array, Expr offset, int bytes) {
  Math made{Math::Kind::element, name(array)};
  for (const Expr index : shapes_.indices(array, offset, bytes)) made.parts.push_back(build(index));
  return made;
}

Math MathBuilder::number(double value) const {
  Math made{Math::Kind::number, fmt::format("{:.9g}", std::abs(value))};
  return value < 0 ? negative_math(std::move(made)) : made;
}

Math MathBuilder::term(const Term& term) {
  std::vector<Math> factors;
  const int64_t coefficient = std::abs(term.coefficient);
  if (coefficient != 1 || term.atoms.empty()) factors.push_back({Math::Kind::number, std::to_string(coefficient)});
  for (const Expr atom : term.atoms) factors.push_back(build(atom));
  Math made = joined_math(Math::Kind::product, std::move(factors));
  return term.coefficient < 0 ? negative_math(std::move(made)) : made;
}

// Products of more factors first, the constant last; what is subtracted after what is added.
Math MathBuilder::terms(std::vector<Term> terms) {
  if (terms.empty()) return {Math::Kind::number, "0"};
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term& a, const Term& b) { return a.atoms.size() > b.atoms.size(); });
  std::stable_partition(terms.begin(), terms.end(), [](const Term& each) { return each.coefficient > 0; });
  std::vector<Math> made;
  for (const Term& each : terms) made.push_back(term(each));
  return joined_math(Math::Kind::sum, std::move(made));
}

Math MathBuilder::sum(const Node& node) {
  std::vector<Math> added, constants, subtracted;
  for (const Expr e : node.args) {
    Math part = build(e);
    auto& list = part.kind == Math::Kind::minus ? subtracted : part.kind == Math::Kind::number ? constants : added;
    list.push_back(std::move(part));
  }
  for (auto* rest : {&constants, &subtracted}) {
    for (Math& part : *rest) added.push_back(std::move(part));
  }
  return joined_math(Math::Kind::sum, std::move(added));
}

Math MathBuilder::product(const std::vector<Expr>& args) {
  std::vector<Math> above, below;
  bool is_negative = false;
  for (const Expr e : args) {
    const Node node = arena_[e];
    if (known_.contains(e.id)) {
      above.push_back(build(e));
    } else if (node.kind == Kind::inverse) {
      below.push_back(build(node.args[0]));
    } else if (node.kind == Kind::real) {
      is_negative ^= real_value(arena_, e) < 0;
      if (std::abs(real_value(arena_, e)) != 1) above.insert(above.begin(), number(std::abs(real_value(arena_, e))));
    } else {
      above.push_back(build(e));
    }
  }
  if (above.empty()) above.push_back({Math::Kind::number, "1"});
  Math made = joined_math(Math::Kind::product, std::move(above));
  if (!below.empty())
    made = {Math::Kind::fraction, {}, {std::move(made), joined_math(Math::Kind::product, std::move(below))}};
  return is_negative ? negative_math(std::move(made)) : made;
}

// 0 <= n - i - 1 is "i < n"; 0 == i - 3 is "i == 3".
Math MathBuilder::comparison(Expr e, const std::string& sign) {
  std::vector<Term> left, right;
  bool is_strict = false;
  for (Term each : terms_of(arena_, e)) {
    if (sign == "<=" && each.atoms.empty() && each.coefficient < 0) ++each.coefficient, is_strict = true;
    const bool is_negative = each.coefficient < 0;
    each.coefficient = std::abs(each.coefficient);
    if (each.coefficient != 0) (is_negative ? left : right).push_back(each);
  }
  const bool may_turn = sign != "<=";
  const auto is_number = [](const Term& each) { return each.atoms.empty(); };
  if (may_turn && std::all_of(left.begin(), left.end(), is_number)) std::swap(left, right);
  return {Math::Kind::relation, is_strict ? "<" : sign, {terms(std::move(left)), terms(std::move(right))}};
}

Math MathBuilder::negation(Expr e) {
  const Node node = arena_[e];
  if (node.kind == Kind::zero) return comparison(node.args[0], "!=");
  return parts(Math::Kind::relation, node.args, node.kind == Kind::less ? ">=" : "!=");
}

}  // namespace whet::lift
