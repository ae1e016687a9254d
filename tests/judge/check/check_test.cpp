// What the adversarial suite does not show: notes, guards, further cases, and what a report holds.
#include "judge/check/check.h"

#include <algorithm>

#include "device/staged_problem.h"
#include "judge_fixture.h"
#include "problem/build.h"

namespace whet {
namespace check_test {

class CheckTest : public test::JudgeTest {
 protected:
  using Progress = std::function<void(size_t done, size_t all)>;
  CheckReport check(const Problem& problem, const std::string& source, CheckPlan plan = {}, Progress progress = {}) {
    auto candidate = with_candidate(problem, "c.cu", source);
    EXPECT_TRUE(candidate) << (candidate ? "" : describe(candidate.error()));
    auto cases = build_cases(*candidate, candidate->cases, {}, *device_, compiler_);
    EXPECT_TRUE(cases) << (cases ? "" : describe(cases.error()));
    const auto own_oracle = oracle(problem);
    plan.trials.many_calls = 3;
    CheckServices services{*own_oracle, *device_, compiler_, files_};
    services.progress = std::move(progress);
    const auto report = check_candidate({*candidate, &problem, std::move(*cases)}, plan, services);
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
                           " if (n < 0) asm volatile(\"multimem.red.relaxed.gpu.global.add.f32 [%0], %1;\""
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
  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override {
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
    CheckedOutputs outputs(*device_, 1 << 20);
    CheckServices services{counting, *device_, compiler_, files_};
    services.outputs = &outputs;
    CheckPlan plan;
    plan.trials = {5, effort, 2};
    const auto prepared = make_examination(problem, resolved, plan.trials, counting, files_);
    ASSERT_TRUE(prepared) << describe(prepared.error());
    plan.prepared = &*prepared;
    const auto compared = [&] {
      counting.count = 0;
      const auto report = check_candidate({problem, &problem, *cases}, plan, services);
      EXPECT_TRUE(report && report->outcome == Outcome::correct);
      return counting.count;
    };
    const size_t first = compared();
    EXPECT_GT(first, 0u);
    const size_t again = compared();  // the original is asked what data it takes once alone
    EXPECT_TRUE(effort == Effort::full ? again > 0 && again <= first : again == 0) << again;
    const auto report = check_candidate({*wrong, &problem, *wrong_cases}, plan, services);
    EXPECT_TRUE(report && report->outcome == Outcome::wrong);
  }
}

TEST_F(CheckTest, ProgressCountsTrials) {
  const Problem problem = load("scale_add");
  size_t last = 0, all = 0;
  const auto progress = [&](size_t done, size_t count) { last = done, all = count; };
  const CheckReport report = check(problem, problem.source, {}, progress);
  EXPECT_EQ(last, all);
  EXPECT_GE(last, report.trials.size()) << "a trial may be several calls";
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
  EXPECT_NE(report.notes.front().find("the original is as wrong there"), std::string::npos);
}

TEST_F(CheckTest, GuardsSeeWhoWritesBesideAnArray) {
  const Problem problem = load("scale_add");
  const ResolvedCase resolved = resolve(problem);
  const auto builds = compiler_.compile(compile_request(problem, resolved, {device_->facts().architecture}));
  ASSERT_TRUE(builds);
  auto staged = StagedProblem::stage(problem, resolved, builds->front(), *device_, {256, 16});
  ASSERT_TRUE(staged);
  EXPECT_EQ(staged->address(0) % 256, 16u);
  ASSERT_TRUE(staged->write({}, {}));
  EXPECT_FALSE(staged->overrun()->has_value());
  ASSERT_TRUE(device_->fill(staged->address(2) + resolved.arguments[2].bytes, 0, 1));
  EXPECT_EQ(staged->overrun()->value(), "out");
  ASSERT_TRUE(staged->write({}, {}));
  EXPECT_FALSE(staged->overrun()->has_value());
  ASSERT_TRUE(device_->fill(staged->address(0) - 1, 0, 1));
  EXPECT_EQ(staged->overrun()->value(), "a");
}

std::vector<std::string> names_of_trials(const std::vector<Trial>& trials) {
  std::vector<std::string> names;
  for (const Trial& trial : trials) names.push_back(trial.name);
  return names;
}

// Kernels that are wrong at one of the sizes alone must meet every kind of data there.
TEST_F(CheckTest, R4EveryCaseGetsEveryKindOfData) {
  const Problem problem = load("row_softmax");
  const auto asked = oracle(problem);
  const auto made = make_examination(problem, {resolve(problem, 0), resolve(problem, 1)}, {}, *asked, files_);
  ASSERT_TRUE(made);
  const auto first = names_of_trials(made->trials[0]), second = names_of_trials(made->trials[1]);
  for (const std::string& name : first) EXPECT_NE(std::find(second.begin(), second.end(), name), second.end()) << name;
  EXPECT_EQ(std::count(second.begin(), second.end(), "many calls"), 1) << "the smallest case";
  EXPECT_EQ(std::count(first.begin(), first.end(), "many calls"), 0);
}

// Integers that index a table: the whole range means nothing to the original, and nobody is asked.
TEST_F(CheckTest, N4WideIntegersAreAskedWhereTheOriginalTakesThem) {
  const Problem counted = load("bit_count"), looked_up = load("lookup");
  CheckReport report = check(counted, counted.source);
  EXPECT_EQ(report.outcome, Outcome::correct);
  const auto is_wide = [](const TrialResult& trial) { return trial.trial == "wide in"; };
  EXPECT_EQ(std::count_if(report.trials.begin(), report.trials.end(), is_wide), 2) << "one a case";
  report = check(looked_up, looked_up.source);
  EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  EXPECT_EQ(std::count_if(report.trials.begin(), report.trials.end(), is_wide), 0);
  ASSERT_FALSE(report.notes.empty());
  EXPECT_NE(report.notes.front().find("`in` from -2147483648 to 2147483647"), std::string::npos)
      << report.notes.front();
}

TEST_F(CheckTest, AReportSaysWhatDataWasGiven) {
  const Problem problem = load("row_softmax");
  const CheckReport report = check(problem, problem.source);
  double highest = 0;
  for (const TrialResult& trial : report.trials) {
    ASSERT_EQ(trial.ranges.size(), 1u);
    EXPECT_EQ(trial.ranges[0].name, "in");
    highest = std::max(highest, trial.ranges[0].high);
  }
  EXPECT_GT(highest, 100);
}

// R8: an index that the original cannot run with asks nothing of a candidate, and a candidate's own fault is held.
TEST_F(CheckTest, R8FaultsAreHeldUnlessTheOriginalCannotRunEither) {
  const std::string head =
      "__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n";
  const std::string tail = "  out[i] = factor * a[i] + b[i];\n}\n";
  const std::string faults = head + "  if (fabsf(a[i]) > 100) __trap();\n" + tail;
  const std::string wrong = head + "  if (fabsf(a[i]) > 100) { out[i] = 0; return; }\n" + tail;
  const Problem proper = load("scale_add");
  Problem faulting = proper, as_wrong = proper;
  faulting.source = faults;
  as_wrong.source = wrong;
  EXPECT_EQ(check(proper, faults).outcome, Outcome::failed);
  EXPECT_EQ(check(as_wrong, faults).outcome, Outcome::failed) << "a wrong original excuses no fault";
  EXPECT_EQ(check(as_wrong, wrong).outcome, Outcome::correct);
  const CheckReport report = check(faulting, faults);
  EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  ASSERT_FALSE(report.notes.empty());
  EXPECT_NE(report.notes.front().find("the original itself cannot run with it"), std::string::npos);
}

// Magnitudes are taken as far as the original goes: what it has no room for is not asked.
TEST_F(CheckTest, MagnitudesGoAsFarAsTheOriginalDoes) {
  const Problem proper = load("scale_add");
  const std::string limited =
      "__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) out[i] = fabsf(a[i]) > 1e20f ? 0 : factor * a[i] + b[i];\n}\n";
  EXPECT_EQ(check(proper, limited).outcome, Outcome::wrong);
  Problem original = proper;
  original.source = limited;
  const CheckReport report = check(original, limited);
  EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  const auto is_huge = [](const TrialResult& trial) { return trial.trial == "huge values"; };
  const auto found = std::find_if(report.trials.begin(), report.trials.end(), is_huge);
  ASSERT_NE(found, report.trials.end());
  EXPECT_GT(found->ranges[0].high, 1e12);
  EXPECT_LT(found->ranges[0].high, 1e20);
}

TEST_F(CheckTest, EveryCellOfASmallMatrixIsToldOnce) {
  const Problem problem = load("row_max");
  const CheckReport report = check(problem, problem.source);
  const auto is_cell = [](const TrialResult& trial) { return trial.trial == "every cell"; };
  EXPECT_EQ(std::count_if(report.trials.begin(), report.trials.end(), is_cell), 1);
}

}  // namespace check_test
}  // namespace whet
