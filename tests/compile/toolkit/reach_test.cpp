// R11: what a candidate is judged by is out of its compiler's reach; R13: so is what never ends.
#include "compile/toolkit/reach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/support.h"

namespace whet {
namespace reach_test {

class ReachTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(place_.path("parts"));
    for (const char* name : {"reference.cpp", "problem.toml", "near.h", "parts/below.h"})
      std::ofstream(place_.path(name)) << "int x;\n";
    request_.file = place_.path("kernel.cu");
    request_.out_of_reach = {place_.path("problem.toml"), place_.path("reference.cpp")};
  }
  UserHeaders headers(const std::string& source) {
    request_.source = source;
    return find_user_headers(request_, {}, files_);
  }
  std::vector<std::string> reach(const std::string& source) {
    return compiler_reach(request_, Toolkit{}, headers(source));
  }
  static bool has(const std::vector<std::string>& paths, const std::string& path) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
  }

  DiskFileSystem files_;
  const test::TemporaryDirectory place_;
  CompileRequest request_;
};

TEST_F(ReachTest, R11TheReferenceIsNotIncluded) {
  for (const std::string include : {"\"reference.cpp\"", "\"./parts/../reference.cpp\"", "\"problem.toml\""}) {
    const auto checked = check_reach(request_, headers("#include " + include + "\n"));
    ASSERT_FALSE(checked) << include;
    EXPECT_NE(checked.error().what.find("which it is judged by"), std::string::npos);
  }
  EXPECT_TRUE(check_reach(request_, headers("#include \"near.h\"\n")));
}

TEST_F(ReachTest, R11ALinkToTheReferenceIsTheReference) {
  std::filesystem::create_symlink(place_.path("reference.cpp"), place_.path("innocent.h"));
  EXPECT_FALSE(check_reach(request_, headers("#include \"innocent.h\"\n")));
}

TEST_F(ReachTest, R11ComputedIncludesOpenTheFolderWithoutTheReference) {
  const auto open = reach("#define NAME \"reference.cpp\"\n#include NAME\n");
  EXPECT_FALSE(has(open, place_.path()));
  EXPECT_FALSE(has(open, place_.path("reference.cpp")));
  EXPECT_FALSE(has(open, place_.path("problem.toml")));
  EXPECT_TRUE(has(open, place_.path("near.h")));
  EXPECT_TRUE(has(open, place_.path("parts")));
}

TEST_F(ReachTest, R11NeitherDoIncludeDirectoriesOpenIt) {
  request_.include_directories = {place_.path()};
  const auto open = reach("int x;\n");
  EXPECT_FALSE(has(open, place_.path()));
  EXPECT_FALSE(has(open, place_.path("reference.cpp")));
  EXPECT_TRUE(has(open, place_.path("near.h")));
}

TEST_F(ReachTest, R13AHeaderWithoutEndIsAnError) {
  std::filesystem::create_symlink("/dev/zero", place_.path("zero.h"));
  for (const std::string include : {"\"/dev/zero\"", "</dev/zero>", "\"zero.h\""}) {
    const UserHeaders found = headers("#include " + include + "\n");
    ASSERT_TRUE(found.unread) << include;
    EXPECT_NE(found.unread->what.find("is a device, no file"), std::string::npos) << found.unread->what;
  }
  EXPECT_FALSE(headers("#include \"near.h\"\n#include \"none.h\"\n").unread);
}

}  // namespace reach_test
}  // namespace whet
