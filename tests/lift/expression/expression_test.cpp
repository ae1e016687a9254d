#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/print.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace expression_test {

class ExpressionTest : public ::testing::Test {
 protected:
  Expr number(int64_t value) { return integer(arena, value); }
  Expr element(Expr array, Expr index) { return arena.load(array, scale(arena, index, 4), 4); }
  std::string text(Expr e) { return print(arena, e, names); }

  Arena arena;
  Expr i = arena.fresh_variable(), j = arena.fresh_variable();
  Expr x = arena.parameter(0), y = arena.parameter(1), n = arena.parameter(2);
  Names names{{"x", "y", "n"}, {{i, "i"}, {j, "j"}}};
};

// The value of an integer or a condition, straight from the nodes.
int64_t value_of(const Arena& arena, Expr e, const std::map<uint32_t, int64_t>& variables) {
  const Node& node = arena[e];
  const auto part = [&](size_t which) { return value_of(arena, node.args[which], variables); };
  switch (node.kind) {
    case Kind::polynomial: {
      int64_t total = 0;
      for (const Term& term : node.terms) {
        int64_t product = term.coefficient;
        for (const Expr atom : term.atoms) product *= value_of(arena, atom, variables);
        total += product;
      }
      return total;
    }
    case Kind::quotient:
      return part(1) == 0 ? 0 : part(0) / part(1);
    case Kind::remainder:
      return part(1) == 0 ? 0 : part(0) % part(1);
    case Kind::truth:
      return node.value;
    case Kind::nonneg:
      return part(0) >= 0;
    case Kind::zero:
      return part(0) == 0;
    case Kind::negation:
      return part(0) == 0;
    case Kind::select:
      return part(0) != 0 ? part(1) : part(2);
    case Kind::both:
    case Kind::either: {
      const bool all = node.kind == Kind::both;
      for (size_t k = 0; k < node.args.size(); ++k) {
        if ((part(k) != 0) != all) return !all;
      }
      return all;
    }
    default:
      return variables.at(e.id);
  }
}

// An expression beside its value, made by the same operations in the same order.
struct Pair {
  Expr expression;
  int64_t value;
};

TEST_F(ExpressionTest, RandomIntegersHaveTheValueOfTheOperationsThatMadeThem) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const std::map<uint32_t, int64_t> variables{{i.id, random() % 50}, {j.id, random() % 50}, {n.id, 1 + random() % 9}};
    std::vector<Pair> made{{i, variables.at(i.id)}, {j, variables.at(j.id)}, {n, variables.at(n.id)}};
    for (int step = 0; step < 8; ++step) {
      const Pair a = made[random() % made.size()], b = made[random() % made.size()];
      const int64_t c = 1 + random() % 6;
      switch (random() % 5) {
        case 0:
          made.push_back({add(arena, a.expression, b.expression), a.value + b.value});
          break;
        case 1:
          made.push_back({subtract(arena, a.expression, b.expression), a.value - b.value});
          break;
        case 2:
          if (std::abs(a.value) > 100'000 || std::abs(b.value) > 100'000) break;
          made.push_back({multiply(arena, a.expression, b.expression), a.value * b.value});
          break;
        case 3:
          made.push_back({quotient(arena, a.expression, number(c)), a.value / c});
          break;
        default:
          made.push_back({remainder(arena, a.expression, number(c)), a.value % c});
      }
      ASSERT_EQ(value_of(arena, made.back().expression, variables), made.back().value) << text(made.back().expression);
    }
  }
  EXPECT_EQ(arena.exhausted(), "");
}

TEST_F(ExpressionTest, RandomConditionsHaveTheValueOfTheOperationsThatMadeThem) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    const std::map<uint32_t, int64_t> variables{{i.id, random() % 5}, {j.id, random() % 5}, {n.id, random() % 5}};
    const Expr atoms[] = {i, j, n, number(2), scale(arena, i, 2), add(arena, j, number(1))};
    std::vector<Pair> made;
    for (int step = 0; step < 12; ++step) {
      const Expr a = atoms[random() % 6], b = atoms[random() % 6];
      const int64_t p = value_of(arena, a, variables), q = value_of(arena, b, variables);
      made.push_back(random() % 2 ? Pair{less(arena, a, b), p < q} : Pair{zero(arena, subtract(arena, a, b)), p == q});
      const Pair c = made[random() % made.size()], d = made[random() % made.size()];
      switch (random() % 4) {
        case 0:
          made.push_back({both(arena, {c.expression, d.expression}), c.value && d.value});
          break;
        case 1:
          made.push_back({either(arena, {c.expression, d.expression}), c.value || d.value});
          break;
        case 2:
          made.push_back({negate(arena, c.expression), !c.value});
          break;
        default:
          made.push_back({select(arena, c.expression, d.expression, c.expression), c.value ? d.value : c.value});
      }
      ASSERT_EQ(value_of(arena, made.back().expression, variables), made.back().value) << text(made.back().expression);
    }
  }
}

TEST_F(ExpressionTest, PolynomialsHaveOneFormHoweverTheyWereMade) {
  const Expr expanded = add(arena, add(arena, multiply(arena, i, n), scale(arena, i, 2)), number(0));
  EXPECT_EQ(multiply(arena, i, add(arena, n, number(2))), expanded);
  EXPECT_EQ(subtract(arena, add(arena, i, j), j), i);
  EXPECT_EQ(quotient(arena, quotient(arena, i, number(3)), number(4)), quotient(arena, i, number(12)));
  EXPECT_EQ(text(subtract(arena, expanded, number(3))), "n*i + 2*i - 3");
}

TEST_F(ExpressionTest, ComparisonsHaveOneFormAndReadAsWritten) {
  EXPECT_EQ(negate(arena, less(arena, i, n)), nonneg(arena, subtract(arena, i, n)));
  EXPECT_EQ(text(less(arena, i, n)), "i < n");
  EXPECT_EQ(text(negate(arena, less(arena, i, n))), "n <= i");
  EXPECT_EQ(text(zero(arena, subtract(arena, i, number(3)))), "i == 3");
  EXPECT_EQ(text(negate(arena, zero(arena, i))), "i != 0");
  EXPECT_EQ(less(arena, scale(arena, i, 4), scale(arena, n, 4)), less(arena, i, n));
  EXPECT_EQ(less(arena, scale(arena, i, 4), number(10)), less(arena, i, number(3)));
}

TEST_F(ExpressionTest, AConditionAndItsOppositeJoin) {
  const Expr p = less(arena, i, n), q = less(arena, j, n);
  EXPECT_EQ(either(arena, {both(arena, {p, q}), both(arena, {p, negate(arena, q)}), negate(arena, p)}),
            either(arena, {negate(arena, p), q, negate(arena, q)}));
  EXPECT_EQ(either(arena, {p, both(arena, {negate(arena, p), q})}), either(arena, {p, q}));
  EXPECT_EQ(both(arena, {p, negate(arena, p)}), arena.truth(false));
}

TEST_F(ExpressionTest, SumsHaveNoOrderAndFmaIsNoOperationOfItsOwn) {
  const Expr a = element(x, i), b = element(y, i);
  EXPECT_EQ(sum(arena, {a, sum(arena, {b, real(arena, 1)})}), sum(arena, {sum(arena, {real(arena, 1), b}), a}));
  EXPECT_EQ(text(sum(arena, {product(arena, {real(arena, 2), a}), b})), "y[i] + 2*x[i]");
  EXPECT_EQ(text(difference(arena, a, b)), "x[i] - y[i]");
  EXPECT_EQ(text(product(arena, {a, inverse(arena, sum(arena, {b, real(arena, 1)}))})), "x[i]/(y[i] + 1)");
}

TEST_F(ExpressionTest, AChoiceOfTheGreaterIsAMaximum) {
  const Expr a = element(x, i), nothing = real(arena, 0);
  EXPECT_EQ(select(arena, real_less(arena, nothing, a), a, nothing), maximum(arena, {nothing, a}));
  EXPECT_EQ(select(arena, negate(arena, real_less(arena, nothing, a)), nothing, a), maximum(arena, {nothing, a}));
  EXPECT_EQ(select(arena, real_less(arena, a, nothing), a, nothing), minimum(arena, {a, nothing}));
}

TEST_F(ExpressionTest, AMaximumBeginsWithNothingOrClamps) {
  const Expr a = element(x, i), start = real(arena, -3.4e38), k = arena.fresh_variable();
  const Expr largest = close_reduction(arena, {Fold::maximum, k, n, element(x, k)});
  EXPECT_EQ(maximum(arena, {start, largest}), largest);
  EXPECT_EQ(maximum(arena, {start, a, largest}), maximum(arena, {a, largest}));
  EXPECT_NE(maximum(arena, {start, a}), a);  // an element may be -inf
  EXPECT_EQ(maximum(arena, {real(arena, -INFINITY), a}), a);
}

TEST_F(ExpressionTest, ReductionsDoNotRememberTheirVariable) {
  const Expr k = arena.fresh_variable(), l = arena.fresh_variable();
  const Expr one = close_reduction(arena, {Fold::sum, k, n, element(x, k)});
  EXPECT_EQ(one, close_reduction(arena, {Fold::sum, l, n, element(x, l)}));
  EXPECT_EQ(text(one), "sum(k < n: x[k])");
}

TEST_F(ExpressionTest, AReductionMayBePutIntoAReduction) {
  const Expr k = arena.fresh_variable(), l = arena.fresh_variable();
  const Expr inner = close_reduction(arena, {Fold::maximum, k, n, element(y, k)});
  const Expr outer = close_reduction(arena, {Fold::sum, l, n, difference(arena, element(x, l), j)});
  const Expr put = substitute(arena, outer, {{j, inner}});
  EXPECT_EQ(put, close_reduction(arena, {Fold::sum, k, n, difference(arena, element(x, k), inner)}));
  EXPECT_EQ(text(put), "sum(l < n: x[l] - max(k < n: y[k]))");
}

TEST_F(ExpressionTest, UnrolledAndDescendingReductionsAreTheSame) {
  const Expr k = arena.fresh_variable();
  const Expr twice = scale(arena, k, 2);
  const Expr unrolled = sum(arena, {element(x, twice), element(x, add(arena, twice, number(1)))});
  const Expr down = subtract(arena, scale(arena, n, 2), add(arena, k, number(1)));
  const Expr plain = close_reduction(arena, {Fold::sum, k, scale(arena, n, 2), element(x, k)});
  EXPECT_EQ(close_reduction(arena, {Fold::sum, k, n, unrolled}), plain)
      << text(close_reduction(arena, {Fold::sum, k, n, unrolled}));
  EXPECT_EQ(close_reduction(arena, {Fold::sum, k, scale(arena, n, 2), element(x, down)}), plain);
  const Expr rest = close_reduction(arena, {Fold::sum, k, j, element(x, add(arena, k, n))});
  const auto joined = join_ranges(arena, close_reduction(arena, {Fold::sum, k, n, element(x, k)}), rest);
  ASSERT_TRUE(joined);
  EXPECT_EQ(*joined, close_reduction(arena, {Fold::sum, k, add(arena, n, j), element(x, k)}));
}

TEST_F(ExpressionTest, TheOrderDoesNotDependOnWhatWasMadeFirst) {
  Arena other;
  const Expr b = other.parameter(1), a = other.parameter(0);
  EXPECT_EQ(print(other, sum(other, {other.load(b, integer(other, 0), 4), other.load(a, integer(other, 0), 4)}), names),
            text(sum(arena, {element(x, number(0)), element(y, number(0))})));
}

TEST_F(ExpressionTest, ABudgetEndsGrowthWithAReason) {
  Arena small(50);
  Expr e = small.parameter(0);
  for (int k = 0; k < 100; ++k) e = small.call("f", {e, integer(small, k)});
  EXPECT_NE(small.exhausted().find("more than 50 nodes"), std::string::npos) << small.exhausted();
  Arena deep;
  e = deep.parameter(0);
  for (int k = 0; k < 3000; ++k) e = deep.call("f", {e});
  EXPECT_NE(deep.exhausted().find("deep"), std::string::npos) << deep.exhausted();
  Arena wide;
  e = scale(wide, wide.parameter(0), INT64_MAX);
  add(wide, e, e);
  EXPECT_NE(wide.exhausted().find("64 bits"), std::string::npos) << wide.exhausted();
}

}  // namespace expression_test
}  // namespace whet::lift
