// Every problem of examples/ on virtual GPUs of two architectures: its result is what its reference says.
#include "problem_fixture.h"
#include "support/source_folder.h"

namespace whet {
namespace examples_test {

std::string examples_directory() {
  return join_path(test::source_folder(), "examples");
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

class RunExamples : public test::ProblemTest,
                    public testing::WithParamInterface<std::tuple<std::string, const char*>> {};

TEST_P(RunExamples, TheResultIsWhatTheReferenceSays) {
  const auto& [name, gpu] = GetParam();
  const auto problem = load_problem(join_path(examples_directory(), name), files_);
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  const auto resolved = resolve_case(*problem, quick_case(*problem));
  ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
  expect_correct(run(*problem, *resolved, gpu));
}

INSTANTIATE_TEST_SUITE_P(All, RunExamples,
                         testing::Combine(testing::ValuesIn(example_names()), testing::Values("h200", "4090")),
                         [](const auto& info) { return std::get<0>(info.param) + "_on_" + std::get<1>(info.param); });

// The problems that bench/ measures with and examples/ has not, at sizes of no multiple of anything.
struct Measured {
  const char* name;
  const char* directory;
  std::map<std::string, int64_t> dims;
};

void PrintTo(const Measured& measured, std::ostream* out) {
  *out << measured.name;
}

class RunMeasured : public test::ProblemTest, public testing::WithParamInterface<Measured> {};

TEST_P(RunMeasured, TheResultIsWhatTheReferenceSays) {
  const Measured& measured = GetParam();
  const auto problem = load_problem(join_path(test::source_folder(), measured.directory), files_);
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  const auto resolved = resolve_case(*problem, problem->cases.front(), {measured.dims, {}, std::nullopt});
  ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
  expect_correct(run(*problem, *resolved, "h200"));
}

INSTANTIATE_TEST_SUITE_P(All, RunMeasured,
                         testing::Values(Measured{"copy_wide", "bench/optimize/controls/copy_wide", {{"n", 5003}}},
                                         Measured{
                                             "multiply_add", "bench/optimize/controls/multiply_add", {{"n", 5003}}},
                                         Measured{"nbody_rate", "bench/tuner/problems/nbody_rate", {{"n", 301}}}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace examples_test
}  // namespace whet
