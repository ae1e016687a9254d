#include "problem/signature/candidate.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace whet {
namespace candidate_test {

using test::loaded;

const std::string k_two_passes =
    "/* whet\n"
    "[[scratch]]\nname = \"partial\"\ntype = \"f32\"\nshape = [\"n\"]\n"
    "[[launch]]\nentry = \"first\"\nargs = [\"in\", \"partial\", \"n\"]\ngrid = [4]\nblock = [64]\n"
    "[[launch]]\nentry = \"second\"\nargs = [\"partial\", \"out\", \"n\"]\ngrid = [1]\nblock = [64]\n"
    "[define]\nTILE = 128\n*/\n"
    "__global__ void first(const float* in, float* partial, int n) {}\n"
    "__global__ void second(const float* partial, float* out, int n) {}\n";

std::string error_of(const Result<Problem>& made) {
  return made ? "" : made.error().what + " at " + made.error().where;
}

TEST(Candidate, TakesTheProblemsLaunch) {
  const Problem problem = loaded();
  const auto made = with_candidate(problem, "c.cu", "// faster\n" + problem.source);
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(made->kernel, "c.cu");
  EXPECT_EQ(made->launches.size(), 1u);
  EXPECT_EQ(made->tunables.size(), problem.tunables.size());
}

TEST(Candidate, ItsOnlyKernelMayHaveAnotherName) {
  const Problem problem = loaded();
  std::string source = problem.source;
  source.replace(source.find(" scale("), 7, " quick(");
  const auto made = with_candidate(problem, "c.cu", source);
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(made->launches[0].entry, "quick");
}

TEST(Candidate, BringsLaunchesScratchAndDefines) {
  const auto made = with_candidate(loaded(), "c.cu", k_two_passes);
  ASSERT_TRUE(made) << describe(made.error());
  ASSERT_EQ(made->launches.size(), 2u);
  EXPECT_EQ(made->launches[1].entry, "second");
  ASSERT_EQ(made->scratch.size(), 1u);
  EXPECT_EQ(made->scratch[0].name, "partial");
  EXPECT_TRUE(made->tunables.empty()) << "the define took its place";
  EXPECT_EQ(made->defines[0].text, "128");
}

TEST(Candidate, AFileThatChoosesBySizeIsNone) {
  const std::string text = "/* whet\nby_size = \"scale\"\n*/\n" + loaded().source;
  EXPECT_EQ(error_of(with_candidate(loaded(), "c.cu", text)),
            "the file chooses among kernels for `scale` by size, and is no candidate at c.cu");
}

TEST(Candidate, ASidecarDoesTheSame) {
  const size_t begin = k_two_passes.find('\n') + 1, end = k_two_passes.find("*/");
  const auto made =
      with_candidate(loaded(), "c.cu", k_two_passes.substr(end + 3), k_two_passes.substr(begin, end - begin));
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(made->launches.size(), 2u);
}

TEST(Candidate, AHostFunctionIsCalled) {
  const auto made = with_candidate(loaded(), "c.cu",
                                   "extern \"C\" void solve(const float* in, float* out, int n, float factor) { }\n");
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_TRUE(made->is_host_function);
  EXPECT_TRUE(made->launches.empty());
}

TEST(Candidate, ErrorsNameItsOwnLine) {
  std::string text = k_two_passes;
  text.replace(text.find("grid = [4]"), 10, "gird = [4]");
  EXPECT_EQ(error_of(with_candidate(loaded(), "c.cu", text)), "unknown key `gird` in [launch] at c.cu:9");
  EXPECT_NE(error_of(with_candidate(loaded(), "c.cu", "/* whet */ __global__ void k() {}")), "");
  EXPECT_NE(error_of(with_candidate(loaded(), "c.cu", "/* whet\n[args]\n*/\n" + loaded().source)), "");
}

TEST(Candidate, OtherParametersAreRefused) {
  const auto made = with_candidate(loaded(), "c.cu", "__global__ void scale(const float* in, float* out) {}");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().details.find("the kernel"), std::string::npos);
}

TEST(Candidate, AnOrdinaryCommentIsNoBlock) {
  const Problem problem = loaded();
  EXPECT_TRUE(with_candidate(problem, "c.cu", "/* scales */\n" + problem.source));
}

TEST(Candidate, BringsFlagsThatSayHowCodeIsMade) {
  const Problem problem = loaded();
  const auto made = with_candidate(
      problem, "c.cu", "/* whet\nflags = [\"--prec-div=false\", \"-maxrregcount=64\"]\n*/\n" + problem.source);
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(made->compiler_flags, (std::vector<std::string>{"--prec-div=false", "-maxrregcount=64"}));
  EXPECT_EQ(made->launches.size(), 1u) << "the problem's launch applies";
}

TEST(Candidate, BringsNoFlagThatNamesAFileAProgramOrAMacro) {
  const Problem problem = loaded();
  for (const char* flag : {"-include=/etc/passwd", "-I/home", "-ccbin=/tmp/evil", "-Xcompiler", "-DTILE=1", "-o/tmp/x",
                           "-std=c++17 -I/", "-maxrregcount=", "-prec-div=false\\n-I/"}) {
    const auto made =
        with_candidate(problem, "c.cu", std::string("/* whet\nflags = [\"") + flag + "\"]\n*/\n" + problem.source);
    EXPECT_FALSE(made) << flag;
  }
  const auto made = with_candidate(problem, "c.cu", "/* whet\nflags = \"-ftz=true\"\n*/\n" + problem.source);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().where, "c.cu:2");
}

TEST(Candidate, AHostFunctionIsNamedInABlock) {
  const Problem problem = loaded();
  const auto made = with_candidate(problem, "c.cu",
                                   "/* whet\nentry = \"solve\"\n*/\n" + problem.source +
                                       "void solve(const float* in, float* out, int n, float factor) {}\n");
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_TRUE(made->is_host_function);
  EXPECT_TRUE(made->launches.empty());
}

}  // namespace candidate_test
}  // namespace whet
