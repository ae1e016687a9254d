#include "learn/subject.h"

#include <gtest/gtest.h>

namespace whet::learn {
namespace subject_test {

TEST(PatternSubject, TheSameMeaningUnderOtherNamesIsTheSame) {
  const std::string mine = without_names({"forall i < rows: y[i] = sum(k < cols: x[cols*i + k])"});
  EXPECT_EQ(mine, "forall i < p1: p2[i] = sum(k < p3: p4[p3*i + k])");
  EXPECT_EQ(without_names({"forall i < m: total[i] = sum(k < n: in[n*i + k])"}), mine);
}

TEST(PatternSubject, FunctionsIndicesNumbersAndTheLaunchStay) {
  EXPECT_EQ(without_names({"forall i < n, j < 3: a[4*i + j] = exp(b[i])/sqrt(0.00100000005) + 1e-05*blockDim.x"}),
            "forall i < p1, j < 3: p2[4*i + j] = exp(p3[i])/sqrt(0.00100000005) + 1e-05*blockDim.x");
}

TEST(PatternSubject, AParameterWithTheNameOfAnIndexElsewhereIsAnIndexThere) {
  EXPECT_EQ(without_names({"forall i < n: x[i] = if i == 0 then k else y[i]"}),
            "forall i < p1: p2[i] = if i == 0 then p3 else p4[i]");
}

TEST(PatternSubject, DifferentComputationsDiffer) {
  EXPECT_NE(without_names({"forall i < n: c[i] = a[i] + b[i]"}), without_names({"forall i < n: c[i] = a[i] + a[i]"}));
  EXPECT_NE(without_names({"forall i < n: c[i] = exp(a[i])"}), without_names({"forall i < n: c[i] = log(a[i])"}));
}

TEST(PatternSubject, ExtentsAreLogarithmsInTheOrderOfTheFormula) {
  const std::vector<std::string> formulas = {"forall i < rows: y[i] = sum(k < cols: x[cols*i + k])"};
  EXPECT_EQ(extents_in(formulas, {{"rows", 8192}, {"cols", 4095}}), "13 11");
  EXPECT_EQ(extents_in(formulas, {{"rows", 8192}}), "13 ?") << "a size that nobody knows";
  EXPECT_EQ(extents_in({"forall i < n - 2, j < 3: y[i] = x[i]"}, {{"n", 1026}}), "10 1");
  EXPECT_EQ(
      extents_in({"forall i < n: y[i] = 0", "forall i < n: y[i] = sum(k < 4: x[k]) + sum(l < 8: x[l])"}, {{"n", 64}}),
      "6 2")
      << "of the larger formula, with its first reduction";
  EXPECT_EQ(extents_in({"forall i < 0: y[i] = 1"}, {}), "?");
}

TEST(PatternSubject, LongMeaningsAreCut) {
  std::string longest = "forall i < n: y[i] = x[i]";
  for (int i = 0; i < 1000; ++i) longest += " + x[i + " + std::to_string(i) + "]";
  EXPECT_LE(without_names({longest}).size(), 2000u);
}

ResolvedCase case_of(double rows, double cols) {
  ResolvedCase resolved;
  const auto add = [&](const char* name, ElementType type, ArgumentRole role, bool is_scalar, double value) {
    ResolvedArgument argument;
    argument.name = name;
    argument.type = type;
    argument.role = role;
    argument.is_scalar = is_scalar;
    argument.value = value;
    resolved.arguments.push_back(argument);
  };
  add("x", ElementType::f16, ArgumentRole::in, false, 0);
  add("y", ElementType::f32, ArgumentRole::out, false, 0);
  add("rows", ElementType::i32, ArgumentRole::in, true, rows);
  add("cols", ElementType::i32, ArgumentRole::in, true, cols);
  resolved.own_arguments = resolved.arguments.size();
  resolved.total_bytes = 1 << 20;
  return resolved;
}

KernelMeaning row_sum() {
  KernelMeaning meaning;
  meaning.is_confirmed = true;
  meaning.formulas = {"forall i < rows: y[i] = sum(k < cols: x[cols*i + k])"};
  meaning.patterns = {"row reduction"};
  return meaning;
}

TEST(PatternSubject, HasFamilyMeaningTypesAndSizes) {
  const store::PatternSubject subject = subject_of(row_sum(), case_of(8192, 4096));
  EXPECT_EQ(subject.family, "row reduction");
  EXPECT_EQ(subject.meaning, "forall i < p1: p2[i] = sum(k < p3: p4[p3*i + k])");
  EXPECT_EQ(subject.types, "f16 -> f32");
  EXPECT_EQ(subject.sizes, "13 12");
}

TEST(PatternSubject, WhatTheFamilyIsCalledIsLeftToTheMeaning) {
  KernelMeaning meaning = row_sum();
  meaning.patterns = {"row reduction with a map after (softmax)", "map", "row reduction (another)"};
  EXPECT_EQ(subject_of(meaning, case_of(8, 8)).family, "row reduction + map");
}

TEST(PatternSubject, AMeaningThatWasNotConfirmedGivesNoFamily) {
  KernelMeaning meaning = row_sum();
  meaning.is_confirmed = false;
  const store::PatternSubject subject = subject_of(meaning, case_of(8192, 4096));
  EXPECT_EQ(subject.family, "");
  EXPECT_EQ(subject.meaning, "");
  EXPECT_EQ(subject.sizes, "20") << "of its arrays";
}

TEST(PatternSubject, ComesBackFromItsEvent) {
  const store::PatternSubject subject = subject_of(row_sum(), case_of(8192, 4096));
  const auto json = Json::parse(to_json(subject).dump(-1));
  ASSERT_TRUE(json);
  EXPECT_EQ(subject_from(*json), subject);
  EXPECT_EQ(subject_from(Json(3)), store::PatternSubject{});
}

}  // namespace subject_test
}  // namespace whet::learn
