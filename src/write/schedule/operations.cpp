#include "write/schedule/operations.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

// Machine instructions of functions of float on sm_90, on the path that is usually taken (see kernels of the CUDA
// library compiled by nvcc 13.0): those of the special function unit apart.
struct FunctionCost {
  std::string_view name;
  double plain, special;
};
constexpr FunctionCost k_functions[] = {
    {"exp", 8, 1},   {"exp2", 3, 1}, {"log", 25, 0},  {"log2", 4, 1},   {"sqrt", 7, 1},   {"tanh", 12, 2},
    {"erf", 27, 1},  {"sin", 20, 0}, {"cos", 20, 0},  {"pow", 80, 2},   {"abs", 1, 0},    {"rint", 1, 1},
    {"floor", 1, 1}, {"ceil", 1, 1}, {"trunc", 1, 1}, {"log1p", 30, 0}, {"expm1", 20, 1}, {"cbrt", 15, 2},
};
constexpr FunctionCost k_division{"", 9, 1};
constexpr FunctionCost k_inverse_root{"", 3, 1};  // 1 / sqrt(x), written as rsqrtf
constexpr FunctionCost k_logistic_sum{"", 6, 2};  // 1 + tanh(x), written as 2 / (1 + exp(-2 x))
constexpr double k_other_function = 20;
constexpr double k_narrow_division = 20, k_wide_word = 2;  // instructions of integers of 64 bits for one of 32
constexpr double k_double_division = 30;

class OperationCount {
 public:
  OperationCount(const Subject& subject, Expr along) : subject_(subject), arena_(subject.arena), along_(along) {}

  void walk(Expr e, double times) {
    if (!seen_.insert(e.id).second || !arena_.contains(e, along_)) return;
    const Node node = arena_[e];
    if (const auto inner = argument_of_idiom(node)) {
      spend(is_inverse_root(node) ? k_inverse_root : k_logistic_sum, times);
      return walk(*inner, times);
    }
    count(e, node, times);
    if (node.kind == Kind::load) return;
    if (node.kind == Kind::reduction) {
      if (const auto length = lift::constant(arena_, node.args[0]))
        walk(node.args[1], times * static_cast<double>(*length));
      return;
    }
    for (const Expr arg : node.args) walk(arg, times);
    for (const lift::Term& term : node.terms) {
      for (const Expr atom : term.atoms) walk(atom, times);
    }
  }

  Operations found;

 private:
  bool is_call(Expr e, std::string_view name) const { return arena_[e].kind == Kind::call && arena_.text(e) == name; }

  bool is_inverse_root(const Node& node) const {
    return node.kind == Kind::inverse && is_call(node.args[0], "sqrt") && !subject_.is_double();
  }

  // What a function is asked for that is written as another one.
  std::optional<Expr> argument_of_idiom(const Node& node) const {
    if (is_inverse_root(node)) return arena_[node.args[0]].args[0];
    if (node.kind != Kind::sum || node.args.size() != 2 || subject_.is_double()) return std::nullopt;
    for (const size_t one : {0, 1}) {
      const Expr other = node.args[1 - one];
      const bool is_one = arena_[node.args[one]].kind == Kind::real && lift::real_value(arena_, node.args[one]) == 1;
      if (is_one && is_call(other, "tanh")) return arena_[other].args[0];
    }
    return std::nullopt;
  }

  void spend(const FunctionCost& cost, double times) {
    real(times * cost.plain), found.special += times * cost.special;
  }

  void real(double count) { (subject_.is_double() ? found.fp64 : found.fp32) += count; }

  void count(Expr e, const Node& node, double times) {
    const auto more = static_cast<double>(node.args.size()) - 1;
    switch (node.kind) {
      case Kind::sum:
        real(times * more);
        break;
      case Kind::product:  // half of them are fused with a sum
        real(times * std::max(0.5, more / 2));
        break;
      case Kind::inverse:
        division(times);
        break;
      case Kind::maximum:
      case Kind::minimum:
        lift::is_integer(arena_, e) ? found.integer += times* more* k_wide_word : found.fp32 += times * more;
        break;
      case Kind::call:
        call(arena_.text(e), times);
        break;
      case Kind::select:
      case Kind::less:
      case Kind::equal:
      case Kind::nonneg:
      case Kind::zero:
        found.integer += times;
        break;
      case Kind::quotient:
      case Kind::remainder:
        found.integer += times * k_narrow_division;
        break;
      case Kind::polynomial:
        found.integer += times * k_wide_word * std::max(0.5, static_cast<double>(node.terms.size()) - 1);
        break;
      case Kind::load:  // conversions of narrow elements
        if (node.bytes < 4) found.integer += times;
        break;
      default:
        break;
    }
  }

  void division(double times) {
    if (subject_.is_double()) {
      found.fp64 += times * k_double_division;
      return;
    }
    spend(k_division, times);
  }

  void call(std::string_view name, double times) {
    const auto* const cost = std::find_if(std::begin(k_functions), std::end(k_functions),
                                          [&](const FunctionCost& each) { return each.name == name; });
    if (cost == std::end(k_functions)) return real(times * k_other_function);
    spend(*cost, times);
  }

  const Subject& subject_;
  lift::Arena& arena_;
  Expr along_;
  std::set<uint32_t> seen_;
};

int depth_of(const lift::Arena& arena, Expr e, std::map<uint32_t, int>& known) {
  const auto found = known.find(e.id);
  if (found != known.end()) return found->second;
  const Node& node = arena[e];
  if (node.kind == Kind::reduction && !lift::constant(arena, node.args[0])) return 0;
  int deepest = 0;
  for (const Expr arg : node.args) deepest = std::max(deepest, depth_of(arena, arg, known));
  for (const lift::Term& term : node.terms) {
    for (const Expr atom : term.atoms) deepest = std::max(deepest, depth_of(arena, atom, known));
  }
  return known[e.id] = deepest + (node.kind == Kind::load ? 1 : 0);
}

}  // namespace

void Operations::add(const Operations& other, double times) {
  fp32 += times * other.fp32;
  integer += times * other.integer;
  fp64 += times * other.fp64;
  special += times * other.special;
}

Operations operations_of(const Subject& subject, const std::vector<Expr>& values, Expr along) {
  OperationCount count(subject, along);
  for (const Expr value : values) count.walk(value, 1);
  return count.found;
}

Operations fold_operations(const Subject& subject, lift::Fold how, bool is_real) {
  Operations one;
  if (lift::gives_argument(how))
    one.integer = 8;  // a place of 64 bits and a value are chosen by three comparisons
  else if (!is_real)
    one.integer = k_wide_word;
  else
    (subject.is_double() ? one.fp64 : one.fp32) = how == lift::Fold::squares ? 5 : 1;
  if (how == lift::Fold::squares) one.special = 1;
  return one;
}

int64_t fold_bytes(const Subject& subject, lift::Fold how, bool is_real) {
  const int64_t number = is_real && !subject.is_double() ? 4 : 8;
  if (how == lift::Fold::squares) return 3 * number;
  return lift::gives_argument(how) ? 16 : number;
}

int load_depth(const lift::Arena& arena, const std::vector<Expr>& values) {
  int deepest = 0;
  std::map<uint32_t, int> known;
  for (const Expr value : values) deepest = std::max(deepest, depth_of(arena, value, known));
  return deepest;
}

}  // namespace whet::write
