// Every problem of examples/ on virtual GPUs of two architectures: its result is what its reference says.
#include <gtest/gtest.h>

#include "device/staged_problem.h"
#include "device/virtual_device.h"
#include "problem/build.h"
#include "problem/judge.h"
#include "support/support.h"

namespace whet {
namespace {

std::string examples_directory() {
  return join_path(WHET_SOURCE_DIR, "examples");
}

std::vector<std::string> example_names() {
  return DiskFileSystem().list(examples_directory());
}

// The smallest of a problem's cases.
ProblemCase quick_case(const Problem& problem) {
  ProblemCase best = problem.cases.front();
  uint64_t least = ~0ull;
  for (const ProblemCase& each : problem.cases) {
    const auto resolved = resolve_case(problem, each);
    if (!resolved || resolved->total_bytes >= least) continue;
    least = resolved->total_bytes;
    best = each;
  }
  return best;
}

class RunExamples : public testing::TestWithParam<std::tuple<std::string, const char*>> {
 protected:
  Result<Verdict> run(const Problem& problem, const std::string& gpu) {
    TRY(device, VirtualDevice::open(gpu, {}, knowledge_));
    TRY(resolved, resolve_case(problem, quick_case(problem)));
    CompileRequest request = compile_request(problem, resolved, {device->facts().architecture});
    request.exact = false;
    Compiler compiler({}, files_, processes_, clock_);
    TRY(builds, compiler.compile(request));
    TRY(staged, StagedProblem::stage(problem, resolved, builds.front(), *device));
    TRY_VOID(staged.fill({.seed = 1}, files_));
    for (const Launch& launch : staged.launches()) TRY_VOID(device->launch(launch));
    TRY(after, staged.outputs());
    std::vector<std::string> before(resolved.own_arguments);
    for (size_t i = 0; i < before.size(); ++i) {
      if (!resolved.arguments[i].is_scalar) before[i] = make_data(resolved.arguments[i], {.seed = 1}, files_).value();
    }
    test::TemporaryDirectory directory;
    TRY(reference, CppReference::build(problem, directory.path(), files_, processes_));
    return judge(problem, resolved, reference, before, after);
  }

  const Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
};

TEST_P(RunExamples, TheResultIsWhatTheReferenceSays) {
  const auto& [name, gpu] = GetParam();
  const auto problem = load_problem(join_path(examples_directory(), name), files_);
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  const auto verdict = run(*problem, gpu);
  if (!verdict && verdict.error().kind == ErrorKind::missing) GTEST_SKIP() << verdict.error().what;
  ASSERT_TRUE(verdict.ok()) << describe(verdict.error());
  for (const OutputVerdict& output : verdict->outputs)
    EXPECT_EQ(output.comparison.mismatches, 0u) << output.name << " is off by " << output.comparison.max_absolute;
}

INSTANTIATE_TEST_SUITE_P(All, RunExamples,
                         testing::Combine(testing::ValuesIn(example_names()), testing::Values("h200", "4090")),
                         [](const auto& info) { return std::get<0>(info.param) + "_on_" + std::get<1>(info.param); });

}  // namespace
}  // namespace whet
