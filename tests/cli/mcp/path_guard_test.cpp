// Paths that clients name themselves, and those that a problem names for them.
#include "cli/mcp/path_guard.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/support.h"

namespace whet {
namespace path_guard_test {

class PathGuardTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"root/problem", "outside/.whet"})
      std::filesystem::create_directories(directory_.path(folder));
    roots_ = serve::Roots::open({directory_.path("root")}).value();
  }
  void write(const std::string& path, const std::string& text) {
    ASSERT_TRUE(files_.write(directory_.path(path), text));
  }
  bool admits(const std::string& path) const { return PathGuard(*roots_, files_).admit(path).ok(); }
  bool takes(const std::string& flag) const { return PathGuard(*roots_, files_).check_flag(flag).ok(); }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  std::optional<serve::Roots> roots_;
};

constexpr const char* k_rest = R"(
[dims]
n = 4
[[args]]
name = "x"
type = "f32"
shape = ["n"]
role = "out"
)";

TEST_F(PathGuardTest, AdmitsAProblemWhoseFilesAreInside) {
  write("root/problem/problem.toml", std::string("kernel = \"k.cu\"\n[reference]\ncpp = \"../r.cpp\"\n") + k_rest);
  for (const char* path : {"problem", "problem/problem.toml", "problem/k.cu", "."}) EXPECT_TRUE(admits(path)) << path;
}

TEST_F(PathGuardTest, RefusesAProblemThatNamesAFileOutside) {
  const std::string begins[] = {"kernel = \"/etc/passwd\"\n",
                                "kernel = \"../../outside/k.cu\"\n",
                                "kernel = \"k.cu\"\nreference.cpp = \"../../r.cpp\"\n",
                                "kernel = \"k.cu\"\nreference = { cpp = \"r.cpp\", gpu = \"/etc/r.cu\" }\n",
                                "kernel = \"k.cu\"\ninclude = [\"/etc\"]\n",
                                "kernel = \"k.cu\"\ngenerate = \"/etc/data.py\"\n",
                                "kernel = \"k.cu\"\nflags = [\"-I../../outside\"]\n",
                                "kernel = \"k.cu\"\nflags = [\"--pre-include=/etc/passwd\"]\n"};
  for (const std::string& begin : begins) {
    write("root/problem/problem.toml", begin + k_rest);
    for (const char* path : {"problem", "problem/problem.toml", "problem/k.cu"}) {
      if (std::string(path) == "problem/k.cu") write("root/problem/k.cu", "");
      EXPECT_FALSE(admits(path)) << path << "\n" << begin;
    }
  }
}

TEST_F(PathGuardTest, WhatIsReadBesideAPathIsNoLinkToTheOutside) {
  namespace fs = std::filesystem;
  write("outside/settings.toml", "kernel = \"k.cu\"\n");
  write("root/problem/k.cu", "");
  fs::create_symlink(directory_.path("outside/settings.toml"), directory_.path("root/problem/problem.toml"));
  for (const char* path : {"problem", "problem/k.cu", "problem/problem.toml"}) EXPECT_FALSE(admits(path)) << path;
  fs::remove(directory_.path("root/problem/problem.toml"));
  EXPECT_TRUE(admits("problem/k.cu"));
  fs::create_symlink(directory_.path("outside/settings.toml"), directory_.path("root/problem/k.toml"));
  EXPECT_FALSE(admits("problem/k.cu"));
}

TEST_F(PathGuardTest, AStoreThatIsALinkIsRefused) {
  std::filesystem::create_symlink(directory_.path("outside/.whet"), directory_.path("root/.whet"));
  EXPECT_FALSE(PathGuard(*roots_, files_).check_store("problem"));
}

TEST_F(PathGuardTest, ARefusalNamesTheProblem) {
  write("root/problem/problem.toml", std::string("kernel = \"/etc/passwd\"\n") + k_rest);
  const Error error = PathGuard(*roots_, files_).admit("problem").error();
  EXPECT_NE(error.where.find("problem.toml"), std::string::npos);
  EXPECT_NE(error.what.find("/etc/passwd"), std::string::npos);
}

TEST_F(PathGuardTest, FlagsKeepToTheFolders) {
  for (const char* flag :
       {"--extended-lambda", "-Xptxas", "-O3", "-Iinclude", "-Iproblem/x", "--pre-include=problem/x.h"})
    EXPECT_TRUE(takes(flag)) << flag;
  for (const char* flag : {"-I/etc", "-I..", "--pre-include=/etc/passwd", "-include/etc/passwd", "@/etc/flags",
                           "/etc/x", "--options-file=../x", "-Iproblem -I/etc", "-O3 --pre-include /etc/passwd"})
    EXPECT_FALSE(takes(flag)) << flag;
}

TEST_F(PathGuardTest, TheStoreLiesInside) {
  const PathGuard guard(*roots_, files_);
  EXPECT_TRUE(guard.check_store("problem"));
  std::filesystem::create_directories(directory_.path("root/.whet"));
  EXPECT_TRUE(guard.check_store("problem"));
}

TEST_F(PathGuardTest, AStoreAboveTheFoldersIsRefused) {
  std::filesystem::create_directories(directory_.path("outside/inner"));
  const auto roots = serve::Roots::open({directory_.path("outside/inner")}).value();
  EXPECT_FALSE(PathGuard(roots, files_).check_store("."));
}

}  // namespace path_guard_test
}  // namespace whet
