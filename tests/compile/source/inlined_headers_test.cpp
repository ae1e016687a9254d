// Sources with their headers as one text.
#include "compile/source/inlined_headers.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace inlined_headers_test {

class InlinedHeaders : public ::testing::Test {
 protected:
  std::string inlined(const std::string& source) {
    request_.file = "k/kernel.cu";
    request_.source = source;
    const auto text = inlined_headers(request_, files_);
    return text ? *text : text.error().what;
  }
  void put(const std::string& path, const std::string& content) { ASSERT_TRUE(files_.write(path, content)); }

  test::FakeFileSystem files_;
  CompileRequest request_;
};

TEST_F(InlinedHeaders, StandInPlaceOfTheirLines) {
  put("k/sub/a.h", "#include \"b.h\"\nint a;");
  put("k/sub/b.h", "int b;\n");
  put("other/c.h", "int c;\n");
  request_.include_directories = {"other"};
  EXPECT_EQ(inlined("int x;\n  #include \"sub/a.h\"  // first\n#include <c.h>\nint y;\n"),
            "int x;\n  int b;\n\nint a;\n\nint c;\n\nint y;\n");
}

TEST_F(InlinedHeaders, ThoseOfTheToolkitAreIncludedInAngles) {
  EXPECT_EQ(inlined("#include \"cuda_fp16.h\"\n#include <cmath>\n"), "#include <cuda_fp16.h>\n#include <cmath>\n");
}

TEST_F(InlinedHeaders, OneThatSaysOnceIsThereOnce) {
  put("k/once.h", "#pragma once\nint once;\n");
  put("k/twice.h", "int twice;\n");
  EXPECT_EQ(inlined("#include \"once.h\"\n#include \"once.h\"\n#include \"twice.h\"\n#include \"twice.h\"\n"),
            "#pragma once\nint once;\n\n\nint twice;\n\nint twice;\n\n");
}

TEST_F(InlinedHeaders, OneThatIncludesItselfEnds) {
  put("k/a.h", "#ifndef A\n#define A\n#include \"a.h\"\nint a;\n#endif\n");
  EXPECT_EQ(inlined("#include \"a.h\"\n"), "#ifndef A\n#define A\n\nint a;\n#endif\n\n");
}

TEST_F(InlinedHeaders, ATextThatGrowsWithoutEndIsRefused) {
  put("k/h0.h", std::string(4096, ' '));
  for (int i = 1; i < 20; ++i) {
    const std::string line = "#include \"h" + std::to_string(i - 1) + ".h\"\n";
    put("k/h" + std::to_string(i) + ".h", line + line);
  }
  EXPECT_EQ(inlined("#include \"h19.h\"\n"), "the kernel with its headers is larger than 16 MiB");
}

}  // namespace inlined_headers_test
}  // namespace whet
