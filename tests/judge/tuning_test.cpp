// Points of the spaces that are found compute what the problem asks.
#include "problem/tuning.h"

#include "judge_fixture.h"
#include "problem/build.h"
#include "support/source_folder.h"

namespace whet {
namespace tuning_test {

class FoundSpaces : public test::JudgeTest, public testing::WithParamInterface<const char*> {
 protected:
  // Another value for everything that no formula of the problem depends on, and for block shapes.
  static std::map<std::string, int64_t> other_values(const TuningSpace& space) {
    std::map<std::string, int64_t> values;
    for (const FoundTunable& tunable : space.tunables) {
      if (tunable.kind == TunableKind::constant || tunable.kind == TunableKind::feature) continue;
      const auto other = std::find_if(tunable.values.begin(), tunable.values.end(),
                                      [&](int64_t value) { return value > 1 && value != tunable.current; });
      values[tunable.name] = other == tunable.values.end() ? 1 : *other;
    }
    const bool bounded = std::any_of(space.tunables.begin(), space.tunables.end(), [](const FoundTunable& tunable) {
      return tunable.kind == TunableKind::launch_bounds;
    });
    if (bounded) values["max_registers"] = 0;  // a kernel takes one of the two
    return values;
  }
};

TEST_P(FoundSpaces, ComputeTheSame) {
  const auto problem = load_problem(test::source_folder() + "/examples/" + GetParam(), files_);
  ASSERT_TRUE(problem) << describe(problem.error());
  const TuningSpace space = find_tuning_space(*problem);
  const TunedProblem other = tuned(space, other_values(space));
  EXPECT_NE(other.problem.source + std::to_string(other.tunables.size()), problem->source + "0");
  ResolveOptions options;
  options.tunables = other.tunables;
  const auto resolved = resolve_case(other.problem, other.problem.cases.back(), options);
  ASSERT_TRUE(resolved) << describe(resolved.error());
  CompileRequest request = compile_request(other.problem, *resolved, {device_->facts().architecture});
  request.extra_flags = other.flags;
  const auto builds = compiler_.compile(request);
  ASSERT_TRUE(builds) << describe(builds.error());
  const CheckSubject subject{other.problem, nullptr, {{*resolved, builds->front()}}};
  CheckPlan plan;
  plan.trials.effort = Effort::quick;
  const auto report = check_candidate(subject, plan, {*oracle(*problem), *device_, compiler_, files_});
  ASSERT_TRUE(report) << describe(report.error());
  EXPECT_EQ(report->outcome, Outcome::correct) << report->reason;
}

INSTANTIATE_TEST_SUITE_P(Examples, FoundSpaces,
                         testing::Values("attention", "gelu", "hgemm", "layernorm", "reduce_sum", "rmsnorm",
                                         "sgemm_naive", "sgemm_tiled", "softmax", "stencil", "transpose", "vector_add"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace tuning_test
}  // namespace whet
