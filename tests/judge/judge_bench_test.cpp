#include "judge/judge_bench.h"

#include "judge/check/policy.h"
#include "judge_fixture.h"

namespace whet {
namespace judge_bench_test {

class JudgeBenchTest : public test::JudgeTest {
 protected:
  std::unique_ptr<JudgeBench> open(JudgeOrder order = {}) {
    order.device = "virtual:h200";
    order.program = WHET_PROGRAM;
    auto bench = JudgeBench::open(std::move(order), {files_, processes_, clock_, knowledge_, cache_});
    EXPECT_TRUE(bench) << (bench ? "" : describe(bench.error()));
    return bench ? std::move(*bench) : nullptr;
  }

  static Problem host_function() {
    Problem problem;
    problem.is_host_function = true;
    return problem;
  }

  CheckReport check(JudgeBench& bench, const Problem& problem, const CheckPlan& plan) {
    auto cases = bench.build(problem, problem.cases, {});
    EXPECT_TRUE(cases) << (cases ? "" : describe(cases.error()));
    const auto own_oracle = bench.open_oracle(problem);
    EXPECT_TRUE(own_oracle) << (own_oracle ? "" : describe(own_oracle.error()));
    const CheckSubject subject{problem, nullptr, std::move(*cases)};
    const auto report = bench.check(subject, plan, bench.begin_check(**own_oracle, bench.runner()));
    EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
    return *report;
  }
};

TEST_F(JudgeBenchTest, KernelsShareARunner) {
  const auto bench = open();
  ASSERT_TRUE(bench);
  EXPECT_EQ(bench->second_runner(Problem(), Problem()).value(), &bench->runner());
}

// Whichever of the two has it: the first may spoil what the second leaves, too.
TEST_F(JudgeBenchTest, HostCodeSharesItsProcessWithNobody) {
  const auto bench = open();
  ASSERT_TRUE(bench);
  EXPECT_NE(bench->second_runner(Problem(), host_function()).value(), &bench->runner());
  bench->end_host_code_runner();
  EXPECT_NE(bench->second_runner(host_function(), Problem()).value(), &bench->runner());
}

TEST_F(JudgeBenchTest, ACheckBeginsWithTheTimeOfTrialsWhateverWasTimedBefore) {
  const auto bench = open();
  ASSERT_TRUE(bench);
  const auto own_oracle = oracle(load("scale_add"));
  const auto whole = bench->runner().call_deadline();
  bench->limit_timed_calls(bench->runner(), 0);
  EXPECT_LT(bench->runner().call_deadline(), whole);
  bench->begin_check(*own_oracle, bench->runner());
  EXPECT_EQ(bench->runner().call_deadline(), whole);
}

TEST_F(JudgeBenchTest, TimedCallsGetNoMoreThanTheOrderGrants) {
  JudgeOrder order;
  order.call_seconds = 2;
  const auto bench = open(order);
  ASSERT_TRUE(bench);
  bench->limit_timed_calls(bench->runner(), 100);
  EXPECT_EQ(bench->runner().call_deadline(), std::chrono::seconds(2));
}

TEST_F(JudgeBenchTest, ThePlanIsThatOfThePolicyButForTheTimeThatIsOrdered) {
  JudgeOrder order;
  order.check_seconds = 3;
  const auto bench = open(order);
  ASSERT_TRUE(bench);
  const CheckPlan plan = bench->check_plan(7, Effort::full);
  const JudgePolicy policy = judge_policy(true);
  EXPECT_EQ(plan.trials.secret, 7u);
  EXPECT_EQ(plan.trials.many_calls, policy.many_calls);
  EXPECT_EQ(plan.guard_bytes, policy.guard_bytes);
  EXPECT_EQ(plan.time.seconds, 3);
}

TEST_F(JudgeBenchTest, AKernelIsWatchedWhereThePlanSaysSo) {
  const auto bench = open();
  ASSERT_TRUE(bench);
  const Problem problem = load("scale_add");
  CheckPlan plan = bench->check_plan(7, Effort::quick);
  EXPECT_NE(check(*bench, problem, plan).trials.back().trial, "sanitized");
  plan.is_watched = true;
  EXPECT_EQ(check(*bench, problem, plan).trials.back().trial, "sanitized");
}

// A candidate must declare every variable that the problem gives data, whoever asks for it to be built.
TEST_F(JudgeBenchTest, ACandidateThatLacksAVariableIsNotBuilt) {
  const auto bench = open();
  ASSERT_TRUE(bench);
  Problem problem = load("scale_add");
  ProblemArgument variable = problem.arguments.front();
  variable.name = "weights";
  variable.is_variable = true;
  problem.arguments.push_back(variable);
  const auto cases = bench->build(problem, problem.cases, {});
  ASSERT_FALSE(cases);
  EXPECT_NE(cases.error().what.find("has no variable `weights`"), std::string::npos) << cases.error().what;
}

}  // namespace judge_bench_test
}  // namespace whet
