// A judged source is the same program whenever and wherever it is compiled.
#include "compile/source/surroundings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/support.h"

namespace whet {
namespace surroundings_test {

class SurroundingsTest : public testing::Test {
 protected:
  SurroundingsTest() {
    std::filesystem::create_directories(place_.path("folder/include"));
    request_.file = place_.path("folder/kernel.cu");
    request_.judged = true;
  }
  void write(const std::string& name, const std::string& text) { std::ofstream(place_.path(name)) << text; }
  Result<void> check(const std::string& source) {
    request_.source = source;
    return check_surroundings(request_, find_user_headers(request_, {}, files_));
  }
  std::string refusal(const std::string& source) {
    const auto checked = check(source);
    return checked ? ""
                   : checked.error().what + " at " + std::filesystem::path(checked.error().where).filename().string();
  }
  std::string reason(const std::string& source) {
    request_.source = source;
    return reason_for_fixed_time(request_, find_user_headers(request_, {}, files_));
  }

  DiskFileSystem files_;
  const test::TemporaryDirectory place_;
  CompileRequest request_;
};

TEST_F(SurroundingsTest, TheTimeIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal("int x;\nchar c = __TIME__[0];\n"), "`__TIME__` tells when the source is compiled at kernel.cu:2");
  EXPECT_NE(refusal("#define WHEN __DATE__\n"), "");
  EXPECT_NE(refusal("#if 1\nconst char* t = __TIMESTAMP__;\n#endif\n"), "");
}

TEST_F(SurroundingsTest, ANameAcrossTwoLinesIsOne) {
  EXPECT_EQ(refusal("char c = __TI\\\nME__[0];\n"), "`__TIME__` tells when the source is compiled at kernel.cu:1");
}

TEST_F(SurroundingsTest, TheTimeInAHeaderOrADefinitionIsRefusedToo) {
  write("folder/when.h", "#pragma once\n#define WHEN __TIME__\n");
  EXPECT_EQ(refusal("#include \"when.h\"\n"), "`__TIME__` tells when the source is compiled at when.h:2");
  request_.defines = {"WHEN=__TIME__"};
  EXPECT_NE(refusal("int x;\n"), "");
}

TEST_F(SurroundingsTest, CommentsTextsAndOtherNamesAreNoUse) {
  EXPECT_EQ(refusal("// __TIME__\n/* __DATE__ */ const char* t = \"__TIME__\"; int __TIMES__ = 3;\n"), "");
}

TEST_F(SurroundingsTest, WhoIsNotJudgedMayTellTheTime) {
  request_.judged = false;
  EXPECT_EQ(refusal("const char* t = __TIME__;\n#if __has_include(\"/etc/passwd\")\n#endif\n"), "");
}

TEST_F(SurroundingsTest, AQuestionForAHeaderByItsNameIsTaken) {
  EXPECT_EQ(refusal("#ifdef __has_include\n#if __has_include(<cuda_fp16.h>) && __has_include( \"own.h\" )\n#endif\n"
                    "#endif\n#if defined(__has_include)\n#endif\n"),
            "");
}

TEST_F(SurroundingsTest, AQuestionForAnyOtherFileIsRefused) {
  EXPECT_NE(refusal("#if __has_include(\"/dev/nvidiactl\")\n#endif\n"), "");
  EXPECT_NE(refusal("#if __has_include(</usr/bin/env>)\n#endif\n"), "");
  EXPECT_NE(refusal("#if 0\n#elif !__has_include(\"../../../etc/passwd\")\n#endif\n"), "");
  EXPECT_NE(refusal("#define P \"/etc/passwd\"\n#if __has_include(P)\n#endif\n"), "");
  EXPECT_NE(refusal("#define P (\"/etc/passwd\")\n#if __has_include P\n#endif\n"), "");
  EXPECT_NE(refusal("#define H __has_include\n#if H(\"/etc/passwd\")\n#endif\n"), "");
  EXPECT_NE(refusal("#if __has_include_next(\"/etc/passwd\")\n#endif\n"), "");
}

TEST_F(SurroundingsTest, AConditionThatIsPastedTogetherIsRefused) {
  EXPECT_NE(refusal("#define C(a, b) a##b\n#define D(a, b) C(a, b)\n#if D(__has_, include)(\"/x\")\n#endif\n"), "");
  EXPECT_NE(refusal("#define C(a, b) a%:%:b\n#if C(__has_, include)(\"/x\")\n#endif\n"), "");
  EXPECT_EQ(refusal("#define C(a, b) a##b\n#if BLOCK > 3\n#endif\nint C(x, y);\n"), "");
}

TEST_F(SurroundingsTest, FilesOfOthersAreNotIncluded) {
  EXPECT_NE(refusal("#include \"/etc/passwd\"\n"), "");
  EXPECT_NE(refusal("#include </proc/version>\n"), "");
  EXPECT_NE(refusal("#include \"/no/such/file.h\"\n"), "");
  write("folder/own.h", "int x;\n");
  EXPECT_EQ(refusal("#include \"own.h\"\n#include \"" + place_.path("folder/own.h") + "\"\n#include <vector>\n"), "");
}

TEST_F(SurroundingsTest, HeadersOfIncludeDirectoriesAreTheProblemsOwn) {
  const test::TemporaryDirectory library;
  std::ofstream(library.path("banner.h")) << "#define BANNER __DATE__\n#if __has_include(\"/etc/x\")\n#endif\n";
  request_.include_directories = {library.path("")};
  EXPECT_EQ(refusal("#include <banner.h>\n"), "");
}

TEST_F(SurroundingsTest, WhatMayBePastedGoesToTheCompilerThatTakesDefinitions) {
  EXPECT_EQ(reason("int x;\n"), "");
  EXPECT_NE(reason("#define C(a, b) a##b\n"), "");
  EXPECT_NE(reason("#define H \"own.h\"\n#include H\n"), "");
  request_.defines = {"C(a,b)=a##b"};
  EXPECT_NE(reason("int x;\n"), "");
  request_.judged = false;
  EXPECT_EQ(reason("#define C(a, b) a##b\n"), "");
}

TEST(FixedTime, ACompilersMessageNamesTheMacro) {
  EXPECT_EQ(macro_of_time("identifier \"whet_does_not_tell__TIMESTAMP__\" is undefined"), "__TIMESTAMP__");
  EXPECT_EQ(macro_of_time("identifier \"x\" is undefined"), "");
}

}  // namespace surroundings_test
}  // namespace whet
