#include "write/text/cuda_expression.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"
#include "util/text.h"

namespace whet::write {

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

}  // namespace whet::write
