#include "search/recorded/space_t1.h"

#include <gtest/gtest.h>

#include "search/recorded/python_expression.h"
#include "search/space/space.h"

namespace whet::search {
namespace space_t1_test {

// What a Python condition comes to, read by whet.
double value_of_python(const std::string& text, double a = 0, double b = 0) {
  const auto translated = from_python(text);
  EXPECT_TRUE(translated.ok()) << text << ": " << translated.error().what;
  const auto expression = Expression::parse(*translated);
  EXPECT_TRUE(expression.ok()) << *translated;
  const auto lookup = [&](std::string_view name) { return std::optional(name == "a" ? a : name == "b" ? b : 7); };
  return expression->evaluate(lookup).value.value_or(-1);
}

TEST(PythonExpression, ComesToWhatPythonSays) {
  EXPECT_EQ(value_of_python("a // b", 7, 2), 3);
  EXPECT_EQ(value_of_python("2 ** 3 ** 2"), 512);
  EXPECT_EQ(value_of_python("-2 ** 2"), -4);
  EXPECT_EQ(value_of_python("1 + 2 * 3 - 4 / 2"), 5);
  EXPECT_EQ(value_of_python("32 <= a * b <= 1024", 16, 4), 1);
  EXPECT_EQ(value_of_python("32 <= a * b <= 1024", 64, 32), 0);
  EXPECT_EQ(value_of_python("1 < a < b < 9", 2, 3), 1);
  EXPECT_EQ(value_of_python("a in [1, 2] and b not in (3, 4)", 2, 5), 1);
  EXPECT_EQ(value_of_python("a in [1, 2] and b not in (3, 4)", 2, 4), 0);
  EXPECT_EQ(value_of_python("not a == 1 or b", 1, 0), 0);
  EXPECT_EQ(value_of_python("(a or b) and True", 0, 1), 1);
  EXPECT_EQ(value_of_python("max(a, b, 3) % 4 == min(a, b)", 7, 3), 1);
  EXPECT_EQ(value_of_python("mode == 'fast'"), 1);
}

TEST(PythonExpression, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "a +", "lambda x: x", "a[0]", "len(a)", "(a", "a b", "a in b", "f'{a}'", "a = 1", "in"})
    EXPECT_FALSE(from_python(text).ok()) << text;
  EXPECT_FALSE(from_python(std::string(100'000, '(')).ok());
  EXPECT_FALSE(from_python(std::string(100'000, '-') + "a").ok());
}

constexpr std::string_view k_t1 = R"t1({
  "ConfigurationSpace": {
    "TuningParameters": [
      {"Name": "bx", "Type": "int", "Values": "[1, 2, 4, 8, 16, 32]", "Default": 32},
      {"Name": "tile", "Type": "int", "Values": "list(range(1, 9))", "Default": 1},
      {"Name": "by", "Type": "int", "Values": "[2**i for i in range(1, 4)]"},
      {"Name": "mode", "Type": "string", "Values": "['fast', 'exact']", "Default": "exact"},
      {"Name": "pad", "Type": "bool", "Values": [false, true]}],
    "Conditions": [{"Expression": "8 <= bx * by <= 64", "Parameters": ["bx", "by"]},
                   {"Expression": "mode == 'fast' or pad", "Parameters": ["mode", "pad"]}]},
  "KernelSpecification": {"KernelName": "convolution_kernel"}})t1";

TEST(T1, GivesASpace) {
  const auto t1 = read_t1(k_t1);
  ASSERT_TRUE(t1.ok()) << t1.error().what;
  EXPECT_EQ(t1->kernel, "convolution_kernel");
  ASSERT_EQ(t1->axes.size(), 5u);
  EXPECT_EQ(t1->axes[0].preset, 5u);
  EXPECT_EQ(t1->axes[1].values.size(), 8u);
  EXPECT_EQ(t1->axes[2].values, (std::vector<Value>{int64_t{2}, int64_t{4}, int64_t{8}}));
  EXPECT_EQ(t1->axes[3].preset, 1u);
  const auto space = Space::build(t1->axes, t1->constraints);
  ASSERT_TRUE(space.ok()) << space.error().what;
  EXPECT_EQ(space->size(), 12u * 8 * 3);
}

TEST(T1, NamesWhatItCannotRead) {
  std::string text(k_t1);
  text.replace(text.find("list(range(1, 9))"), 17, "np.arange(1, 9) ");
  const auto values = read_t1(text);
  ASSERT_FALSE(values.ok());
  EXPECT_NE(values.error().where.find("`tile`"), std::string::npos);
  text = k_t1;
  text.replace(text.find("8 <= bx * by <= 64"), 18, "lambda p: p['bx']");
  const auto condition = read_t1(text);
  ASSERT_FALSE(condition.ok());
  EXPECT_EQ(condition.error().where, "Conditions[0]");
  EXPECT_FALSE(read_t1("{}").ok());
  EXPECT_FALSE(read_t1("[").ok());
}

}  // namespace space_t1_test
}  // namespace whet::search
