// The kernels improved by hand under bench/optimize/kernels: each step is right, and so is the second one without any
// of its edits, which is what `whet ablate` needs to say what each is worth.
#include <fmt/format.h>

#include "device/problem_fixture.h"
#include "optimize/ablation/edits.h"
#include "problem/signature/candidate.h"
#include "support/source_folder.h"

namespace whet {
namespace hand_kernels_test {

using Dims = std::map<std::string, int64_t>;

struct HandKernel {
  const char* example;
  size_t edits;  // of the second step
  // Sizes that fit whole tiles and wide accesses in part, and sizes that do not.
  Dims even, odd;
};

void PrintTo(const HandKernel& kernel, std::ostream* out) {
  *out << kernel.example;
}

class HandKernels : public test::ProblemTest, public testing::WithParamInterface<HandKernel> {
 protected:
  void SetUp() override {
    auto problem =
        load_problem(join_path(test::source_folder(), std::string("examples/") + GetParam().example), files_);
    ASSERT_TRUE(problem.ok()) << describe(problem.error());
    problem_ = std::move(*problem);
  }

  std::string source(int step) {
    const std::string name = fmt::format("bench/optimize/kernels/{}_{}.cu", GetParam().example, step);
    return files_.read(join_path(test::source_folder(), name)).value();
  }

  Result<Verdict> judged(const std::string& text, const Dims& dims) {
    TRY(candidate, with_candidate(problem_, "candidate.cu", text, ""));
    TRY(resolved, resolve_case(candidate, candidate.cases.front(), {dims, {}, std::nullopt}));
    return run(candidate, resolved, "h200");
  }

  Problem problem_;
};

TEST_P(HandKernels, BothStepsAreRight) {
  for (const int step : {1, 2}) {
    for (const Dims& dims : {GetParam().even, GetParam().odd}) {
      SCOPED_TRACE(fmt::format("step {}, {} = {}", step, dims.begin()->first, dims.begin()->second));
      expect_correct(judged(source(step), dims));
    }
  }
}

TEST_P(HandKernels, EveryEditOfTheSecondCanBeTakenOut) {
  const std::string last = source(2);
  const std::vector<Edit> edits = find_edits(source(1), last);
  EXPECT_EQ(edits.size(), GetParam().edits);
  for (const Edit& edit : edits) {
    SCOPED_TRACE(describe(edit));
    expect_correct(judged(without(edit, last), GetParam().even));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, HandKernels,
    testing::Values(HandKernel{"softmax", 4, {{"rows", 19}, {"cols", 132}}, {{"rows", 9}, {"cols", 77}}},
                    HandKernel{"transpose", 3, {{"rows", 64}, {"cols", 96}}, {{"rows", 33}, {"cols", 45}}},
                    HandKernel{"sgemm_tiled", 5, {{"m", 72}, {"n", 68}, {"k", 52}}, {{"m", 65}, {"n", 70}, {"k", 33}}}),
    [](const auto& info) { return std::string(info.param.example); });

}  // namespace hand_kernels_test
}  // namespace whet
