#include "lift/evaluate/value_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"

namespace whet::lift {
namespace value_evaluator_test {

class ValueEvaluatorTest : public ::testing::Test {
 protected:
  // x is parameter 0, an array of fp32; n is parameter 1; a is parameter 2, a floating-point number.
  ValueEvaluatorTest() {
    surroundings.arrays.emplace(0, LazyArray(ArrayRecipe{.flavour = Flavour::integers, .seed = 5}));
    surroundings.integers[{1, 0}] = 10;
    surroundings.reals[{2, 0}] = 1.5;
    surroundings.launch[static_cast<size_t>(Special::nctaid_x)] = 3;
  }

  Expr x(Expr index) { return arena.load(arena.parameter(0), scale(arena, index, 4), 4); }
  Expr sum_of(Expr count, Expr variable, Expr body, Fold how = Fold::sum) {
    return close_reduction(arena, {how, variable, count, body});
  }
  double element(int64_t i) { return LazyArray(ArrayRecipe{.flavour = Flavour::integers, .seed = 5}).real(4 * i); }

  Arena arena;
  Surroundings surroundings;
};

TEST_F(ValueEvaluatorTest, IntegersAreExact) {
  const Expr n = arena.parameter(1), big = integer(arena, int64_t{1} << 40);
  const Expr e = quotient(arena, add(arena, multiply(arena, n, big), integer(arena, 7)), n);
  ValueEvaluator values(arena, surroundings, 0, 1000);
  EXPECT_EQ(values.integer(e), ((int64_t{10} << 40) + 7) / 10);
  EXPECT_EQ(values.integer(remainder(arena, subtract(arena, integer(arena, 0), n), integer(arena, 3))), -1);
  EXPECT_EQ(values.failure(), "");
}

TEST_F(ValueEvaluatorTest, AnIntegerThatDoesNotFitIsAFailureAndNotAWrongValue) {
  const Expr huge = integer(arena, int64_t{1} << 62);
  const Expr e = multiply(arena, arena.parameter(1), huge);
  ValueEvaluator values(arena, surroundings, 0, 1000);
  values.integer(e);
  EXPECT_NE(values.failure().find("64 bits"), std::string::npos);
}

// By the tables of the formats (OCP 8-bit floating point): largest numbers, the smallest ones, NaN and infinity.
TEST_F(ValueEvaluatorTest, BytesAreNumbersOfTheirFormat) {
  const auto value = [&](const char* format, int bits) {
    ValueEvaluator values(arena, surroundings, 0, 1000);
    return values.real(arena.call(format, {integer(arena, bits)})).value;
  };
  EXPECT_EQ(value("e4m3", 0x38), 1);
  EXPECT_EQ(value("e4m3", 0x7e), 448);
  EXPECT_EQ(value("e4m3", 0xfe), -448);
  EXPECT_EQ(value("e4m3", 0x01), 0x1p-9);
  EXPECT_EQ(value("e4m3", 0x07), 7 * 0x1p-9);
  EXPECT_EQ(value("e4m3", 0x08), 0x1p-6);
  EXPECT_EQ(value("e4m3", -72), -1);
  EXPECT_TRUE(std::isnan(value("e4m3", 0x7f)) && std::isnan(value("e4m3", 0xff)));
  EXPECT_EQ(value("e5m2", 0x3c), 1);
  EXPECT_EQ(value("e5m2", 0x7b), 57344);
  EXPECT_EQ(value("e5m2", 0x83), -3 * 0x1p-16);
  EXPECT_EQ(value("e5m2", 0x04), 0x1p-14);
  EXPECT_EQ(value("e5m2", 0xfc), -INFINITY);
  EXPECT_TRUE(std::isnan(value("e5m2", 0x7d)));
}

TEST_F(ValueEvaluatorTest, DivisionByZeroIsAFailure) {
  const Expr e = quotient(arena, integer(arena, 1), subtract(arena, arena.parameter(1), integer(arena, 10)));
  ValueEvaluator values(arena, surroundings, 0, 1000);
  values.integer(e);
  EXPECT_NE(values.failure().find("divided by 0"), std::string::npos);
}

TEST_F(ValueEvaluatorTest, AReductionIsTheSumOfItsElements) {
  const Expr k = arena.fresh_variable();
  const Expr total = sum_of(arena.parameter(1), k, product(arena, {x(k), arena.parameter(2)}));
  ValueEvaluator values(arena, surroundings, 0x1p-24, 10'000);
  double expected = 0;
  for (int i = 0; i < 10; ++i) expected += 1.5 * element(i);
  EXPECT_DOUBLE_EQ(values.real(total).value, expected);
  EXPECT_EQ(values.counts().multiplications, 10u);
  EXPECT_EQ(values.counts().adds, 10u);
  EXPECT_EQ(surroundings.arrays.at(0).size(), 10);
}

TEST_F(ValueEvaluatorTest, WhatALoopDoesNotChangeIsComputedOnce) {
  const Expr i = arena.fresh_variable(), k = arena.fresh_variable();
  const Expr total = sum_of(arena.parameter(1), k, x(k));
  const Expr value = sum(arena, {total, x(i)});
  ValueEvaluator values(arena, surroundings, 0, 10'000);
  for (int at = 0; at < 5; ++at) {
    values.set(i, at);
    values.real(value);
  }
  EXPECT_EQ(values.counts().adds, 10u + 5u);
}

TEST_F(ValueEvaluatorTest, ANestedReductionSeesTheOuterVariable) {
  const Expr k = arena.fresh_variable(), l = arena.fresh_variable();
  const Expr inner = sum_of(integer(arena, 3), l, x(add(arena, multiply(arena, k, integer(arena, 7)), l)));
  const Expr outer = sum_of(integer(arena, 4), k, product(arena, {inner, inner}));
  ValueEvaluator values(arena, surroundings, 0, 10'000);
  double expected = 0;
  for (int a = 0; a < 4; ++a) {
    double part = 0;
    for (int b = 0; b < 3; ++b) part += element(7 * a + b);
    expected += part * part;
  }
  EXPECT_DOUBLE_EQ(values.real(outer).value, expected);
}

TEST_F(ValueEvaluatorTest, AGuardedLoadIsNotMade) {
  const Expr n = arena.parameter(1), i = arena.fresh_variable();
  const Expr inside = both(arena, {nonneg(arena, i), less(arena, i, n)});
  const Expr value = select(arena, inside, x(i), real(arena, 0));
  ValueEvaluator values(arena, surroundings, 0, 1000);
  values.set(i, -1);
  EXPECT_EQ(values.real(value).value, 0);
  EXPECT_EQ(values.failure(), "");
  EXPECT_EQ(surroundings.arrays.at(0).size(), 0);
}

TEST_F(ValueEvaluatorTest, ARangeIsCheckedBeforeTheLoadThatItProtects) {
  const Expr n = arena.parameter(1), i = arena.fresh_variable();
  const Expr positive = real_less(arena, real(arena, 0), x(i));
  const Expr guard = both(arena, {positive, nonneg(arena, i), less(arena, i, n)});
  ValueEvaluator values(arena, surroundings, 0, 1000);
  values.set(i, -5);
  EXPECT_EQ(values.condition(guard), ValueEvaluator::Truth::no);
  EXPECT_EQ(values.failure(), "");
}

TEST_F(ValueEvaluatorTest, AnElementBeforeTheArrayIsAFailure) {
  ValueEvaluator values(arena, surroundings, 0, 1000);
  values.real(x(integer(arena, -1)));
  EXPECT_NE(values.failure().find("before the start"), std::string::npos);
}

TEST_F(ValueEvaluatorTest, AComparisonThatRoundingDecidesIsClose) {
  const Expr third = inverse(arena, real(arena, 3)), a = arena.parameter(2);
  const Expr near = sum(arena, {product(arena, {third, real(arena, 4.5)}), real(arena, 0)});
  ValueEvaluator values(arena, surroundings, 0x1p-24, 1000);
  EXPECT_EQ(values.condition(real_less(arena, near, a)), ValueEvaluator::Truth::close);
  EXPECT_EQ(values.condition(real_less(arena, real(arena, 1.25), a)), ValueEvaluator::Truth::yes);
}

TEST_F(ValueEvaluatorTest, ALongEvaluationEndsAtItsBudget) {
  const Expr k = arena.fresh_variable();
  const Expr total = sum_of(integer(arena, int64_t{1} << 50), k, arena.call("real", {k}));
  ValueEvaluator values(arena, surroundings, 0, 1000);
  values.real(total);
  EXPECT_NE(values.failure().find("too long"), std::string::npos);
}

TEST_F(ValueEvaluatorTest, AnArgumentIsTheFirstOfTheGreatest) {
  const Expr k = arena.fresh_variable();
  const Expr at = sum_of(integer(arena, 40), k, x(k), Fold::argmaximum);
  ValueEvaluator values(arena, surroundings, 0x1p-23, 10'000);
  int64_t expected = 0;
  for (int64_t i = 1; i < 40; ++i) expected = element(i) > element(expected) ? i : expected;
  EXPECT_EQ(values.integer(at), expected);
  EXPECT_EQ(values.failure(), "");
}

TEST_F(ValueEvaluatorTest, AnArgumentThatRoundingMayExchangeIsUnsure) {
  const Expr k = arena.fresh_variable();
  const Expr nearly_equal = arena.call("exp", {product(arena, {x(k), real(arena, 1e-9)})});
  const Expr at = sum_of(integer(arena, 40), k, nearly_equal, Fold::argmaximum);
  ValueEvaluator values(arena, surroundings, 0x1p-23, 10'000);
  EXPECT_TRUE(values.whole(at).is_unsure);
}

TEST_F(ValueEvaluatorTest, WrapKeepsTheLowBits) {
  const Expr n = arena.parameter(1);
  const auto wrapped = [&](int64_t value, int64_t bits) {
    const Expr number = add(arena, n, integer(arena, value - 10));
    ValueEvaluator values(arena, surroundings, 0, 1000);
    return values.integer(arena.call("wrap", {number, integer(arena, bits)}));
  };
  EXPECT_EQ(wrapped(300, 8), 44);
  EXPECT_EQ(wrapped(200, -8), -56);
  EXPECT_EQ(wrapped(-1, 16), 65535);
  EXPECT_EQ(wrapped(127, -8), 127);
}

TEST_F(ValueEvaluatorTest, WhatWrapsAt64BitsIsRightInItsLowBits) {
  const Expr huge = multiply(arena, arena.parameter(1), integer(arena, (int64_t{1} << 62) + 3));
  ValueEvaluator values(arena, surroundings, 0, 1000);
  const Whole product = values.whole(huge);
  EXPECT_TRUE(product.has_wrapped);
  EXPECT_EQ(static_cast<uint64_t>(product.value), 10 * ((uint64_t{1} << 62) + 3));
  EXPECT_EQ(values.integer(arena.call("wrap", {huge, integer(arena, 32)})), 30);
  EXPECT_EQ(values.failure(), "");
}

TEST_F(ValueEvaluatorTest, BitFunctionsAreThoseOfTheirWidth) {
  const Expr minus_two = subtract(arena, integer(arena, 8), arena.parameter(1));
  ValueEvaluator values(arena, surroundings, 0, 1000);
  EXPECT_EQ(values.integer(arena.call("popc", {minus_two})), 31);
  EXPECT_EQ(values.integer(arena.call("popc64", {minus_two})), 63);
  EXPECT_EQ(values.integer(arena.call("clz", {arena.parameter(1)})), 28);
  EXPECT_EQ(values.integer(arena.call("clz64", {arena.parameter(1)})), 60);
  EXPECT_EQ(values.integer(arena.call("shr", {minus_two, integer(arena, 1)})), -1);
}

TEST_F(ValueEvaluatorTest, ANumberBetweenTwoIntegersIsTruncatedAndOneAtABorderIsUnsure) {
  const Expr third = product(arena, {arena.parameter(2), inverse(arena, real(arena, 0.7))});
  const Expr border = product(arena, {arena.parameter(2), inverse(arena, real(arena, 1.5))});
  ValueEvaluator values(arena, surroundings, 0x1p-23, 1000);
  EXPECT_EQ(values.integer(arena.call("int", {third})), 2);
  EXPECT_TRUE(values.whole(arena.call("int", {border})).is_unsure);
}

TEST_F(ValueEvaluatorTest, ASmallFormatAddsItsRounding) {
  const Expr third = inverse(arena, real(arena, 3));
  const Expr exact = product(arena, {arena.parameter(2), real(arena, 2)});
  ValueEvaluator values(arena, surroundings, {0x1p-23, true}, 1000);
  const Estimate half = values.real(arena.call("half", {third})), bfloat = values.real(arena.call("bfloat16", {third}));
  EXPECT_LE(std::abs(nearest(1.0 / 3, NumberFormat::half) - half.value), half.error);
  EXPECT_LE(std::abs(nearest(1.0 / 3, NumberFormat::bfloat16) - bfloat.value), bfloat.error);
  EXPECT_LT(half.error, 0.001);
  EXPECT_GT(bfloat.error, half.error);
  EXPECT_EQ(values.real(arena.call("half", {exact})).error, 0);
}

TEST(EstimateTest, FewBitsAreExactOnlyInKernelsThatNeitherDivideNorCallFunctions) {
  EstimateSum sum;
  for (int i = 1; i <= 100; ++i) sum.add({static_cast<double>(i), 0});
  EXPECT_EQ(sum.total({0x1p-23, true}).error, 0);
  EXPECT_GT(sum.total({0x1p-23, false}).error, 0);
  sum.add({0x1p-20, 0});
  EXPECT_GT(sum.total({0x1p-23, true}).error, 0);
  EXPECT_EQ(EstimateMath({0x1p-23, true}).product({{3, 0}, {1.5, 0}}).error, 0);
  EXPECT_GT(EstimateMath({0x1p-23, true}).product({{16777215, 0}, {3, 0}}).error, 0);
}

TEST(EstimateTest, ExponentialsBeyondAFloatAreInfiniteInSinglePrecisionOnly) {
  const auto& exp = *EstimateMath::function("exp");
  const EstimateMath single(0x1p-23), wide(0x1p-52);
  EXPECT_EQ(single.call(exp, {200, 0}, {}).value, INFINITY);
  EXPECT_EQ(single.inverse(single.call(exp, {200, 0}, {})).value, 0);
  EXPECT_LT(single.inverse(single.call(exp, {200, 0}, {})).error, 1e-30);
  EXPECT_EQ(wide.call(exp, {200, 0}, {}).value, std::exp(200.0));
  EXPECT_FALSE(std::isfinite(single.call(exp, {88.7, 0.1}, {}).error));  // nobody knows
}

TEST(EstimateTest, ADifferenceOfEqualNumbersIsZero) {
  EstimateSum sum;
  sum.add({0.1, 0});
  sum.add({-0.1, 0});
  EXPECT_EQ(sum.total({0x1p-23, false}).error, 0);
}

TEST(EstimateTest, AnInfiniteTermIsTheSumAndHasNoError) {
  EstimateSum masked, open;
  for (EstimateSum* const sum : {&masked, &open}) sum->add({3, 0.5});
  masked.add({-INFINITY, 0});
  EXPECT_EQ(masked.total(0x1p-23).value, -INFINITY);
  EXPECT_EQ(masked.total(0x1p-23).error, 0);
  const EstimateMath math(0x1p-23);
  EXPECT_EQ(math.call(*EstimateMath::function("exp"), masked.total(0x1p-23), {}).value, 0);
  masked.add({INFINITY, 0});
  EXPECT_TRUE(std::isnan(masked.total(0x1p-23).value));
  open.add({-INFINITY, INFINITY});  // nobody knows
  EXPECT_FALSE(std::isfinite(open.total(0x1p-23).error));
  EXPECT_EQ(math.product({{-1, 0}, {-INFINITY, 0}}).error, 0);
  EXPECT_FALSE(std::isfinite(math.product({{0, 0.5}, {-INFINITY, 0}}).error));
}

TEST(NumberFormatTest, NumbersComeBackFromTheirBits) {
  for (const NumberFormat format :
       {NumberFormat::half, NumberFormat::bfloat16, NumberFormat::fp32, NumberFormat::fp64}) {
    for (const double value : {0.0, 1.0, -2.5, 0x1p-14, 0x1p-20, 1000.0, -double{INFINITY}}) {
      EXPECT_EQ(number_of(bits_of(value, format), format), value);
    }
  }
  EXPECT_EQ(nearest(2049, NumberFormat::half), 2048);  // to even
  EXPECT_EQ(nearest(2051, NumberFormat::half), 2052);
  EXPECT_EQ(nearest(70000, NumberFormat::half), INFINITY);
  EXPECT_EQ(nearest(257, NumberFormat::bfloat16), 256);
  EXPECT_EQ(bits_of(1.5, NumberFormat::half), 0x3e00u);
  EXPECT_EQ(bits_of(1.5, NumberFormat::bfloat16), 0x3fc0u);
}

TEST(EstimateTest, TheBoundHoldsForSumsInFp32InAnyOrder) {
  for (int seed = 1; seed < 20; ++seed) {
    LazyArray array(ArrayRecipe{.flavour = Flavour::fractions, .seed = static_cast<uint64_t>(seed)});
    EstimateSum sum;
    float forward = 0, backward = 0;
    for (int i = 0; i < 500; ++i) sum.add({array.real(4 * i), 0});
    for (int i = 0; i < 500; ++i) forward += static_cast<float>(array.real(4 * i));
    for (int i = 499; i >= 0; --i) backward += static_cast<float>(array.real(4 * i));
    const Estimate total = sum.total(0x1p-24);
    EXPECT_LE(std::abs(forward - total.value), total.error);
    EXPECT_LE(std::abs(backward - total.value), total.error);
    EXPECT_LT(total.error, 0.01);  // and is small enough to see a missing term
  }
}

TEST(LazyArrayTest, OffsetsNeverDecreaseAndIndicesStayBelowTheirLimit) {
  LazyArray offsets(ArrayRecipe{.kind = ArrayRecipe::Kind::offsets, .seed = 3});
  LazyArray indices(ArrayRecipe{.kind = ArrayRecipe::Kind::indices, .limit = 17, .seed = 3});
  EXPECT_EQ(offsets.integer(0), 0);
  for (int i = 1; i < 200; ++i) {
    EXPECT_LE(offsets.integer(4 * (i - 1)), offsets.integer(4 * i));
    EXPECT_GE(indices.integer(4 * i), 0);
    EXPECT_LT(indices.integer(4 * i), 17);
  }
}

TEST(LazyArrayTest, IndicesFitTheirElements) {
  LazyArray bytes(
      ArrayRecipe{.kind = ArrayRecipe::Kind::indices, .bytes = 1, .is_unsigned = true, .limit = 1000, .seed = 3});
  LazyArray flags(ArrayRecipe{.bytes = 1, .is_unsigned = true, .is_bool = true, .seed = 3});
  for (int i = 0; i < 500; ++i) {
    EXPECT_LT(bytes.integer(i), 256);
    EXPECT_LT(flags.integer(i), 2);
  }
}

TEST(LazyArrayTest, APermutationHasEveryNumberOnce) {
  for (const int64_t length : {1, 2, 6, 10, 37, 64}) {
    LazyArray array(ArrayRecipe{.kind = ArrayRecipe::Kind::permutation, .limit = length});
    std::vector<bool> seen(static_cast<size_t>(length));
    for (int64_t i = 0; i < length; ++i) seen.at(static_cast<size_t>(array.integer(4 * i))) = true;
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), length);
  }
}

// Results that depend on which of equal elements counts need many of them.
TEST(LazyArrayTest, TiedElementsAreThreeNumbers) {
  LazyArray reals(ArrayRecipe{.flavour = Flavour::tied, .seed = 3});
  LazyArray wholes(ArrayRecipe{.flavour = Flavour::tied, .is_integral = true, .seed = 3});
  for (int i = 0; i < 200; ++i) {
    EXPECT_LE(std::abs(reals.real(4 * i)), 1);
    EXPECT_LE(std::abs(wholes.integer(4 * i)), 1);
  }
}

TEST(LazyArrayTest, AmongIntegersAreBytesOfTheirWholeRange) {
  LazyArray with(ArrayRecipe{.flavour = Flavour::integers, .bytes = 1, .is_integral = true, .seed = 3});
  LazyArray without(
      ArrayRecipe{.flavour = Flavour::integers, .bytes = 1, .is_unsigned = true, .is_integral = true, .seed = 3});
  int64_t least = 0, most = 0, most_without = 0;
  for (int i = 0; i < 500; ++i) {
    least = std::min(least, with.integer(i));
    most = std::max(most, with.integer(i));
    most_without = std::max(most_without, without.integer(i));
  }
  EXPECT_TRUE(least >= -128 && least < -100) << least;
  EXPECT_TRUE(most <= 127 && most > 100) << most;
  EXPECT_TRUE(most_without <= 255 && most_without > 230) << most_without;
}

}  // namespace value_evaluator_test
}  // namespace whet::lift
