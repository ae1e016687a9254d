// The work of every example without its [work] against the one that it declares.
#include "describe/derived_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "describe/counted_work.h"
#include "describe/touched_run.h"
#include "problem/data/resolve.h"
#include "support/source_folder.h"
#include "util/clock.h"
#include "util/system/knowledge.h"
#include "util/system/process.h"

namespace whet {
namespace {

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(test::source_folder() + "/examples"))
    names.push_back(each.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

class DerivedWork : public testing::Test {
 protected:
  static std::string example(const std::string& name) { return test::source_folder() + "/examples/" + name; }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  const Knowledge knowledge_;
  Compiler compiler_{{.cache_directory = testing::TempDir() + "whet_describe_cache"}, files_, processes_, clock_};
};

class DerivedWorkOfExample : public DerivedWork, public testing::WithParamInterface<std::string> {
 protected:
  // The time at the ceiling: the longer of moving the bytes and doing the arithmetic.
  static double seconds_at_ceiling(const ResolvedCase& resolved, double flops_per_second) {
    constexpr double k_bytes_per_second = 4.8e12;
    return std::max(resolved.bytes.value_or(0) / k_bytes_per_second, resolved.flops.value_or(0) / flops_per_second);
  }
};

TEST_P(DerivedWorkOfExample, GivesTheSameShareOfTheCeiling) {
  auto loaded = load_problem(example(GetParam()), files_);
  ASSERT_TRUE(loaded.ok());
  const Problem declared = *loaded;
  Problem problem = declared;
  problem.work_flops.reset();
  problem.work_bytes.reset();
  add_derived_work(problem, {files_, compiler_, knowledge_});
  ASSERT_TRUE(problem.work_bytes) << GetParam();
  ASSERT_TRUE(problem.is_bytes_derived);
  if (!declared.work_bytes) return;  // vector_add declares none
  const auto want = resolve_case(declared, declared.cases.front()), got = resolve_case(problem, problem.cases.front());
  ASSERT_TRUE(want.ok() && got.ok());
  EXPECT_NEAR(*got->bytes / *want->bytes, 1, 0.01)
      << problem.work_bytes->expression.text() << "; " << problem.work_note;
  const double peak = GetParam() == "hgemm" ? 9.9e14 : 6.7e13;  // tensor units, or fp32
  EXPECT_NEAR(seconds_at_ceiling(*got, peak) / seconds_at_ceiling(*want, peak), 1, 0.12)
      << (problem.work_flops ? problem.work_flops->expression.text() : "none") << "; " << problem.work_note;
}

INSTANTIATE_TEST_SUITE_P(Examples, DerivedWorkOfExample, testing::ValuesIn(example_names()),
                         [](const auto& info) { return info.param; });

// A product has too many instructions at the first sizes that are tried.
TEST_F(DerivedWork, IsCountedAtSizesThatTheBudgetAllows) {
  auto problem = load_problem(example("sgemm"), files_);
  ASSERT_TRUE(problem.ok());
  const CountedWork counted = count_work(*problem, {files_, compiler_, knowledge_});
  for (const auto& [text, place] :
       {std::pair(counted.flops, &Problem::work_flops), std::pair(counted.bytes, &Problem::work_bytes)}) {
    auto formula = Expression::parse(text);
    ASSERT_TRUE(formula.ok()) << text;
    Problem found = *problem;
    found.*place = Formula{*formula, 0};
    const auto want = resolve_case(*problem, problem->cases.front()), got = resolve_case(found, found.cases.front());
    ASSERT_TRUE(want.ok() && got.ok());
    const auto number = [&](const ResolvedCase& resolved) {
      return place == &Problem::work_flops ? *resolved.flops : *resolved.bytes;
    };
    EXPECT_NEAR(number(*got) / number(*want), 1, 0.1) << text;
  }
}

TEST_F(DerivedWork, StopsRunsAtTheirBudget) {
  auto problem = load_problem(example("sgemm"), files_);
  ASSERT_TRUE(problem.ok());
  const std::map<std::string, int64_t> small = {{"n", 64}}, large = {{"n", 512}};
  auto runs = TouchedRuns::open(*problem, compiler_, knowledge_, 100'000);
  ASSERT_TRUE(runs.ok());
  EXPECT_TRUE(runs->run(*problem, small, files_).ok());
  EXPECT_TRUE(runs->flops(*problem, small, files_).ok());
  EXPECT_FALSE(runs->run(*problem, large, files_).ok());
  EXPECT_FALSE(runs->flops(*problem, large, files_).ok());
}

}  // namespace
}  // namespace whet
