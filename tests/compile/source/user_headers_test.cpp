#include "compile/source/user_headers.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace user_headers_test {

class UserHeaderFiles : public ::testing::Test {
 protected:
  UserHeaders find(const std::string& source) {
    request.file = "k/kernel.cu";
    request.source = source;
    return find_user_headers(request, {"/cuda/include"}, files);
  }
  void put(const std::string& path, const std::string& content = "") { ASSERT_TRUE(files.write(path, content)); }

  test::FakeFileSystem files;
  CompileRequest request;
};

TEST_F(UserHeaderFiles, QuotedOnesAreLookedForBesideTheIncludingFile) {
  put("k/a.h", "#include \"sub/b.h\"");
  put("k/sub/b.h", "#include \"c.h\"");
  put("k/sub/c.h");
  put("k/c.h");
  const auto headers = find("#include \"a.h\"");
  ASSERT_EQ(headers.files.size(), 3u);
  EXPECT_EQ(headers.files[2].path, "k/sub/c.h");
}

TEST_F(UserHeaderFiles, AngledOnesComeFromTheIncludeDirectoriesInOrder) {
  put("one/x.h");
  put("two/x.h");
  put("k/x.h");
  request.include_directories = {"two"};
  request.extra_flags = {"-I", "one", "-Ithree"};
  const auto headers = find("#include <x.h>");
  ASSERT_EQ(headers.files.size(), 1u);
  EXPECT_EQ(headers.files[0].path, "two/x.h");
}

TEST_F(UserHeaderFiles, TheToolkitsAreNotAmongThem) {
  put("/cuda/include/cuda_fp16.h", "#include <vector>");
  request.include_directories = {"/cuda/include/"};
  const auto headers = find("#include <cuda_fp16.h>");
  EXPECT_TRUE(headers.files.empty());
  EXPECT_TRUE(headers.elsewhere.contains("cuda_fp16.h"));
}

TEST_F(UserHeaderFiles, ACircleEnds) {
  put("k/a.h", "#include \"b.h\"");
  put("k/b.h", "#include \"a.h\"");
  EXPECT_EQ(find("#include \"a.h\"").files.size(), 2u);
}

TEST_F(UserHeaderFiles, AComputedOneIsSaidToBeSo) {
  put("k/a.h", "#include CONFIG");
  EXPECT_TRUE(find("#include \"a.h\"").computed);
}

}  // namespace user_headers_test
}  // namespace whet
