// The rules that an answer is held to before anything is compiled.
#include "consult/answer/accepted.h"

#include <gtest/gtest.h>

#include "consult/answer/elision.h"
#include "support/problem_text.h"
#include "support/support.h"

namespace whet::consult {
namespace accepted_test {

const std::string k_source =
    "// squares, ... of all\n"
    "__global__ void square(const float* in, float* out, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i] * in[i];\n"
    "}\n";

class AcceptedAnswers : public testing::Test {
 protected:
  void SetUp() override {
    test::TemporaryDirectory directory;
    DiskFileSystem files;
    ASSERT_TRUE(files.write(directory.path("square.cu"), k_source));
    ASSERT_TRUE(files.write(directory.path("problem.toml"), test::ProblemText("square.cu")
                                                                .dim("n", 1024)
                                                                .array("in")
                                                                .array("out")
                                                                .scalar("n")
                                                                .launch("ceil_div(n, 256)", "256")
                                                                .text()));
    auto loaded = load_problem(directory.path(), files);
    ASSERT_TRUE(loaded) << describe(loaded.error());
    problem_ = std::move(*loaded);
    known_ = {fingerprint(k_source)};
  }

  Result<AcceptedAnswer> accept(const std::string& text) {
    return accept_answer(text, {problem_, k_source, {"memory.vectorized_access"}, known_});
  }
  std::string refusal(const std::string& kernel, const std::string& memo = "MEMO: [] less work") {
    const auto accepted = accept(memo + "\n```cuda\n" + kernel + "```\n");
    return accepted ? "taken" : accepted.error().what;
  }
  static std::string with(std::string from, std::string to) {
    std::string source = k_source;
    return source.replace(source.find(from), from.size(), to);
  }

  Problem problem_;
  std::set<std::string> known_;
};

TEST_F(AcceptedAnswers, ANewKernelIsTaken) {
  EXPECT_EQ(refusal(with("in[i] * in[i]", "__fmul_rn(in[i], in[i])")), "taken");
}

TEST_F(AcceptedAnswers, EditsAreMadeInTheKernelThatWasShown) {
  const auto accepted = accept(
      "MEMO: [memory.vectorized_access] one load\n<<<<<<< SEARCH\n  if (i < n) out[i] = in[i] * in[i];\n=======\n"
      "  if (i >= n) return;\n  const float x = in[i];\n  out[i] = x * x;\n>>>>>>> REPLACE\n");
  ASSERT_TRUE(accepted) << describe(accepted.error());
  EXPECT_EQ(accepted->source, with("  if (i < n) out[i] = in[i] * in[i];\n",
                                   "  if (i >= n) return;\n  const float x = in[i];\n  out[i] = x * x;\n"));
}

TEST_F(AcceptedAnswers, ALaunchOfItsOwnIsTakenInItsBlock) {
  EXPECT_EQ(
      refusal("/* whet\n[[launch]]\nentry = \"square\"\ngrid = [\"ceil_div(n, 64)\"]\nblock = [64]\n*/\n" + k_source),
      "taken");
}

TEST_F(AcceptedAnswers, ABlockThatDoesNotLoadIsRefused) {
  EXPECT_NE(
      refusal("/* whet\n[[launch]]\nentry = \"square\"\ngrid = [\"ceil_div(m, 64)\"]\nblock = [64]\n*/\n" + k_source),
      "taken");
}

TEST_F(AcceptedAnswers, AnotherSignatureIsRefused) {
  EXPECT_NE(refusal(with("float* out, int n", "float* out, int n, int more")), "taken");
  EXPECT_NE(refusal(with("const float* in", "const double* in")), "taken");
}

TEST_F(AcceptedAnswers, ATextWithoutAKernelIsRefused) {
  EXPECT_NE(refusal("int x = 1;\n"), "taken");
}

TEST_F(AcceptedAnswers, AKernelThatWasTriedIsRefused) {
  EXPECT_EQ(refusal(k_source), "this kernel was tried before");
  EXPECT_EQ(refusal("// a new comment\n" + with("  if", "\n    if")), "this kernel was tried before");
}

TEST_F(AcceptedAnswers, UnknownMethodsAreRefusedWithNearOnes) {
  const auto refused =
      accept("MEMO: [memory.vectorised_access] wide\n```cuda\n" + with("in[i] *", "1.f * in[i] *") + "```\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "`memory.vectorised_access` is not a method of the catalogue");
  EXPECT_NE(refused.error().mend.find("memory.vectorized_access"), std::string::npos);
}

TEST_F(AcceptedAnswers, CodeThatIsLeftOutIsRefused) {
  for (const char* line :
       {"  // ... rest unchanged\n", "  // ...\n", "  ...\n", "  /* rest of the kernel as before */\n",
        "  // … existing code …\n", "  // (omitted for brevity)\n", "  // Your code here\n"}) {
    const std::string kernel = with("  if (i < n) out[i] = in[i] * in[i];\n", line);
    EXPECT_TRUE(refusal(kernel).starts_with("code is left out: `")) << line << refusal(kernel);
  }
}

TEST(Elision, CommentsOfTheShownKernelAndPlainWordsAreNone) {
  const std::string shown = "// rest unchanged\nint a;\n";
  EXPECT_FALSE(elision_in(shown, shown));
  EXPECT_FALSE(elision_in("// sums 0, 1, ..., n - 1\nint a;\n", ""));
  EXPECT_FALSE(elision_in("template <class... T> void f(T... x);\nvoid g(const char* f, ...);\n", ""));
  EXPECT_TRUE(elision_in("// rest unchanged\nint a;\n", "int a;\n"));
}

}  // namespace accepted_test
}  // namespace whet::consult
