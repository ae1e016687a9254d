#include "problem/smaller_case.h"

#include <gtest/gtest.h>

#include "problem/file/problem.h"
#include "support/source_folder.h"
#include "support/support.h"
#include "util/system/files.h"

namespace whet {
namespace smaller_case_test {

ResolvedCase large_softmax(const Problem& problem) {
  ResolveOptions options;
  options.dims = {{"rows", 32768}, {"cols", 2048}};
  return resolve_case(problem, problem.cases.front(), options).value();
}

TEST(SmallerCase, SizesAreHalvedUntilTheyFitAndSomeAreOdd) {
  DiskFileSystem files;
  const Problem problem = load_problem(test::source_folder() + "/examples/softmax", files).value();
  const auto found = smaller_cases(problem, large_softmax(problem), 1 << 20);
  ASSERT_EQ(found.size(), 3u);
  for (const ResolvedCase& each : found) EXPECT_LE(each.total_bytes, 1u << 20);
  EXPECT_GT(found[1].dims[0].value % 2 + found[1].dims[1].value % 2, 0);
  EXPECT_LT(found[2].total_bytes, found[0].total_bytes);
}

TEST(SmallerCase, SmallExtentsStay) {
  DiskFileSystem files;
  const Problem problem = load_problem(test::source_folder() + "/examples/softmax", files).value();
  ResolveOptions options;
  options.dims = {{"rows", 64}, {"cols", 63}};
  EXPECT_FALSE(halved_case(problem, resolve_case(problem, problem.cases.front(), options).value()));
}

// A batch of volumes is large, and none of its extents is.
TEST(SmallerCase, ManySmallExtentsAreHalvedWhereThatIsAskedFor) {
  DiskFileSystem files;
  const Problem problem = load_problem(test::source_folder() + "/examples/softmax", files).value();
  ResolveOptions options;
  options.dims = {{"rows", 64}, {"cols", 64}};
  const ResolvedCase resolved = resolve_case(problem, problem.cases.front(), options).value();
  EXPECT_TRUE(smaller_cases(problem, resolved, 1 << 12).empty());
  const auto found = smaller_cases(problem, resolved, 1 << 12, 4);
  ASSERT_EQ(found.size(), 3u);
  for (const ResolvedCase& each : found) EXPECT_LE(each.total_bytes, 1u << 12);
}

// An array of n elements has rows * cols of them: references that loop over rows and columns would write beyond it.
TEST(SmallerCase, ComputedSizesFollowTheOthers) {
  test::FakeFileSystem files;
  (void)files.write("p/k.cu", "__global__ void k(const float* x, float* y, int rows, int cols, int n) {}\n");
  (void)files.write("p/problem.toml",
                    "kernel = \"k.cu\"\n[dims]\nrows = 4096\ncols = 1026\nn = \"rows * cols\"\n"
                    "[[args]]\nname = \"x\"\ntype = \"f32\"\nshape = [\"rows\", \"cols\"]\n"
                    "[[args]]\nname = \"y\"\ntype = \"f32\"\nshape = [\"n\"]\nrole = \"out\"\n"
                    "[[args]]\nname = \"rows\"\ntype = \"i32\"\n[[args]]\nname = \"cols\"\ntype = \"i32\"\n"
                    "[[args]]\nname = \"n\"\ntype = \"i32\"\n[launch]\ngrid = [1]\nblock = [32]\n");
  const auto loaded = load_problem("p/problem.toml", files);
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const Problem& problem = *loaded;
  const auto large = resolve_case(problem, problem.cases.front(), {}).value();
  const auto found = smaller_cases(problem, large, 1 << 20);
  ASSERT_EQ(found.size(), 3u);
  for (const ResolvedCase& each : found) EXPECT_EQ(each.dims[2].value, each.dims[0].value * each.dims[1].value);
  // A case that gives it another value keeps that.
  const auto other = resolve_case(problem, problem.cases.front(), {.dims = {{"n", 4096 * 2048}}}).value();
  EXPECT_EQ(halved_case(problem, other)->dims[2].value, 4096 * 2048);
}

}  // namespace smaller_case_test
}  // namespace whet
