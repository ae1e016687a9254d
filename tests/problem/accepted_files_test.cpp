// A candidate as the problem's own files: loading them gives the candidate, with as few changes as possible.
#include "problem/accepted_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "problem/data/resolve.h"
#include "problem/signature/candidate.h"
#include "support/problem_text.h"
#include "support/source_folder.h"
#include "support/support.h"

namespace whet {

namespace accepted_files_test {

const std::string k_problem = test::ProblemText("k.cu")
                                  .dim("n", 4096)
                                  .array("out")
                                  .launch("ceil_div(n, BLOCK * EACH)", "BLOCK")
                                  .add("[tune]\nBLOCK = [64, 128, 256]  # threads\nEACH = [1, 2]\n")
                                  .text();
constexpr const char* k_source = R"cu(#define EACH 1
__global__ void k(float* out) {
  for (int i = 0; i < EACH; ++i) out[(blockIdx.x * BLOCK + threadIdx.x) * EACH + i] = BLOCK;
}
)cu";

class Accepted : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(files.write("p/problem.toml", k_problem));
    ASSERT_TRUE(files.write("p/k.cu", k_source));
  }
  Problem original() const { return load_problem("p/problem.toml", files).value(); }
  Result<AcceptedFiles> accept(const std::map<std::string, int64_t>& values) const {
    const TunedProblem candidate = tuned(find_tuning_space(original()), values);
    return accepted_files(original(), candidate, files);
  }
  // The problem as it is with the files in place.
  ResolvedCase loaded(const AcceptedFiles& accepted) {
    EXPECT_TRUE(files.write("p/k.cu", accepted.kernel));
    EXPECT_TRUE(files.write("p/problem.toml", accepted.problem.value_or(k_problem)));
    const Problem problem = original();
    return resolve_case(problem, problem.cases.front()).value();
  }

  test::FakeFileSystem files;
};

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const size_t place = text.find(from);
  return place == std::string::npos ? "not there: " + from : text.replace(place, from.size(), to);
}

TEST_F(Accepted, ANumberOfTheSourceIsSetThere) {
  const auto accepted = accept({{"EACH", 2}});
  ASSERT_TRUE(accepted) << describe(accepted.error());
  EXPECT_EQ(accepted->kernel, changed(k_source, "EACH 1", "EACH 2"));
  EXPECT_FALSE(accepted->problem);
  EXPECT_EQ(loaded(*accepted).launches.front().grid[0], 4096U / 64 / 2);
}

TEST_F(Accepted, AnInjectedNumberGoesToTheFrontOfItsListAndCanStillBeTuned) {
  const auto accepted = accept({{"BLOCK", 256}});
  ASSERT_TRUE(accepted) << describe(accepted.error());
  EXPECT_EQ(accepted->kernel, k_source);
  ASSERT_TRUE(accepted->problem);
  EXPECT_EQ(*accepted->problem, changed(k_problem, "[64, 128, 256]", "[256, 64, 128]"));
  EXPECT_EQ(loaded(*accepted).launches.front().block[0], 256U);
  EXPECT_EQ(original().tunables.front().values, (std::vector<int64_t>{256, 64, 128}));
}

TEST_F(Accepted, FlagsStandInABlockThatTheProblemReads) {
  TunedProblem candidate = tuned(find_tuning_space(original()), {{"EACH", 2}});
  candidate.flags = {"-prec-div=false"};
  const auto accepted = accepted_files(original(), candidate, files);
  ASSERT_TRUE(accepted) << describe(accepted.error());
  EXPECT_TRUE(accepted->kernel.starts_with("/* whet\nflags = [\"-prec-div=false\"]\n")) << accepted->kernel;
  EXPECT_NE(accepted->kernel.find("*/\n#define EACH 2\n"), std::string::npos) << accepted->kernel;
  loaded(*accepted);
  EXPECT_EQ(original().compiler_flags, std::vector<std::string>{"-prec-div=false"});
}

TEST_F(Accepted, ALaunchOfItsOwnStandsInABlockThatTheProblemReads) {
  const std::string source = "__global__ void other(float* out) { out[blockIdx.x * 32 + threadIdx.x] = 1; }\n";
  const std::string launch = "[launch]\nentry = \"other\"\ngrid = [\"n / 32\"]\nblock = [32]\n";
  const auto candidate = with_candidate(original(), "c.cu", source, launch);
  ASSERT_TRUE(candidate) << describe(candidate.error());
  const auto accepted = accepted_files(original(), {*candidate, {}, {}}, files);
  ASSERT_TRUE(accepted) << describe(accepted.error());
  EXPECT_EQ(accepted->kernel, "/* whet\n" + launch + "*/\n" + source);
  EXPECT_FALSE(accepted->problem);
  const ResolvedCase found = loaded(*accepted);
  EXPECT_EQ(found.launches.front().entry, "other");
  EXPECT_EQ(found.launches.front().grid[0], 128U);
}

TEST_F(Accepted, ABlockThatItHasStaysAndOneThatIsOutdatedIsReplaced) {
  const std::string code = "__global__ void k(float* out) { out[blockIdx.x * W + threadIdx.x] = 1; }\n";
  const std::string own = "/* whet\n[launch]\ngrid = [\"n / 16\"]\nblock = [16]\n[define]\nW = 16\n*/\n" + code;
  const auto candidate = with_candidate(original(), "c.cu", own);
  ASSERT_TRUE(candidate) << describe(candidate.error());
  const auto accepted = accepted_files(original(), {*candidate, {}, {}}, files);
  ASSERT_TRUE(accepted) << describe(accepted.error());
  EXPECT_EQ(accepted->kernel, own);

  const std::string sidecar = "[launch]\nentry = \"k\"\ngrid = [\"n / 8\"]\nblock = [8]\n\n[define]\nW = 8\n";
  const auto other = with_candidate(original(), "c.cu", own, sidecar);
  ASSERT_TRUE(other) << describe(other.error());
  const auto replaced = accepted_files(original(), {*other, {}, {}}, files);
  ASSERT_TRUE(replaced) << describe(replaced.error());
  EXPECT_EQ(replaced->kernel, "/* whet\n" + sidecar + "*/\n" + code);
}

TEST_F(Accepted, WhatTheFilesCannotSayIsRefusedNotGuessed) {
  const std::string source = "__global__ void k(float* out) { const char* s = S; out[threadIdx.x] = s[0]; }\n";
  const std::string ends_comment = "[define]\nS = '\"*/\"'\n[launch]\ngrid = [7]\nblock = [7]\n";
  const auto candidate = with_candidate(original(), "c.cu", source, ends_comment);
  ASSERT_TRUE(candidate) << describe(candidate.error());
  const auto refused = accepted_files(original(), {*candidate, {}, {}}, files);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("cannot be expressed"), std::string::npos);
}

// All that the tuner may choose: the first and the last value of each tunable alone, and all last values at once.
TEST(AcceptedExamples, EveryNumberOfEveryExampleCanBeSaid) {
  const DiskFileSystem files;
  size_t tried = 0;
  for (const auto& folder : std::filesystem::directory_iterator(test::source_folder() + "/examples")) {
    if (!std::filesystem::exists(folder.path() / "problem.toml")) continue;
    const auto problem = load_problem(folder.path().string(), files);
    ASSERT_TRUE(problem) << describe(problem.error());
    const TuningSpace space = find_tuning_space(*problem);
    for (const FoundTunable& tunable : space.tunables) {
      for (const int64_t value : {tunable.values.front(), tunable.values.back()}) {
        const TunedProblem candidate = tuned(space, {{tunable.name, value}});
        if (!resolve_case(candidate.problem, candidate.problem.cases.front(), {.tunables = candidate.tunables}))
          continue;  // violates `where`
        ++tried;
        const auto accepted = accepted_files(*problem, candidate, files);
        EXPECT_TRUE(accepted) << folder.path() << " " << tunable.name << " = " << value;
      }
    }
  }
  EXPECT_GT(tried, 50U);
}

}  // namespace accepted_files_test

}  // namespace whet
