#include "util/text/expression.h"

#include <gtest/gtest.h>

#include <map>

namespace whet {
namespace expression_test {

NumberLookup numbers(std::map<std::string, double, std::less<>> values) {
  return [values = std::move(values)](std::string_view name) -> std::optional<double> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

Evaluation evaluate(std::string_view text, const NumberLookup& lookup = numbers({})) {
  const auto expression = Expression::parse(text);
  EXPECT_TRUE(expression.ok()) << text << ": " << (expression ? "" : describe(expression.error()));
  return expression ? expression->evaluate(lookup) : Evaluation{};
}

double value(std::string_view text, const NumberLookup& lookup = numbers({})) {
  const Evaluation evaluation = evaluate(text, lookup);
  EXPECT_TRUE(evaluation.value.has_value()) << text;
  return evaluation.value.value_or(-12345);
}

Error refusal(std::string_view text) {
  const auto expression = Expression::parse(text);
  EXPECT_FALSE(expression.ok()) << text;
  return expression ? Error{} : expression.error();
}

TEST(Expression, MultiplicationBindsTighterThanAddition) {
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("(2 + 3) * 4"), 20);
  EXPECT_EQ(value("2 * 3 + 4"), 10);
}

TEST(Expression, OperatorsOfOnePrecedenceGoFromTheLeft) {
  EXPECT_EQ(value("10 - 3 - 2"), 5);
  EXPECT_EQ(value("16 / 4 / 2"), 2);
  EXPECT_EQ(value("17 % 10 % 4"), 3);
}

TEST(Expression, DivisionIsReal) {
  EXPECT_EQ(value("7 / 2"), 3.5);
}

TEST(Expression, MinusIsAPrefixToo) {
  EXPECT_EQ(value("-2 + 5"), 3);
  EXPECT_EQ(value("3 - -2"), 5);
  EXPECT_EQ(value("--4"), 4);
  EXPECT_EQ(value("-2 * 3"), -6);
}

TEST(Expression, NumbersMayHaveFractionsAndExponents) {
  EXPECT_EQ(value("1.5e3"), 1500);
  EXPECT_EQ(value(".25"), 0.25);
  EXPECT_EQ(value("2e-1"), 0.2);
}

TEST(Expression, ComparisonsAreOneOrZero) {
  EXPECT_EQ(value("3 < 4"), 1);
  EXPECT_EQ(value("4 < 3"), 0);
  EXPECT_EQ(value("4 <= 4"), 1);
  EXPECT_EQ(value("4 >= 5"), 0);
  EXPECT_EQ(value("4 > 3"), 1);
  EXPECT_EQ(value("1 + 1 == 2"), 1);
  EXPECT_EQ(value("1 != 1"), 0);
}

TEST(Expression, NotBindsLooserThanComparisonAndTighterThanAnd) {
  EXPECT_EQ(value("not 1 == 2"), 1);
  EXPECT_EQ(value("not 0 and 0"), 0);
  EXPECT_EQ(value("not (0 and 0)"), 1);
  EXPECT_EQ(value("not not 7"), 1);
}

TEST(Expression, AndBindsTighterThanOr) {
  EXPECT_EQ(value("1 or 1 and 0"), 1);
  EXPECT_EQ(value("(1 or 1) and 0"), 0);
}

TEST(Expression, FunctionsDoWhatTheirNamesSay) {
  EXPECT_EQ(value("ceil_div(8192, 32)"), 256);
  EXPECT_EQ(value("ceil_div(8193, 32)"), 257);
  EXPECT_EQ(value("min(3, 1, 2)"), 1);
  EXPECT_EQ(value("max(3, 1, 2)"), 3);
  EXPECT_EQ(value("max(5)"), 5);
  EXPECT_EQ(value("abs(-3)"), 3);
  EXPECT_EQ(value("floor(2.9)"), 2);
  EXPECT_EQ(value("ceil(2.1)"), 3);
  EXPECT_EQ(value("round(2.5)"), 3);
  EXPECT_EQ(value("log2(1024)"), 10);
  EXPECT_EQ(value("pow(2, 10)"), 1024);
}

TEST(Expression, CeilDivIsExactWhereDoublesWouldRound) {
  EXPECT_EQ(value("ceil_div(9007199254740991, 2)"), 4503599627370496.0);
  EXPECT_EQ(value("ceil_div(9007199254740990, 3)"), 3002399751580330.0);
  EXPECT_EQ(value("ceil_div(-7, 2)"), -3);
}

TEST(Expression, NamesMayHaveDots) {
  EXPECT_EQ(value("hot.lds_per_ffma > 0.5", numbers({{"hot.lds_per_ffma", 0.75}})), 1);
  EXPECT_EQ(value("dram__throughput.avg.pct * 2", numbers({{"dram__throughput.avg.pct", 40}})), 80);
}

TEST(Expression, NamesThatBeginLikeWordsAreNames) {
  EXPECT_EQ(value("order + android + nothing", numbers({{"order", 1}, {"android", 2}, {"nothing", 3}})), 6);
}

TEST(Expression, ListsItsNamesOnceInOrder) {
  const auto expression = Expression::parse("b + a * b + min(c.d, a)");
  ASSERT_TRUE(expression.ok());
  EXPECT_EQ(expression->identifiers(), (std::vector<std::string>{"b", "a", "c.d"}));
}

TEST(Expression, AnAbsentNameMakesTheResultAbsentAndIsNamed) {
  const Evaluation evaluation = evaluate("a + b * c + b", numbers({{"a", 1}}));
  EXPECT_FALSE(evaluation.value);
  EXPECT_FALSE(evaluation.holds());
  EXPECT_EQ(evaluation.absent, (std::vector<std::string>{"b", "c"}));
}

TEST(Expression, FalseAndAbsentIsFalseFromEitherSide) {
  EXPECT_EQ(value("0 and gone"), 0);
  EXPECT_EQ(value("gone and 0"), 0);
  EXPECT_EQ(evaluate("1 and gone").absent, std::vector<std::string>{"gone"});
  EXPECT_FALSE(evaluate("gone and 1").value);
}

TEST(Expression, TrueOrAbsentIsTrueFromEitherSide) {
  EXPECT_EQ(value("1 or gone"), 1);
  EXPECT_EQ(value("gone or 1"), 1);
  EXPECT_EQ(evaluate("0 or gone").absent, std::vector<std::string>{"gone"});
  EXPECT_FALSE(evaluate("gone or 0").value);
}

TEST(Expression, OnlyNamesThatMatteredAreReportedAbsent) {
  EXPECT_EQ(evaluate("(settled and 0) + needed").absent, std::vector<std::string>{"needed"});
  EXPECT_TRUE(evaluate("gone or 1").absent.empty());
}

TEST(Expression, NotAbsentIsAbsent) {
  EXPECT_FALSE(evaluate("not gone").value);
}

TEST(Expression, DivisionByZeroHasNoValueAndSaysWhy) {
  for (const char* text : {"1 / 0", "1 % 0", "ceil_div(1, 0)", "2 + 1 / (3 - 3)"}) {
    const Evaluation evaluation = evaluate(text);
    EXPECT_FALSE(evaluation.value) << text;
    EXPECT_EQ(evaluation.undefined, "division by zero") << text;
  }
}

TEST(Expression, ResultsAreFiniteOrUndefined) {
  EXPECT_EQ(evaluate("log2(0)").undefined, "log2 of a number that is not positive");
  EXPECT_EQ(evaluate("pow(10, 400)").undefined, "a result out of range");
  EXPECT_EQ(evaluate("x", numbers({{"x", 1.0 / 0.0}})).absent, std::vector<std::string>{"x"});
}

TEST(Expression, CopiesEvaluateLikeTheOriginal) {
  const auto expression = Expression::parse("a * 2");
  ASSERT_TRUE(expression.ok());
  const Expression copy = *expression;
  EXPECT_EQ(copy.evaluate(numbers({{"a", 4}})).value, 8);
  EXPECT_EQ(copy.text(), "a * 2");
}

TEST(Expression, AnErrorNamesTheColumnAndThePlace) {
  const auto expression = Expression::parse("1 + * 2", "rules/spill.toml:4");
  ASSERT_FALSE(expression.ok());
  EXPECT_EQ(expression.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(expression.error().where, "rules/spill.toml:4, column 5 of `1 + * 2`");
  EXPECT_EQ(expression.error().what, "`*` stands where a number, a name or `(` should be");
}

TEST(Expression, HabitsOfOtherLanguagesAreToldWhatToWrite) {
  EXPECT_EQ(refusal("a && b").mend, "write `and`");
  EXPECT_EQ(refusal("a || b").mend, "write `or`");
  EXPECT_EQ(refusal("!a").mend, "write `not`");
  EXPECT_EQ(refusal("a = b").mend, "write `==` to compare");
  EXPECT_EQ(refusal("a // b").mend, "write floor(a / b)");
  EXPECT_EQ(refusal("a ** b").mend, "write pow(a, b)");
  EXPECT_EQ(refusal("a ^ b").mend, "write pow(a, b)");
}

TEST(Expression, AMisspeltFunctionIsToldTheNearest) {
  const Error error = refusal("1 + cel_div(a, 2)");
  EXPECT_EQ(error.what, "there is no function `cel_div`");
  EXPECT_EQ(error.mend, "did you mean ceil_div?");
  EXPECT_EQ(error.where, "column 5 of `1 + cel_div(a, 2)`");
}

TEST(Expression, WrongNumbersOfArgumentsAreRefused) {
  EXPECT_EQ(refusal("ceil_div(1)").what, "`ceil_div` takes 2 arguments, here are 1");
  EXPECT_EQ(refusal("abs(1, 2)").what, "`abs` takes 1 arguments, here are 2");
}

TEST(Expression, BrokenTextsAreRefused) {
  for (const char* text :
       {"",   "  ", "1 +",  "(1", "1)",        "1 2",       "a b", "min(1,)", "min()", "and", "1 and", "not",
        "a.", ".",  "1..2", "2x", "a < b < c", "1 + not a", "#",   "a @ b",   "1e999", "f(",  "()"}) {
    const Error error = refusal(text);
    EXPECT_FALSE(error.where.empty()) << text;
    EXPECT_FALSE(error.mend.empty()) << text;
  }
}

TEST(Expression, AnUnclosedParenthesisIsPointedAt) {
  EXPECT_EQ(refusal("1 + (2 * 3").where, "column 5 of `1 + (2 * 3`");
}

TEST(Expression, NestingIsLimitedSoThatHostileTextCannotOverflow) {
  EXPECT_EQ(refusal(std::string(2000, '(')).what, "the expression is nested too deeply");
  EXPECT_EQ(refusal(std::string(2000, '-') + "1").what, "the expression is nested too deeply");
  EXPECT_EQ(refusal(std::string(5000, ' ') + "1").what, "the expression is longer than 4096 characters");
}

TEST(Expression, ALongChainIsFine) {
  std::string text = "1";
  for (int i = 0; i < 1000; ++i) text += "+1";
  EXPECT_EQ(value(text), 1001);
}

}  // namespace expression_test
}  // namespace whet
