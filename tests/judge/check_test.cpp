// What the adversarial suite does not show: notes, guards, further cases, and what a report holds.
#include "judge/check.h"

#include "device/staged_problem.h"
#include "judge_fixture.h"
#include "problem/build.h"

namespace whet {
namespace {

class CheckTest : public test::JudgeTest {
 protected:
  CheckReport check(const Problem& problem, const std::string& source, CheckPlan plan = {}) {
    auto candidate = with_candidate(problem, "c.cu", source);
    EXPECT_TRUE(candidate) << (candidate ? "" : describe(candidate.error()));
    auto cases = build_cases(*candidate, candidate->cases, {}, *device_, compiler_);
    EXPECT_TRUE(cases) << (cases ? "" : describe(cases.error()));
    const auto own_oracle = oracle(problem);
    plan.trials.many_calls = 3;
    const auto report =
        check_candidate({*candidate, &problem, std::move(*cases)}, plan, *own_oracle, *device_, compiler_, files_);
    EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
    return *report;
  }
};

TEST_F(CheckTest, AllCasesAreTried) {
  const Problem problem = load("scale_add");
  const CheckReport report = check(problem, problem.source);
  EXPECT_EQ(report.outcome, Outcome::correct);
  EXPECT_EQ(report.trials.front().case_name, "default");
  EXPECT_EQ(report.trials.back().case_name, "n=1001");
  for (const TrialResult& trial : report.trials) EXPECT_TRUE(trial.verdict.correct()) << trial.trial;
}

// Nothing in it is wrong: the device lacks an instruction.
TEST_F(CheckTest, WhatTheVirtualGpuLacksIsNotJudged) {
  const Problem problem = load("scale_add");
  const std::string body = problem.source.substr(0, problem.source.find('{') + 1) +
                           " if (threadIdx.x > 5000) asm volatile(\"multimem.red.relaxed.gpu.global.add.f32 [%0], %1;\""
                           " :: \"l\"(out), \"f\"(1.0f)); " +
                           problem.source.substr(problem.source.find('{') + 1);
  const CheckReport report = check(problem, body);
  EXPECT_EQ(report.outcome, Outcome::not_judged);
  EXPECT_EQ(name_of(report.outcome), "not judged here");
  EXPECT_FALSE(is_sound(report.outcome));
  EXPECT_NE(report.reason.find("multimem.red"), std::string::npos) << report.reason;
}

class CountingOracle : public Oracle {
 public:
  explicit CountingOracle(Oracle& asked) : asked_(asked) {}
  Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) override {
    ++count;
    return asked_.expected(resolved, inputs);
  }
  size_t count = 0;

 private:
  Oracle& asked_;
};

// The second of two that give the same bytes is compared only where it may be handed out; a wrong one is refused
// always.
TEST_F(CheckTest, WhatWasFoundRightIsComparedAgainWithAllEffortAlone) {
  const Problem problem = load("scale_add");
  const std::vector<ResolvedCase> resolved = {resolve(problem, 0), resolve(problem, 1)};
  const auto cases = build_cases(problem, problem.cases, {}, *device_, compiler_);
  const auto wrong = with_candidate(problem, "c.cu",
                                    "__global__ void scale_add(const float* a, const float* b, float* out, int n, "
                                    "float factor) { out[threadIdx.x] = 1; }");
  ASSERT_TRUE(cases && wrong);
  const auto wrong_cases = build_cases(*wrong, wrong->cases, {}, *device_, compiler_);
  ASSERT_TRUE(wrong_cases);
  const auto asked = oracle(problem);
  for (const Effort effort : {Effort::quick, Effort::full}) {
    CountingOracle counting(*asked);
    CheckMemory memory(*device_, 1 << 20);
    CheckPlan plan;
    plan.trials = {5, effort, 2};
    plan.effort_of_further_cases = effort;
    const auto prepared = make_examination(problem, resolved, plan, counting, files_);
    ASSERT_TRUE(prepared) << describe(prepared.error());
    plan.prepared = &*prepared;
    plan.memory = &memory;
    const auto compared = [&] {
      counting.count = 0;
      const auto report = check_candidate({problem, &problem, *cases}, plan, counting, *device_, compiler_, files_);
      EXPECT_TRUE(report && report->outcome == Outcome::correct);
      return counting.count;
    };
    const size_t first = compared();
    EXPECT_GT(first, 0u);
    EXPECT_EQ(compared(), effort == Effort::full ? first : 0u);
    const auto report = check_candidate({*wrong, &problem, *wrong_cases}, plan, counting, *device_, compiler_, files_);
    EXPECT_TRUE(report && report->outcome == Outcome::wrong);
  }
}

TEST_F(CheckTest, ProgressCountsTrials) {
  const Problem problem = load("scale_add");
  size_t last = 0, all = 0;
  CheckPlan plan;
  plan.progress = [&](size_t done, size_t count) { last = done, all = count; };
  const CheckReport report = check(problem, problem.source, plan);
  EXPECT_EQ(last, all);
  EXPECT_EQ(last, report.trials.size());
}

// A softmax without its maximum: right for ordinary data.
TEST_F(CheckTest, WhatTheOriginalCannotTakeIsNotHeldAgainstACandidate) {
  const Problem proper = load("row_softmax");
  Problem careless = proper;
  careless.source =
      "__global__ void row_softmax(const float* in, float* out, int cols) {\n"
      "  float sum = 0;\n"
      "  for (int i = 0; i < cols; ++i) sum += expf(in[blockIdx.x * cols + i]);\n"
      "  for (int i = threadIdx.x; i < cols; i += 32)\n"
      "    out[blockIdx.x * cols + i] = expf(in[blockIdx.x * cols + i]) / sum;\n}\n";
  EXPECT_EQ(check(proper, careless.source).outcome, Outcome::wrong);
  const CheckReport report = check(careless, careless.source);
  EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  ASSERT_FALSE(report.notes.empty());
  EXPECT_NE(report.notes.front().find("the original fails there too"), std::string::npos);
}

TEST_F(CheckTest, GuardsSeeWhoWritesBesideAnArray) {
  const Problem problem = load("scale_add");
  const ResolvedCase resolved = resolve(problem);
  const auto builds = compiler_.compile(compile_request(problem, resolved, {device_->facts().architecture}));
  ASSERT_TRUE(builds);
  auto staged = StagedProblem::stage(problem, resolved, builds->front(), *device_, {256, 16});
  ASSERT_TRUE(staged);
  EXPECT_EQ(staged->address(0) % 256, 16u);
  ASSERT_TRUE(staged->write({}, 0xff));
  EXPECT_FALSE(staged->overrun()->has_value());
  ASSERT_TRUE(device_->fill(staged->address(2) + resolved.arguments[2].bytes, 0, 1));
  EXPECT_EQ(staged->overrun()->value(), "out");
  ASSERT_TRUE(staged->write({}, 0xff));
  EXPECT_FALSE(staged->overrun()->has_value());
  ASSERT_TRUE(device_->fill(staged->address(0) - 1, 0, 1));
  EXPECT_EQ(staged->overrun()->value(), "a");
}

}  // namespace
}  // namespace whet
