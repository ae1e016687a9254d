#include "problem/data/resolve.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "problem/build.h"

namespace whet {
namespace resolve_test {

using test::k_scale_problem;
using test::loaded;
using test::replaced;

Result<ResolvedCase> resolved(const std::string& text, const ResolveOptions& options = {}) {
  const Problem problem = loaded(text);
  return resolve_case(problem, problem.cases.front(), options);
}

Error error_of(const std::string& text, const ResolveOptions& options = {}) {
  const auto result = resolved(text, options);
  EXPECT_FALSE(result.ok());
  return result.ok() ? Error{} : result.error();
}

TEST(Resolve, SizesScalarsAndShapes) {
  const auto result = resolved(k_scale_problem);
  ASSERT_TRUE(result.ok()) << describe(result.error());
  EXPECT_EQ(result->arguments[0].bytes, 4000u);
  EXPECT_EQ(result->arguments[0].shape, (std::vector<uint64_t>{1000}));
  EXPECT_EQ(result->arguments[2].encoded, std::string("\xe8\x03\0\0", 4));
  EXPECT_EQ(result->arguments[3].value, 0.5);
  EXPECT_EQ(result->total_bytes, 8000u);
  EXPECT_EQ(result->launches[0].arguments, (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(result->launches[0].grid[0], 32u);
  EXPECT_EQ(result->launches[0].block[0], 32u) << "the source defines TILE as 32, which is not the first listed";
}

TEST(Resolve, AClusterDividesTheGrid) {
  const auto with = [](const std::string& cluster) {
    return replaced(k_scale_problem, "[launch]", "[launch]\ncluster = " + cluster);
  };
  const auto result = resolved(with("[\"TILE / 8\"]"));
  ASSERT_TRUE(result.ok()) << describe(result.error());
  EXPECT_EQ(result->launches[0].cluster, (std::array<uint32_t, 3>{4, 1, 1}));
  EXPECT_FALSE(resolved(k_scale_problem)->launches[0].cluster.has_value());
  EXPECT_EQ(error_of(with("[3]")).what, "a grid of 32 x 1 x 1 blocks is no whole number of clusters of 3 x 1 x 1");
  EXPECT_EQ(error_of(with("[32]")).mend, "a GPU accepts at most 16");
  EXPECT_EQ(error_of(with("[8, 4]")).what, "a cluster of 8 x 4 x 1 blocks");
  EXPECT_FALSE(resolved(with("[0]")).ok());
}

TEST(Resolve, ATunableTheSourceDoesNotDefineIsTheFirstListed) {
  const Problem problem =
      loaded(k_scale_problem, "__global__ void scale(const float* in, float* out, int n, float factor) {}\n");
  EXPECT_EQ(resolve_case(problem, problem.cases[0])->tunables[0].value, 16);
}

TEST(Resolve, OptionsReplaceSizesAndTunables) {
  const auto result = resolved(k_scale_problem, {.dims = {{"n", 100}}, .tunables = {{"TILE", 64}}});
  ASSERT_TRUE(result.ok()) << describe(result.error());
  EXPECT_EQ(result->arguments[0].count, 100u);
  EXPECT_EQ(result->launches[0].grid[0], 2u);
}

TEST(Resolve, ACaseSetsItsSizes) {
  const Problem problem = loaded(k_scale_problem + "[[case]]\ndims = { n = 7 }\n");
  const auto result = resolve_case(problem, problem.cases[1]);
  EXPECT_EQ(result->arguments[0].count, 7u);
  EXPECT_EQ(result->name, "n=7");
  EXPECT_EQ(resolve_case(problem, problem.cases[1], {.dims = {{"n", 9}}})->arguments[0].count, 9u);
}

TEST(Resolve, ADimensionMayFollowFromOthers) {
  const auto result = resolved(replaced(k_scale_problem, "n = 1000", "half = 7\nn = \"2 * half\""));
  EXPECT_EQ(result->arguments[0].count, 14u);
}

TEST(Resolve, TheDefaultLaunchHasAThreadForEachElementOfTheOutput) {
  const auto result = resolved(k_scale_problem.substr(0, k_scale_problem.find("[launch]")));
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->launches[0].is_default);
  EXPECT_EQ(result->launches[0].grid[0], 4u);
  EXPECT_EQ(result->launches[0].block[0], 256u);
}

TEST(Resolve, FillsGetTheirNumbers) {
  const auto result = resolved(
      replaced(k_scale_problem, "shape = [\"n\"]", "shape = [\"n\"]\nfill = \"uniform\"\nhigh = \"n - 1\"\nseed = 5"));
  EXPECT_EQ(result->arguments[0].fill.first, -1);
  EXPECT_EQ(result->arguments[0].fill.second, 999);
  EXPECT_EQ(result->arguments[0].fill.seed, 5u);
}

TEST(Resolve, ASizeThatIsNotWholeIsRefused) {
  const Error error = error_of(replaced(k_scale_problem, "shape = [\"n\"]", "shape = [\"n / 3\"]"));
  EXPECT_EQ(error.what, "extent 1 of `in` is 333.3333333333333, not a whole number: `n / 3`");
  EXPECT_EQ(error.where, "p/problem.toml:7");
  EXPECT_EQ(error.mend, "use ceil_div(a, b) or floor(a / b)");
}

TEST(Resolve, AnEmptyOrNegativeSizeIsRefused) {
  EXPECT_EQ(error_of(replaced(k_scale_problem, "shape = [\"n\"]", "shape = [\"n - 1000\"]")).what,
            "extent 1 of `in` is 0: `n - 1000`");
  EXPECT_EQ(error_of(replaced(k_scale_problem, "n = 1000", "n = -1")).what, "dimension `n` is -1: `-1`");
  EXPECT_EQ(error_of(k_scale_problem, {.dims = {{"n", 0}}}).where, "--dims n");
  EXPECT_EQ(error_of(replaced(k_scale_problem, "ceil_div(n, TILE)", "n - 1000")).what, "`grid` x is 0: `n - 1000`");
}

TEST(Resolve, DivisionByZeroIsNamed) {
  EXPECT_EQ(error_of(replaced(k_scale_problem, "shape = [\"n\"]", "shape = [\"1 / (n - n)\"]")).what,
            "extent 1 of `in` has no value: division by zero in `1 / (n - n)`");
}

TEST(Resolve, MoreMemoryThanThereIsSaysHowMuch) {
  const Error error = error_of(
      k_scale_problem,
      {.dims = {{"n", int64_t{1} << 30}}, .memory_limit_bytes = uint64_t{4} << 30, .memory_of = "virtual:h200"});
  EXPECT_EQ(error.what, "the arrays want 8.0 GiB, and virtual:h200 has 4.0 GiB");
  EXPECT_EQ(error.mend, "choose smaller sizes; the largest array is `in` with 4.0 GiB");
}

TEST(Resolve, SizesPastSixtyFourBitsSayHowMuch) {
  const Error error = error_of(replaced(k_scale_problem, "shape = [\"n\"]", "shape = [\"n\", \"n\"]"),
                               {.dims = {{"n", int64_t{1} << 40}}});
  EXPECT_EQ(error.what, "`in` wants 4.0 YiB, more than any memory holds");
  EXPECT_EQ(error.where, "p/problem.toml:4");
}

TEST(Resolve, AScalarMustFitItsType) {
  EXPECT_EQ(error_of(k_scale_problem, {.dims = {{"n", int64_t{1} << 31}}}).what,
            "scalar `n` is 2147483648, which i32 does not hold");
  const std::string whole = replaced(
      replaced(k_scale_problem, "name = \"n\"\ntype = \"i32\"", "name = \"n\"\ntype = \"i32\"\nvalue = \"n / 16\""),
      "n = 1000", "n = 1001");
  EXPECT_EQ(error_of(whole).what, "scalar `n` of type i32 is 62.5625");
}

TEST(Resolve, ALaunchNoGpuTakesIsRefused) {
  EXPECT_EQ(error_of(replaced(k_scale_problem, "block = [\"TILE\"]", "block = [\"TILE\", 64]")).what,
            "a block of 32 x 64 x 1 has 2048 threads");
  EXPECT_EQ(error_of(replaced(k_scale_problem, "block = [\"TILE\"]", "block = [2000]")).what,
            "`block` x is 2000: `2000`");
  EXPECT_EQ(error_of(replaced(k_scale_problem, "grid = [\"ceil_div(n, TILE)\"]", "grid = [1, 65536]")).mend,
            "a GPU accepts at most 65535");
  EXPECT_EQ(error_of(replaced(k_scale_problem, "[launch]", "[launch]\nshared = -4")).what, "`shared` is -4: `-4`");
}

TEST(Resolve, AConstraintThatDoesNotHoldIsNamedWithItsValues) {
  const Error error = error_of(k_scale_problem + "where = \"n % TILE == 0\"\n");
  EXPECT_EQ(error.what, "`n % TILE == 0` does not hold with n = 1000, TILE = 32");
  EXPECT_EQ(error.where, "p/problem.toml:25");
}

TEST(Resolve, UnknownNamesOfOptionsAreRefused) {
  EXPECT_EQ(error_of(k_scale_problem, {.dims = {{"m", 1}}}).mend, "did you mean `n`?");
  EXPECT_EQ(error_of(k_scale_problem, {.tunables = {{"TIEL", 1}}}).mend, "did you mean `TILE`?");
}

TEST(Resolve, AFillThatTheTypeCannotHoldIsRefused) {
  const std::string fill = replaced(k_scale_problem, "shape = [\"n\"]", "shape = [\"n\"]\nfill = \"uniform\"\nlow = 3");
  EXPECT_EQ(error_of(fill).what, "`low` of `in` is 3, above `high`, 1");
  EXPECT_EQ(error_of(replaced(fill, "low = 3", "high = 1e40")).what,
            "the fill of `in` reaches 1e+40, which f32 does not hold");
}

TEST(Assignments, AreNamesAndSizes) {
  EXPECT_EQ(*parse_assignments("M=4096, N=2K", "--dims"), (std::map<std::string, int64_t>{{"M", 4096}, {"N", 2048}}));
  EXPECT_TRUE(parse_assignments("", "--dims")->empty());
  for (const char* wrong : {"M", "M=", "=3", "M=x", "M=1,,N=2", "M=9999999999G"})
    EXPECT_FALSE(parse_assignments(wrong, "--dims").ok()) << wrong;
}

TEST(CompileRequest, TunablesGoIntoTheSourceOrBecomeMacros) {
  const Problem problem =
      loaded(replaced(k_scale_problem, "TILE = [16, 32, 64]", "TILE = [16]\nROWS = [4]") + "[define]\nFAST = 1\n");
  const auto result = resolve_case(problem, problem.cases[0], {.tunables = {{"TILE", 64}}});
  ASSERT_TRUE(result.ok());
  const CompileRequest request = compile_request(problem, *result, {Architecture{90, 'a'}});
  EXPECT_TRUE(request.source.starts_with("#define TILE 64\n"));
  EXPECT_EQ(request.defines, (std::vector<std::string>{"FAST=1", "ROWS=4"}));
}

}  // namespace resolve_test
}  // namespace whet
