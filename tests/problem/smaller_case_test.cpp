#include "problem/smaller_case.h"

#include <gtest/gtest.h>

#include "problem/file/problem.h"
#include "support/source_folder.h"
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

}  // namespace smaller_case_test
}  // namespace whet
