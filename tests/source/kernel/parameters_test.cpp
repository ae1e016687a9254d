#include "source/kernel/parameters.h"

#include <gtest/gtest.h>

namespace whet {
namespace parameters_test {

Parameter only(std::string_view text) {
  const auto parameters = read_parameters(text);
  EXPECT_EQ(parameters.size(), 1u) << text;
  return parameters.empty() ? Parameter{} : parameters[0];
}

TEST(Parameters, PointersKeepWhatTheyPointTo) {
  const Parameter x = only("const float* __restrict__ x");
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.base, "float");
  EXPECT_EQ(x.pointers, 1);
  EXPECT_TRUE(x.is_const);
  EXPECT_EQ(x.text, "const float* __restrict__ x");
  EXPECT_TRUE(only("float const *x").is_const);
  EXPECT_FALSE(only("float* const x").is_const);
  EXPECT_EQ(only("float *A").name, "A");
  EXPECT_EQ(only("float a[]").pointers, 1);
  EXPECT_EQ(only("float** rows").pointers, 2);
}

TEST(Parameters, BuiltInTypesMayBeManyWords) {
  EXPECT_EQ(only("unsigned long long int n").base, "unsigned long long int");
  EXPECT_EQ(only("long long n").name, "n");
  EXPECT_EQ(only("unsigned").base, "unsigned");
  EXPECT_EQ(only("unsigned").name, "");
  EXPECT_EQ(only("long const n").base, "long");
}

TEST(Parameters, TypesOfTheProgramAreOneName) {
  EXPECT_EQ(only("const std::array<float, 4> x").base, "std::array<float, 4>");
  EXPECT_EQ(only("typename Traits<T>::value_type* x").base, "Traits<T>::value_type");
  EXPECT_EQ(only("struct Options options").base, "Options");
  EXPECT_EQ(only("const __grid_constant__ CUtensorMap map").name, "map");
  EXPECT_EQ(only("const Shape& shape").is_reference, true);
}

TEST(Parameters, AMacroIsNoName) {
  EXPECT_EQ(only("const float* RESTRICT x").name, "x");
}

TEST(Parameters, DefaultsAreCutOff) {
  const auto parameters = read_parameters("int n = f(1, 2), float scale = 1.0f");
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].default_value, "f(1, 2)");
  EXPECT_EQ(parameters[0].text, "int n");
  EXPECT_EQ(parameters[1].name, "scale");
}

TEST(Parameters, CommasInsideBracketsDoNotSplit) {
  const auto parameters = read_parameters("std::pair<int, Map<int, int>> p, /* a, b */ void (*f)(int, int), int n");
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters[1].pointers, 1);
  EXPECT_EQ(parameters[2].name, "n");
}

TEST(Parameters, NoneAtAll) {
  EXPECT_TRUE(read_parameters("").empty());
  EXPECT_TRUE(read_parameters("void").empty());
  EXPECT_EQ(read_parameters("void* p").size(), 1u);
}

TEST(Parameters, UnmatchedTextIsSurvived) {
  for (const char* text : {"int (", "x <", "a, , b", "*", "[[", "= 3", "const", "int x = <,>"}) read_parameters(text);
}

}  // namespace parameters_test
}  // namespace whet
