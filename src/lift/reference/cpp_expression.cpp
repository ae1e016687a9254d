#include "lift/reference/cpp_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lift/evaluate/evaluation_order.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

std::string number_text(double value) {
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "-INFINITY";
  if (std::isnan(value)) return "NAN";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

}  // namespace

std::string as_double(const ParameterUse& use, const std::string& element) {
  if (!use.is_real || use.bytes != 2) return "static_cast<double>(" + element + ")";
  return fmt::format("static_cast<double>({}({}))", use.is_bfloat ? "__bfloat162float" : "__half2float", element);
}

CppExpression::CppExpression(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                             const ReferenceForm& form, CppTarget target)
    : arena_(arena), meaning_(meaning), uses_(uses), form_(form), target_(target), dependence_(arena) {}

std::string CppExpression::fail(const std::string& why) {
  if (failure_.empty()) failure_ = why;
  return "0";
}

void CppExpression::assume(Expr e) {
  const std::string text = condition(e);
  path_.push_back({text, dependence_.of(e)});
}

void CppExpression::count_uses(const std::vector<Expr>& roots) {
  times_used_.clear();
  std::map<uint32_t, bool> seen;
  for (const Expr root : roots) {
    ++times_used_[root.id];
    for (const Expr part : arena_.all_parts(root)) {
      if (std::exchange(seen[part.id], true)) continue;
      for (const Expr child : parts_of(arena_, part)) ++times_used_[child.id];
    }
  }
}

std::string CppExpression::parameter(int number) const {
  const auto at = static_cast<size_t>(number);
  const auto& names = meaning_.names.parameters;
  return at < names.size() && !names[at].empty() ? names[at] : fmt::format("p{}", number);
}

std::string CppExpression::fresh(const std::string& stem) {
  for (;;) {
    const std::string name = fmt::format("{}_{}", stem, ++stems_[stem]);
    const auto& taken = meaning_.names.parameters;
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) return name;
  }
}

std::string CppExpression::path_text() const {
  std::string text;
  for (const Assumed& assumed : path_) text += (text.empty() ? "" : " && ") + assumed.text;
  return text;
}

std::string CppExpression::real(Expr e) {
  return is_worth_a_variable(e) ? kept(e, Reading::real) : computed(e, Reading::real);
}

std::string CppExpression::integer(Expr e) {
  return is_worth_a_variable(e) ? kept(e, Reading::integer) : computed(e, Reading::integer);
}

bool CppExpression::is_worth_a_variable(Expr e) const {
  const Kind kind = arena_[e].kind;
  if (kind == Kind::reduction) return true;
  const auto times = times_used_.find(e.id);
  if (times == times_used_.end() || times->second < 2) return false;
  return kind == Kind::sum || kind == Kind::product || kind == Kind::inverse || kind == Kind::call ||
         kind == Kind::select || kind == Kind::maximum || kind == Kind::minimum;
}

// A variable in the outermost loop that has all that `e` and its condition depend on.
std::string CppExpression::kept(Expr e, Reading reading) {
  const std::string path = path_text();
  const auto key = std::tuple(e.id, reading, path);
  if (const auto at = kept_.find(key); at != kept_.end() && scopes_.is_open(at->second.scope)) return at->second.name;
  uint64_t variables = dependence_.of(e);
  for (const Assumed& assumed : path_) variables |= assumed.variables;
  auto left = scopes_.leave(variables);
  std::string name;
  if (arena_[e].kind == Kind::reduction) {
    name = reduction(e, reading);
  } else {
    const std::string text = computed(e, reading);
    name = fresh("part");
    const char* type = reading == Reading::real ? "double" : "int64_t";
    const std::string value = path.empty() ? text : fmt::format("{} ? {} : 0", path, text);
    scopes_.line(fmt::format("const {} {} = {};", type, name, value));
  }
  kept_[key] = {name, scopes_.innermost()};
  scopes_.resume(std::move(left));
  return name;
}

std::string CppExpression::computed(Expr e, Reading reading) {
  const Node& node = arena_[e];
  if (node.kind == Kind::select) return select(e, reading);
  if (node.kind == Kind::maximum || node.kind == Kind::minimum) return extreme(e, reading);
  return reading == Reading::real ? computed_real(e) : computed_integer(e);
}

std::string CppExpression::computed_real(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::real:
      return number_text(real_value(arena_, e));
    case Kind::parameter:
      if (node.bytes != 0) return fail("a member of a struct");
      return parameter(static_cast<int>(node.value));
    case Kind::load:
      return loaded(e, Reading::real);
    case Kind::sum:
      return "(" + joined(node.args, Reading::real, " + ") + ")";
    case Kind::product:
      return joined(node.args, Reading::real, " * ");
    case Kind::inverse:
      return "(1.0 / (" + real(node.args[0]) + "))";
    case Kind::call:
      return call(e);
    default:
      return is_integer(arena_, e) || node.kind == Kind::variable ? "static_cast<double>(" + integer(e) + ")"
                                                                  : fail("an expression of this kind");
  }
}

std::string CppExpression::computed_integer(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::polynomial:
      return polynomial(node);
    case Kind::parameter:
      if (node.bytes != 0) return fail("a member of a struct");
      return parameter(static_cast<int>(node.value));
    case Kind::load:
      return loaded(e, Reading::integer);
    case Kind::variable:
    case Kind::bound:
      return variable_name(e);
    case Kind::special: {
      const auto at = form_.launch.find(static_cast<Special>(node.value));
      return at != form_.launch.end() ? "(" + at->second + ")" : fail("what depends on the launch (gridDim, blockDim)");
    }
    case Kind::quotient:
      return "(" + integer(node.args[0]) + " / (" + integer(node.args[1]) + "))";
    case Kind::remainder:
      return "(" + integer(node.args[0]) + " % (" + integer(node.args[1]) + "))";
    case Kind::call:
      return integer_call(e);
    default:
      return fail("an expression of this kind");
  }
}

std::string CppExpression::variable_name(Expr e) {
  const Node& node = arena_[e];
  if (node.kind == Kind::bound) {
    const auto& names = bound_names_[node.value];
    return names.empty() ? fail("a variable without its reduction") : names.back();
  }
  for (const auto& [variable, name] : meaning_.names.variables) {
    if (variable == e) return name;
  }
  return fail("a variable without a range");
}

std::string CppExpression::select(Expr e, Reading reading) {
  const Node& node = arena_[e];
  const std::string test = condition(node.args[0]);
  const uint64_t variables = dependence_.of(node.args[0]);
  path_.push_back({test, variables});
  const std::string yes = read(node.args[1], reading);
  path_.back() = {"!" + test, variables};
  const std::string no = read(node.args[2], reading);
  path_.pop_back();
  return fmt::format("({} ? {} : {})", test, yes, no);
}

std::string CppExpression::extreme(Expr e, Reading reading) {
  const Node& node = arena_[e];
  const char* type = reading == Reading::real ? "double" : "int64_t";
  return picked(node.kind == Kind::maximum, type, joined(node.args, reading, ", "));
}

// The greatest or smallest of a list of values. `is_pair`: they are two.
std::string CppExpression::picked(bool is_greatest, const char* type, const std::string& values, bool is_pair) {
  if (target_ == CppTarget::device)
    return fmt::format("{}<{}>({})", is_greatest ? "largest_of" : "smallest_of", type, values);
  return fmt::format("std::{}<{}>({})", is_greatest ? "max" : "min", type, is_pair ? values : "{" + values + "}");
}

// Arrays are doubles on the host.
std::string CppExpression::loaded(Expr e, Reading reading) {
  const Node& node = arena_[e];
  const std::string text = element(node.args[0], node.args[1], node.bytes);
  if (reading == Reading::integer) return "static_cast<int64_t>(" + text + ")";
  if (target_ == CppTarget::host) return text;
  const auto number = static_cast<size_t>(arena_[node.args[0]].value);
  return as_double(number < uses_.size() ? uses_[number] : ParameterUse(), text);
}

std::string CppExpression::joined(const std::vector<Expr>& args, Reading reading, const char* separator) {
  std::string text;
  for (const Expr arg : args) text += (text.empty() ? "" : separator) + read(arg, reading);
  return text;
}

std::string CppExpression::polynomial(const Node& node) {
  std::string text;
  for (const Term& term : node.terms) {
    std::string product = term.coefficient == 1 && !term.atoms.empty() ? "" : std::to_string(term.coefficient);
    for (const Expr atom : term.atoms) product += (product.empty() ? "" : " * ") + integer(atom);
    text += (text.empty() ? "" : " + ") + product;
  }
  if (text.empty()) return "0";
  return node.terms.size() > 1 || node.terms[0].atoms.size() > 1 || node.terms[0].coefficient < 0 ? "(" + text + ")"
                                                                                                  : text;
}

std::string CppExpression::element(Expr array, Expr offset, int bytes) {
  if (arena_[array].kind != Kind::parameter || arena_[array].bytes != 0) return fail("an array inside a struct");
  const auto number = static_cast<size_t>(arena_[array].value);
  if (number < uses_.size() && uses_[number].has_mixed_widths) return fail("an array with elements of two sizes");
  Node index = arena_[offset];
  if (index.kind == Kind::polynomial && std::all_of(index.terms.begin(), index.terms.end(),
                                                    [&](const Term& term) { return term.coefficient % bytes == 0; })) {
    for (Term& term : index.terms) term.coefficient /= bytes;
    return parameter(static_cast<int>(number)) + "[" + polynomial(index) + "]";
  }
  return fmt::format("{}[{} / {}]", parameter(static_cast<int>(number)), integer(offset), bytes);
}

std::string CppExpression::comparison(const Node& node, const char* sign) {
  return "(" + real(node.args[0]) + " " + sign + " " + real(node.args[1]) + ")";
}

std::string CppExpression::condition(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::truth:
      return node.value != 0 ? "true" : "false";
    case Kind::nonneg:
      return "(0 <= " + integer(node.args[0]) + ")";
    case Kind::zero:
      return "(0 == " + integer(node.args[0]) + ")";
    case Kind::less:
      return comparison(node, "<");
    case Kind::equal:
      return comparison(node, "==");
    case Kind::negation:
      return "!" + condition(node.args[0]);
    case Kind::select:
      return "(" + condition(node.args[0]) + " ? " + condition(node.args[1]) + " : " + condition(node.args[2]) + ")";
    case Kind::both:
    case Kind::either: {
      std::string text;
      const char* word = node.kind == Kind::both ? " && " : " || ";
      for (const Expr part : conditions_in_order(arena_, node.args))
        text += (text.empty() ? "" : word) + condition(part);
      return "(" + text + ")";
    }
    default:
      return fail("a condition of this kind");
  }
}

}  // namespace whet::lift
