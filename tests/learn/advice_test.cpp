#include "learn/advice.h"

#include "pattern_fixture.h"

namespace whet::learn {
namespace advice_test {

using store::PatternKind;
using store::TimeOrigin;
using test::method_pattern;
using test::written_pattern;

write::WrittenKernel kernel(const std::string& schedule, int64_t threads, int64_t vector) {
  write::WrittenKernel kernel;
  kernel.schedule = schedule;
  kernel.constants = {{"kThreads", threads, ""}, {"kVector", vector, ""}};
  return kernel;
}

const std::vector<write::WrittenKernel> k_kernels = {kernel("rows", 128, 2), kernel("rows", 256, 2),
                                                     kernel("rows", 256, 4), kernel("split", 256, 4)};

class AdviceTest : public testing::Test {
 protected:
  Advice advice() const { return advise(patterns_, subject_, place_, k_kernels); }
  std::vector<std::string> memos() const {
    std::vector<std::string> memos;
    for (const LearnedStart& start : advice().starts) memos.push_back(start.memo);
    return memos;
  }
  std::vector<store::Pattern> patterns_ = {written_pattern()};
  store::PatternSubject subject_ = written_pattern().subject;
  store::PatternPlace place_ = written_pattern().place;
};

TEST_F(AdviceTest, ARunBeginsWithWhatWorkedForTheSameMeaning) {
  EXPECT_EQ(memos(), std::vector<std::string>{"written: rows kThreads=256 kVector=4"});
  EXPECT_EQ(advice().starts.front().pattern, 1);
}

TEST_F(AdviceTest, NumbersThatNoKernelHasStandForTheMostLike) {
  patterns_ = {written_pattern("rows kThreads=200 kVector=8 kGone=3")};
  EXPECT_EQ(memos(), std::vector<std::string>{"written: rows kThreads=256 kVector=4"});
  patterns_ = {written_pattern("rows kThreads=64 kVector=2")};
  EXPECT_EQ(memos(), std::vector<std::string>{"written: rows kThreads=128 kVector=2"});
  patterns_ = {written_pattern("another kThreads=64")};
  EXPECT_TRUE(memos().empty()) << "no kernel has that schedule";
}

TEST_F(AdviceTest, KernelsThatDifferInTheirPartsAloneAreTold) {
  const auto split = [](const std::string& parts) {
    write::WrittenKernel made = kernel("split", 256, 4);
    made.scratch = {{"sums", "f32", "max(1, " + parts + " * (cols))"}};
    made.launches.resize(2);
    return made;
  };
  const std::vector<write::WrittenKernel> kernels = {kernel("split", 256, 4), split("16"), split("(64)")};
  patterns_ = {written_pattern("split kThreads=256 kVector=4 kParts=64")};
  EXPECT_EQ(advise(patterns_, subject_, place_, kernels).starts.front().memo,
            "written: split kThreads=256 kVector=4 kParts=64");
  patterns_ = {written_pattern("split kThreads=256 kVector=4 kParts=12")};
  EXPECT_EQ(advise(patterns_, subject_, place_, kernels).starts.front().memo,
            "written: split kThreads=256 kVector=4 kParts=16");
  patterns_ = {written_pattern("split kThreads=256 kVector=4")};
  EXPECT_EQ(advise(patterns_, subject_, place_, kernels).starts.front().memo, "written: split kThreads=256 kVector=4");
}

TEST_F(AdviceTest, ModelledAndMeasuredNeverMix) {
  place_.origin = TimeOrigin::modelled;
  EXPECT_TRUE(memos().empty());
  patterns_.front().place.origin = TimeOrigin::modelled;
  EXPECT_FALSE(memos().empty());
}

TEST_F(AdviceTest, AnotherArchitectureOrFamilySaysNothing) {
  place_.architecture = "sm_80";
  EXPECT_TRUE(memos().empty());
  place_.architecture = "sm_90";
  subject_.family = "map";
  EXPECT_TRUE(memos().empty());
  subject_.family = "";
  EXPECT_TRUE(memos().empty());
}

TEST_F(AdviceTest, TheNearestComesFirst) {
  store::Pattern other_meaning = written_pattern("rows kThreads=128 kVector=2");
  other_meaning.subject.meaning = "forall i < p1: p2[i] = max(k < p3: p4[p3*i + k])";
  store::Pattern other_size = written_pattern("rows kThreads=256 kVector=2");
  other_size.subject.sizes = "13 13";
  patterns_ = {other_meaning, other_size, written_pattern()};
  EXPECT_EQ(memos(),
            (std::vector<std::string>{"written: rows kThreads=256 kVector=4", "written: rows kThreads=256 kVector=2",
                                      "written: rows kThreads=128 kVector=2"}));
}

TEST_F(AdviceTest, WhatLostItsWeightComesLaterAndThenNotAtAll) {
  store::Pattern weak = written_pattern("rows kThreads=128 kVector=2");
  weak.tries = 3;
  patterns_ = {weak, written_pattern()};
  EXPECT_EQ(memos().front(), "written: rows kThreads=256 kVector=4");
  patterns_.front().tries = 20;
  EXPECT_EQ(memos().size(), 1u);
}

TEST_F(AdviceTest, OneCandidateIsNamedOnce) {
  store::Pattern alike = written_pattern("rows kThreads=250 kVector=4");
  patterns_ = {written_pattern(), alike};
  EXPECT_EQ(memos().size(), 1u);
}

TEST_F(AdviceTest, EditsAndNumbersAreStartsToo) {
  store::Pattern edited = written_pattern("restrict + coarsen 4"), numbers = written_pattern(R"({"block_x":128})");
  edited.kind = PatternKind::edited;
  numbers.kind = PatternKind::tunables;
  patterns_ = {edited, numbers};
  const auto starts = advice().starts;
  ASSERT_EQ(starts.size(), 2u);
  EXPECT_EQ(starts[0].memo, "edited: restrict + coarsen 4");
  EXPECT_EQ(starts[1].tunables, (std::map<std::string, int64_t>{{"block_x", 128}}));
}

TEST_F(AdviceTest, MethodsOfKernelsThatNobodyUnderstandsHoldForTheirBottleneck) {
  patterns_ = {method_pattern("memory.coalesced_access")};
  patterns_.front().subject.family = subject_.family = "";
  const auto methods = advice().methods;
  ASSERT_EQ(methods.size(), 1u);
  EXPECT_EQ(method_lines(methods, "DRAM").size(), 1u);
  EXPECT_TRUE(method_lines(methods, "issue").empty());
  EXPECT_TRUE(memos().empty());
}

TEST_F(AdviceTest, AMethodIsToldWithItsEffectAndItsTries) {
  patterns_ = {method_pattern("memory.coalesced_access")};
  EXPECT_EQ(method_lines(advice().methods, ""),
            std::vector<std::string>{"`memory.coalesced_access`: 3.00x [2.80 3.20], in 1 of 1 tries"});
}

TEST_F(AdviceTest, MethodsOfAPlanThatHelpedComeFirstAndNoneIsAdded) {
  const MethodCatalog catalog = load_methods(Knowledge());
  ASSERT_GE(catalog.methods.size(), 3u);
  Plan plan;
  for (size_t i = 0; i < 3; ++i) plan.methods.push_back({catalog.methods[i], {}, {}});
  const std::string first = catalog.methods[0].id, second = catalog.methods[1].id, third = catalog.methods[2].id;
  put_first({{third}, {"memory.unknown"}, {second, "issue"}}, "DRAM", plan);
  ASSERT_EQ(plan.methods.size(), 3u);
  EXPECT_EQ(plan.methods[0].method.id, third);
  EXPECT_EQ(plan.methods[1].method.id, first) << "the other is for another bottleneck";
}

}  // namespace advice_test
}  // namespace whet::learn
