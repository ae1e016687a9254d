// Paths of clients: inside the folders, or refused.
#include "serve/command/roots.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/support.h"

namespace whet::serve {
namespace roots_test {

namespace fs = std::filesystem;

class RootsTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"a/inner", "b", "a-twin"}) fs::create_directories(directory_.path(folder));
    a_ = fs::canonical(directory_.path("a")).string();
    b_ = fs::canonical(directory_.path("b")).string();
  }
  Roots roots() const { return Roots::open({directory_.path("a"), directory_.path("b")}).value(); }
  bool admits(const std::string& path) const { return roots().resolve(path).ok(); }

  test::TemporaryDirectory directory_;
  std::string a_, b_;
};

TEST_F(RootsTest, RelativePathsBeginAtTheFirstFolder) {
  EXPECT_EQ(roots().resolve("inner").value(), a_ + "/inner");
  EXPECT_EQ(roots().resolve(".").value(), a_);
  EXPECT_EQ(roots().resolve("inner/").value(), a_ + "/inner");
  EXPECT_EQ(roots().resolve("new/file.cu").value(), a_ + "/new/file.cu");
}

TEST_F(RootsTest, EveryFolderIsAdmitted) {
  EXPECT_TRUE(admits(b_));
  EXPECT_TRUE(admits("../b/new.cu"));
}

TEST_F(RootsTest, OthersAreRefused) {
  for (const std::string path : {"..", "../..", "/", "/etc/passwd", "../a-twin", "inner/../../x", "", "no/../../../x"})
    EXPECT_FALSE(admits(path)) << path;
  EXPECT_FALSE(admits(std::string("inner\0/../../..", 14)));
}

TEST_F(RootsTest, LinksAreFollowed) {
  fs::create_symlink("/etc", a_ + "/out");
  fs::create_symlink("inner", a_ + "/in");
  EXPECT_FALSE(admits("out/passwd"));
  EXPECT_FALSE(admits("out"));
  EXPECT_EQ(roots().resolve("in/x.cu").value(), a_ + "/inner/x.cu");
}

TEST_F(RootsTest, ALinkToNothingIsRefused) {
  fs::create_symlink("/tmp/not_there_yet", a_ + "/later");
  EXPECT_FALSE(admits("later"));
  EXPECT_FALSE(admits("later/x"));
}

TEST_F(RootsTest, ARefusalNamesTheFolders) {
  const Error error = roots().resolve("/etc/passwd").error();
  EXPECT_NE(error.what.find("/etc/passwd"), std::string::npos);
  EXPECT_NE(error.mend.find(b_), std::string::npos);
}

TEST_F(RootsTest, AnArgumentIsRelativeAndNeverAnOption) {
  EXPECT_EQ(roots().as_argument(a_ + "/inner/x.cu"), "inner/x.cu");
  EXPECT_EQ(roots().as_argument(a_), ".");
  EXPECT_EQ(roots().as_argument(a_ + "/--json"), "./--json");
  EXPECT_EQ(roots().as_argument(b_ + "/x.cu"), b_ + "/x.cu");
}

TEST_F(RootsTest, AFolderMustExist) {
  EXPECT_FALSE(Roots::open({directory_.path("none")}));
}

}  // namespace roots_test
}  // namespace whet::serve
