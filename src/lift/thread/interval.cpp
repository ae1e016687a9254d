#include "lift/thread/interval.h"

#include <algorithm>
#include <cmath>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

constexpr int k_most_parts = 500;  // that are looked at; results that share parts have many more

Interval of_word(int bits, Sign sign) {
  const double half = std::ldexp(1, bits - 1);
  return {sign == Sign::without ? 0 : -half, sign == Sign::with ? half - 1 : 2 * half - 1};
}

class IntervalSearch {
 public:
  IntervalSearch(const Arena& arena, const std::vector<Sign>& signs) : arena_(arena), signs_(signs) {}

  Interval of(Expr e) {
    if (--left_ < 0) return {};
    const Node& node = arena_[e];
    if (const auto number = constant(arena_, e)) return {static_cast<double>(*number), static_cast<double>(*number)};
    switch (node.kind) {
      case Kind::real:
        return {real_value(arena_, e), real_value(arena_, e)};
      case Kind::load:
        return of_load(node);
      case Kind::minimum:
      case Kind::maximum:
        return of_extreme(node);
      case Kind::call:
        return of_call(e, node);
      case Kind::select: {
        const Interval a = of(node.args[1]), b = of(node.args[2]);
        return {std::min(a.least, b.least), std::max(a.most, b.most)};
      }
      case Kind::remainder:
        return presumed_nonneg(arena_, node.args[0]) ? Interval{0, of(node.args[1]).most - 1} : Interval();
      case Kind::polynomial:
        return of_polynomial(node);
      default:
        return {};
    }
  }

 private:
  Interval of_load(const Node& load) const {
    if (load.bytes >= 4) return {};
    const Node& array = arena_[load.args[0]];
    const auto number = static_cast<size_t>(array.value);
    const bool is_declared = array.kind == Kind::parameter && number < signs_.size();
    return of_word(load.bytes * 8, is_declared ? signs_[number] : Sign::unknown);
  }

  // The least of several is at most each of them, the greatest at least.
  Interval of_extreme(const Node& node) {
    const bool least = node.kind == Kind::minimum;
    Interval result{least ? INFINITY : -INFINITY, least ? INFINITY : -INFINITY};
    for (const Expr arg : node.args) {
      const Interval one = of(arg);
      result.least = least ? std::min(result.least, one.least) : std::max(result.least, one.least);
      result.most = least ? std::min(result.most, one.most) : std::max(result.most, one.most);
    }
    return result;
  }

  Interval of_call(Expr e, const Node& node) {
    const std::string& name = arena_.text(e);
    if (node.args.empty()) return {};
    if (name == "int" || name == "rint" || name == "trunc" || name == "real") return of(node.args[0]);
    const auto last = constant(arena_, node.args.back());
    if (name == "wrap" && last && std::abs(*last) < 32)
      return of_word(static_cast<int>(std::abs(*last)), *last < 0 ? Sign::with : Sign::without);
    if (name != "and") return {};
    const auto first = constant(arena_, node.args[0]);
    const int64_t mask = std::max(first.value_or(-1), last.value_or(-1));
    return mask >= 0 ? Interval{0, static_cast<double>(mask)} : Interval();
  }

  // Sums of numbers with factors.
  Interval of_polynomial(const Node& node) {
    Interval result{0, 0};
    for (const Term& term : node.terms) {
      if (term.atoms.size() > 1) return {};
      const Interval one = term.atoms.empty() ? Interval{1, 1} : of(term.atoms[0]);
      const double a = static_cast<double>(term.coefficient) * one.least,
                   b = static_cast<double>(term.coefficient) * one.most;
      result.least += std::min(a, b);
      result.most += std::max(a, b);
    }
    return result;
  }

  const Arena& arena_;
  const std::vector<Sign>& signs_;
  int left_ = k_most_parts;
};

}  // namespace

Interval interval_of(const Arena& arena, Expr e, const std::vector<Sign>& signs) {
  return IntervalSearch(arena, signs).of(e);
}

bool fits(const Interval& interval, int bits, bool is_signed) {
  const double most = std::ldexp(1, is_signed ? bits - 1 : bits) - 1, least = is_signed ? -most - 1 : 0;
  return interval.least >= least && interval.most <= most;
}

}  // namespace whet::lift
