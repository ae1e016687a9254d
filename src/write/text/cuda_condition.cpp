// CudaExpression: conditions, what depends on them, and loops of the thread.
#include <fmt/format.h>

#include "lift/evaluate/evaluation_order.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "util/text.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

using lift::Fold;
using lift::Kind;
using lift::Node;

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
