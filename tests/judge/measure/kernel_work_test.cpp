#include "judge/measure/kernel_work.h"

#include "device/staged_problem.h"
#include "judge_fixture.h"
#include "problem/build.h"

namespace whet {
namespace kernel_work_test {

FloorInput work(std::optional<double> flops, double output_bytes) {
  FloorInput input;
  input.flops = flops;
  input.output_bytes = output_bytes;
  return input;
}

TEST(WorkDifference, EqualWorkHasNone) {
  EXPECT_EQ(work_difference(work(1e9, 4096), work(1e9, 4096)), "");
}

TEST(WorkDifference, OperationsAreComparedWhereBothDeclareThem) {
  EXPECT_EQ(work_difference(work(1e9, 4096), work(2e9, 4096)), "1e+09 and 2e+09 FLOP");
  EXPECT_EQ(work_difference(work(std::nullopt, 4096), work(2e9, 4096)), "");
}

TEST(WorkDifference, ResultsMustBeAsLarge) {
  EXPECT_EQ(work_difference(work(1e9, 1024), work(1e9, 2048)), "1.0 KiB and 2.0 KiB of results");
}

class CountedWork : public test::JudgeTest {
 protected:
  KernelWork counted(const KernelWork& declared) {
    const Problem problem = load("scale_add");
    const ResolvedCase resolved = resolve(problem);
    const auto builds = compiler_.compile(compile_request(problem, resolved, {device_->facts().architecture}));
    EXPECT_TRUE(builds) << describe(builds.error());
    auto staged = StagedProblem::stage(problem, resolved, builds->front(), *device_);
    EXPECT_TRUE(staged && staged->fill({5, 0}, files_));
    const auto work = counted_work(declared, staged->launches(), *device_);
    EXPECT_TRUE(work) << (work ? "" : describe(work.error()));
    return *work;
  }
};

// out = factor * a + b for 3000 elements: 2 operations each.
TEST_F(CountedWork, WhatIsNotDeclaredIsCounted) {
  const KernelWork work = counted({});
  ASSERT_TRUE(work.fp32_flops && work.dram_bytes);
  EXPECT_EQ(*work.fp32_flops, 2 * 3000);
  EXPECT_GT(*work.dram_bytes, 0);
}

TEST_F(CountedWork, WhatIsDeclaredIsNot) {
  KernelWork declared;
  declared.floor.flops = 1;
  const KernelWork work = counted(declared);
  EXPECT_FALSE(work.fp32_flops);
  EXPECT_TRUE(work.dram_bytes);
}

}  // namespace kernel_work_test
}  // namespace whet
