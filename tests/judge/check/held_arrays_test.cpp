// Checks whose arrays and answers never leave the device, against the same checks with all of them on the host: every
// trial with every number of its verdict.
#include "device/device_arrays.h"
#include "judge/check/check.h"
#include "judge/process/remote_device.h"
#include "judge_fixture.h"

namespace whet {
namespace held_arrays_test {

class HeldArraysTest : public test::JudgeTest {
 protected:
  // With `arrays`, on the device of this process or, if `apart`, in a runner that maps that device's memory.
  CheckReport check(const Problem& problem, const std::string& source, DeviceArrays* arrays, bool apart = false) {
    auto candidate = with_candidate(problem, "c.cu", source);
    EXPECT_TRUE(candidate);
    auto cases = build_cases(*candidate, candidate->cases, {}, *device_, compiler_);
    EXPECT_TRUE(cases);
    device_->use_maker(arrays);
    const auto asked = oracle(problem);
    if (arrays) asked->set_arrays(*arrays);
    CheckPlan plan;
    plan.trials = {.secret = 11, .many_calls = 2};
    const auto runner = apart ? open_runner(arrays) : nullptr;
    Device& device = runner ? static_cast<Device&>(*runner) : *device_;
    const auto report =
        check_candidate({*candidate, &problem, std::move(*cases)}, plan, {*asked, device, compiler_, files_});
    EXPECT_TRUE(!runner || runner->shares_memory());
    device_->use_maker(nullptr);
    EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
    return *report;
  }

  std::unique_ptr<RemoteDevice> open_runner(DeviceArrays* arrays) {
    RemoteSettings settings;
    settings.device.device = "virtual:h200";
    settings.program = WHET_PROGRAM;
    settings.memory = device_.get();
    settings.maker = arrays;
    auto opened = RemoteDevice::open(settings, knowledge_);
    EXPECT_TRUE(opened) << (opened ? "" : describe(opened.error()));
    return std::move(*opened);
  }

  // With the problem's reference, and with the original as the oracle, whose answers stay on the device.
  void expect_same(const std::string& name, Outcome outcome, const std::string& from = {}, const std::string& to = {}) {
    const Problem problem = load(name);
    std::string source = problem.source;
    ASSERT_NE(source.find(from), std::string::npos) << source;
    source.replace(source.find(from), from.size(), to);
    expect_same(problem, source, outcome);
    Problem own = problem;
    own.reference = {};
    expect_same(own, source, outcome);
  }

  void expect_same(const Problem& problem, const std::string& source, Outcome outcome) {
    DeviceArrays arrays(*device_, compiler_, 1);
    const CheckReport here = check(problem, source, nullptr);
    expect_same(check(problem, source, &arrays), here);
    expect_same(check(problem, source, &arrays, true), here);
    EXPECT_GT(arrays.held_bytes(), 0u);
    EXPECT_EQ(here.outcome, outcome) << here.reason;
  }

 private:
  static void expect_same(const CheckReport& there, const CheckReport& here) {
    EXPECT_EQ(there.outcome, here.outcome) << there.reason;
    EXPECT_EQ(there.reason, here.reason);
    EXPECT_EQ(there.notes, here.notes);
    ASSERT_EQ(there.contract.size(), here.contract.size());
    for (size_t i = 0; i < here.contract.size(); ++i) EXPECT_EQ(there.contract[i].refused, here.contract[i].refused);
    ASSERT_EQ(there.trials.size(), here.trials.size());
    for (size_t i = 0; i < here.trials.size(); ++i) expect_same(there.trials[i], here.trials[i]);
  }

  static void expect_same(const TrialResult& there, const TrialResult& here) {
    SCOPED_TRACE(here.trial);
    EXPECT_EQ(there.trial, here.trial);
    EXPECT_EQ(ranges_text(there.ranges), ranges_text(here.ranges));
    ASSERT_EQ(there.verdict.outputs.size(), here.verdict.outputs.size());
    for (size_t i = 0; i < here.verdict.outputs.size(); ++i) {
      const Comparison &a = there.verdict.outputs[i].comparison, &b = here.verdict.outputs[i].comparison;
      EXPECT_EQ(a.mismatches, b.mismatches);
      EXPECT_EQ(a.max_absolute, b.max_absolute);
      EXPECT_EQ(a.max_relative, b.max_relative);
      EXPECT_EQ(a.tolerance.absolute, b.tolerance.absolute);
      EXPECT_EQ(a.nans, b.nans);
      EXPECT_EQ(a.infinities, b.infinities);
      EXPECT_EQ(a.first ? a.first->index : 0, b.first ? b.first->index : 0);
      EXPECT_EQ(a.worst ? a.worst->index : 0, b.worst ? b.worst->index : 0);
      EXPECT_EQ(a.closest ? a.closest->allowed : 0, b.closest ? b.closest->allowed : 0);
    }
  }
};

TEST_F(HeldArraysTest, APointwiseProblem) {
  expect_same("scale_add", Outcome::correct, "factor * a[i] + b[i]", "b[i] + factor * a[i]");
  expect_same("scale_add", Outcome::wrong, "+ b[i]", "+ (i == 700 ? 0 : b[i])");
}

// Its results are right by rounding alone in some trials.
TEST_F(HeldArraysTest, RowsThatAreSummed) {
  expect_same("row_softmax", Outcome::correct, "expf(row[i] - most) / sum", "__fdividef(expf(row[i] - most), sum)");
  expect_same("row_softmax", Outcome::wrong, "i < cols", "i < cols - (cols > 290)");
}

TEST_F(HeldArraysTest, ACopyOfAnyBits) {
  expect_same("flip", Outcome::correct);
  expect_same("flip", Outcome::wrong, "= in[blockIdx.x * cols + i]", "= in[blockIdx.x * cols + i] + 0.0f");
}

TEST_F(HeldArraysTest, HalvesDoublesAndIntegers) {
  expect_same("half_swish", Outcome::correct);
  expect_same("exp64", Outcome::correct);
  expect_same("bit_count", Outcome::correct);
  expect_same("row_argmax", Outcome::correct);
}

// Of all that lies on the device at one moment: arrays of the candidate and of the oracle, outputs, answers, slack.
TEST_F(HeldArraysTest, ACheckTakesLessThanThreeTimesTheArrays) {
  Problem problem = load("row_softmax");
  problem.reference = {};
  problem.cases.resize(1);
  problem.cases[0].dims = {{"rows", 400}, {"cols", 300}};
  constexpr uint64_t k_bytes = 2 * 400 * 300 * sizeof(float);
  constexpr uint64_t k_of_any_size = 512 << 10;  // tables of formulas
  const std::string own = "expf(row[i] - most) / sum";
  for (const char* const quotient :
       {own.c_str(), "__fdividef(expf(row[i] - most), sum * 1.00004f)", "expf(row[i] - most) / sum + 0.1f"}) {
    std::string source = problem.source;
    source.replace(source.find(own), own.size(), quotient);
    DeviceArrays arrays(*device_, compiler_, 64 << 10);
    const uint64_t before = device_->memory().used_bytes();
    check(problem, source, &arrays);
    EXPECT_LT(device_->memory().most_used_bytes() - before, 2.6 * k_bytes + k_of_any_size) << quotient;
  }
}

}  // namespace held_arrays_test
}  // namespace whet
