#include "write/text/cuda_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lift/evaluate/evaluation_order.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "util/text.h"

namespace whet::write {

using lift::Fold;
using lift::Kind;
using lift::Node;
using lift::Term;

CudaExpression::CudaExpression(const Subject& subject, Lines& lines)
    : subject_(subject), arena_(subject.arena), lines_(lines) {
  for (const SubjectParameter& parameter : subject.parameters) stems_[parameter.name] = 1;
  for (const char* const index : {"e", "i", "j", "k", "l", "p", "r", "s"}) stems_[index] = 1;  // schedules have these
}

void CudaExpression::bind(Expr e, std::string text) {
  bound_[e.id].push_back(std::move(text));
  order_.push_back(e.id);
}

void CudaExpression::release(size_t mark) {
  while (order_.size() > mark) {
    bound_[order_.back()].pop_back();
    order_.pop_back();
  }
}

const std::string* CudaExpression::bound(Expr e) const {
  const auto at = bound_.find(e.id);
  return at == bound_.end() || at->second.empty() ? nullptr : &at->second.back();
}

std::string CudaExpression::fail(const std::string& why) {
  if (failure_.empty()) failure_ = why;
  return "0";
}

std::string CudaExpression::fresh(const std::string& stem) {
  const int number = ++stems_[stem];
  return number == 1 ? stem : fmt::format("{}_{}", stem, number);
}

void CudaExpression::count_uses(const std::vector<Expr>& roots) {
  uses_.clear();
  std::map<uint32_t, bool> seen;
  for (const Expr root : roots) {
    ++uses_[root.id];
    for (const Expr part : arena_.all_parts(root)) {
      if (std::exchange(seen[part.id], true)) continue;
      for (const Expr child : lift::parts_of(arena_, part)) ++uses_[child.id];
    }
  }
}

bool CudaExpression::reads_memory(Expr e) const {
  const auto parts = arena_.all_parts(e);
  return std::any_of(parts.begin(), parts.end(),
                     [&](Expr part) { return arena_[part].kind == Kind::load && !bound(part); });
}

bool CudaExpression::is_worth_a_variable(Expr e) const {
  const auto at = uses_.find(e.id);
  if (at == uses_.end() || at->second < 2) return false;
  if (!path_.empty() && reads_memory(e)) return false;
  switch (arena_[e].kind) {
    case Kind::sum:
    case Kind::product:
    case Kind::inverse:
    case Kind::call:
    case Kind::select:
    case Kind::maximum:
    case Kind::minimum:
    case Kind::quotient:
    case Kind::remainder:
      return true;
    default:
      return false;
  }
}

std::string CudaExpression::kept(Expr e, Reading reading) {
  const std::string text = computed(e, reading);
  const std::string name = fresh("part");
  lines_.add(fmt::format("const {} {} = {};", reading == Reading::real ? real_type() : "long long", name, text));
  bind(e, name);
  return name;
}

std::string CudaExpression::computed(Expr e, Reading reading) {
  const Node& node = arena_[e];
  if (node.kind == Kind::select) return select(e, reading);
  if (node.kind == Kind::maximum || node.kind == Kind::minimum) return extreme(e, reading);
  if (node.kind == Kind::reduction) return serial_reduction(e, reading);
  if (node.kind == Kind::load) return load(e, reading);
  if (node.kind == Kind::parameter) return parameter(node, reading);
  return reading == Reading::real ? computed_real(e) : computed_integer(e);
}

std::string CudaExpression::real(Expr e) {
  if (arena_[e].kind == Kind::load) return load(e, Reading::real);
  if (const std::string* text = bound(e)) return *text;
  return is_worth_a_variable(e) ? kept(e, Reading::real) : computed(e, Reading::real);
}

std::string CudaExpression::integer(Expr e) {
  if (arena_[e].kind == Kind::load) return load(e, Reading::integer);
  if (const std::string* text = bound(e)) return *text;
  return is_worth_a_variable(e) ? kept(e, Reading::integer) : computed(e, Reading::integer);
}

std::string CudaExpression::parameter(const Node& node, Reading reading) {
  if (node.bytes != 0) return fail("a member of a struct");
  const SubjectParameter& found = subject_.parameters[static_cast<size_t>(node.value)];
  if (reading == Reading::real) return real_of_element(found.type, found.name);
  if (is_floating(found.type)) return fail("a floating-point argument that is read as an integer");
  return found.type == ElementType::i32 ? found.name : "(long long)" + found.name;
}

std::string CudaExpression::load(Expr e, Reading reading) {
  const Node node = arena_[e];
  const std::string* const held = bound(e);
  const std::string element = held ? *held : "*(" + address(node.args[0], node.args[1], node.bytes) + ")";
  if (!failure_.empty()) return "0";
  const ElementType type = subject_.parameter(node.args[0]).type;
  if (reading == Reading::real) return real_of_element(type, element);
  if (is_floating(type)) return fail("a floating-point element that is read as an integer");
  return "(long long)" + element;
}

std::string CudaExpression::address(Expr array, Expr offset, int bytes) {
  const Node& node = arena_[array];
  if (node.kind != Kind::parameter || node.bytes != 0) return fail("an array inside a struct");
  const SubjectParameter& found = subject_.parameter(array);
  if (static_cast<uint64_t>(bytes) != bytes_of(found.type)) return fail("an access of another width");
  const auto index = lift::divide_exactly(arena_, offset, lift::integer(arena_, bytes));
  if (!index) return fail("an access between elements");
  const std::string text = integer(*index);
  return text == "0" ? found.name : found.name + " + " + text;
}

std::string CudaExpression::computed_real(Expr e) {
  const Node node = arena_[e];
  switch (node.kind) {
    case Kind::real:
      return number(lift::real_value(arena_, e));
    case Kind::sum:
      return sum(node);
    case Kind::product: {
      const Signed text = product(node);
      return (text.is_negative ? "-" : "") + text.text;
    }
    case Kind::inverse:
      return product(Node{Kind::product, 0, 0, {e}, {}}).text;
    case Kind::call:
      return call(e);
    default:
      if (!lift::is_integer(arena_, e) && node.kind != Kind::variable) return fail("an expression of this kind");
      return fmt::format("({})({})", real_type(), integer(e));
  }
}

std::string CudaExpression::sum(const Node& node) {
  std::vector<Signed> parts;
  for (const Expr arg : node.args) parts.push_back(signed_part(arg));
  std::stable_partition(parts.begin(), parts.end(), [](const Signed& part) { return !part.is_negative; });
  std::string text;
  for (const Signed& part : parts) {
    if (text.empty()) {
      text = (part.is_negative ? "-" : "") + part.text;
    } else {
      text += (part.is_negative ? " - " : " + ") + part.text;
    }
  }
  return text;
}

CudaExpression::Signed CudaExpression::signed_part(Expr e) {
  const Node node = arena_[e];
  if (!bound(e) && node.kind == Kind::product && !is_worth_a_variable(e)) return product(node);
  if (node.kind == Kind::real && lift::real_value(arena_, e) < 0) return {true, number(-lift::real_value(arena_, e))};
  return {false, node.kind == Kind::sum && !bound(e) && !is_worth_a_variable(e) ? "(" + real(e) + ")" : real(e)};
}

// Numerators and denominators: a * b / (c * d). The inverse of a root is one function.
CudaExpression::Signed CudaExpression::product(const Node& node) {
  Signed result;
  std::vector<std::string> above, below;
  for (const Expr arg : node.args) {
    const Node part = arena_[arg];
    if (part.kind == Kind::real && !bound(arg)) {
      const double value = lift::real_value(arena_, arg);
      result.is_negative ^= value < 0;
      if (std::abs(value) != 1) above.push_back(number(std::abs(value)));
    } else if (part.kind == Kind::inverse && !bound(arg)) {
      const Node inner = arena_[part.args[0]];
      const bool is_root = inner.kind == Kind::call && arena_.text(part.args[0]) == "sqrt" && !bound(part.args[0]);
      if (is_root && node.args.size() > 1 && is_worth_a_variable(arg)) {
        above.push_back(kept(arg, Reading::real));
        continue;
      }
      if (is_root) above.push_back(fmt::format("rsqrt{}({})", subject_.is_double() ? "" : "f", real(inner.args[0])));
      if (!is_root) below.push_back(factor(part.args[0]));
    } else {
      above.push_back(factor(arg));
    }
  }
  result.text = above.empty() ? number(1) : join(above, " * ");
  if (below.size() == 1) result.text += " / " + below[0];
  if (below.size() > 1) result.text += " / (" + join(below, " * ") + ")";
  return result;
}

std::string CudaExpression::factor(Expr e) {
  const std::string text = real(e);
  const Kind kind = arena_[e].kind;
  const bool is_compound = text.find(' ') != std::string::npos || text.starts_with("-");
  return is_compound && (kind == Kind::sum || kind == Kind::product || kind == Kind::inverse) && !bound(e)
             ? "(" + text + ")"
             : text;
}

std::string CudaExpression::computed_integer(Expr e) {
  const Node node = arena_[e];
  switch (node.kind) {
    case Kind::polynomial:
      return polynomial(node.terms);
    case Kind::quotient:
      return fmt::format("divide({}, {})", integer(node.args[0]), integer(node.args[1]));
    case Kind::remainder:
      return fmt::format("modulo({}, {})", integer(node.args[0]), integer(node.args[1]));
    case Kind::call:
      return integer_call(e);
    case Kind::variable:
    case Kind::special:
      return fail("an index that the schedule does not have");
    default:
      return fail("an expression of this kind");
  }
}

std::string CudaExpression::polynomial(const std::vector<Term>& terms) {
  std::string text;
  for (const bool negative : {false, true}) {
    for (const Term& each : terms) {
      if ((each.coefficient < 0) != negative) continue;
      text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
      text += term(each);
    }
  }
  if (text.empty()) return "0";
  const bool is_sum = terms.size() > 1 || terms[0].coefficient < 0 || terms[0].atoms.size() > 1;
  return is_sum ? "(" + text + ")" : text;
}

// Without its sign. Variables come first: they are wide, and so is what they are multiplied with.
std::string CudaExpression::term(const Term& term) {
  std::vector<std::string> wide, rest;
  for (const Expr atom : term.atoms) {
    (arena_[atom].kind == Kind::parameter ? rest : wide).push_back(integer(atom));
  }
  wide.insert(wide.end(), rest.begin(), rest.end());
  const auto size = static_cast<uint64_t>(std::abs(term.coefficient));
  if (size != 1 || wide.empty()) wide.push_back(std::to_string(size) + (size >> 31 != 0 ? "LL" : ""));
  const bool is_narrow = rest.size() == term.atoms.size() && wide.size() > 1 && !wide[0].starts_with("(long long)");
  return (is_narrow ? "(long long)" : "") + join(wide, " * ");
}

std::string CudaExpression::select(Expr e, Reading reading) {
  const Node node = arena_[e];
  const std::string test = condition(node.args[0]);
  const auto branch = [&](Expr part, const std::string& under) {
    path_.push_back(under);
    const size_t before = mark();
    std::string text = reading == Reading::real ? real(part) : integer(part);
    release(before);
    path_.pop_back();
    return text;
  };
  const std::string yes = branch(node.args[1], test), no = branch(node.args[2], "!" + test);
  return fmt::format("({} ? {} : {})", test, yes, no);
}

std::string CudaExpression::extreme(Expr e, Reading reading) {
  const Node node = arena_[e];
  const Fold how = node.kind == Kind::maximum ? Fold::maximum : Fold::minimum;
  std::string text;
  for (const Expr arg : node.args) {
    const std::string part = reading == Reading::real ? real(arg) : integer(arg);
    text = text.empty() ? part : combined(how, reading == Reading::real, text, part);
  }
  return text;
}

std::string CudaExpression::condition(Expr e) {
  const Node node = arena_[e];
  switch (node.kind) {
    case Kind::truth:
      return node.value != 0 ? "true" : "false";
    case Kind::nonneg:
      return "(" + integer(node.args[0]) + " >= 0)";
    case Kind::zero:
      return "(" + integer(node.args[0]) + " == 0)";
    case Kind::less:
      return "(" + real(node.args[0]) + " < " + real(node.args[1]) + ")";
    case Kind::equal:
      return "(" + real(node.args[0]) + " == " + real(node.args[1]) + ")";
    case Kind::negation:
      return "!" + condition(node.args[0]);
    case Kind::select:
      return fmt::format("({} ? {} : {})", condition(node.args[0]), condition(node.args[1]), condition(node.args[2]));
    case Kind::both:
    case Kind::either: {
      std::vector<std::string> parts;
      for (const Expr part : lift::conditions_in_order(arena_, node.args)) {
        parts.push_back(condition(part));
        path_.push_back(node.kind == Kind::both ? parts.back() : "!" + parts.back());
      }
      path_.resize(path_.size() - parts.size());
      return "(" + join(parts, node.kind == Kind::both ? " && " : " || ") + ")";
    }
    default:
      return fail("a condition of this kind");
  }
}

// A loop of the thread itself.
std::string CudaExpression::serial_reduction(Expr e, Reading reading) {
  const lift::OpenReduction open = lift::open_reduction(arena_, e);
  if (lift::gives_argument(open.how)) return fail("the place of an extreme inside another expression");
  const bool is_real = reading == Reading::real;
  const std::string count = integer(open.count), name = fresh("total"), variable = fresh("term");
  lines_.add(fmt::format("{} {} = {};", is_real ? real_type() : "long long", name, identity(open.how, is_real)));
  const std::string limit = path_.empty() ? count : fmt::format("({} ? {} : 0)", join(path_, " && "), count);
  lines_.open(fmt::format("for (long long {0} = 0; {0} < {1}; ++{0})", variable, limit));
  const size_t before = mark();
  auto path = std::exchange(path_, {});
  bind(open.variable, variable);
  const std::string body = is_real ? real(open.body) : integer(open.body);
  lines_.add(fmt::format("{} = {};", name, combined(open.how, is_real, name, body)));
  path_ = std::move(path);
  release(before);
  lines_.close();
  return name;
}

}  // namespace whet::write
