#include "compile/log/compile_error.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace compile_error_test {

class CompileErrors : public ::testing::Test {
 protected:
  Error error(std::vector<CompilerMessage> messages) {
    CompileRequest request;
    request.file = "a.cu";
    SourceLines lines("a.cu", "int x;\n\tfoo(1);\n", files);
    Attempt attempt;
    attempt.messages = std::move(messages);
    return compile_error(request, attempt, lines);
  }
  test::FakeFileSystem files;
};

TEST_F(CompileErrors, ShowTheLineWithACaretUnderTheColumn) {
  const Error shown =
      error({{Severity::warning, "a.cu", 1, 5, "unused"}, {Severity::error, "a.cu", 2, 2, "undefined"}});
  EXPECT_EQ(shown.kind, ErrorKind::bad_input);
  EXPECT_EQ(shown.where, "a.cu:2");
  EXPECT_EQ(shown.details, "a.cu:2:2: error: undefined\n    \tfoo(1);\n    \t^\n");
}

TEST_F(CompileErrors, NotesFollowTheirErrorOnly) {
  const Error shown = error({{Severity::warning, "a.cu", 1, 0, "w"},
                             {Severity::note, "a.cu", 1, 0, "of the warning"},
                             {Severity::error, "a.cu", 1, 0, "e"},
                             {Severity::note, "a.cu", 2, 0, "of the error"}});
  EXPECT_EQ(shown.details, "a.cu:1: error: e\n    int x;\na.cu:2: note: of the error\n    \tfoo(1);\n");
}

TEST_F(CompileErrors, AMissingHeaderSaysHowToAddItsDirectory) {
  for (const char* text : {"cannot open source file \"b/x.h\"", "b/x.h: No such file or directory"}) {
    EXPECT_EQ(
        error({{Severity::error, "a.cu", 1, 10, text}}).mend,
        "add the directory that holds `b/x.h` with -I DIRECTORY, or as include = [\"DIRECTORY\"] in problem.toml, or "
        "correct the name");
  }
}

TEST_F(CompileErrors, N11AFlagThatIsMissingIsNamed) {
  const auto mend = [&](const char* text) { return error({{Severity::error, "a.cu", 1, 10, text}}).mend; };
  EXPECT_EQ(
      mend("calling a constexpr __host__ function from a __global__ function is not allowed. The experimental flag "
           "'--expt-relaxed-constexpr' can be used to allow this."),
      "add --flag --expt-relaxed-constexpr, or flags = [\"--expt-relaxed-constexpr\"] in problem.toml");
  EXPECT_TRUE(mend("__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag")
                  .starts_with("add --flag --extended-lambda"));
  EXPECT_EQ(mend("identifier \"a--b\" is undefined"), "correct the source at the place shown");
}

TEST_F(CompileErrors, ManyErrorsAreCounted) {
  const Error shown = error(std::vector<CompilerMessage>(25, {Severity::error, "a.cu", 1, 1, "e"}));
  EXPECT_TRUE(shown.details.ends_with("and 5 more errors\n"));
}

}  // namespace compile_error_test
}  // namespace whet
