#include "compile/toolkit/toolkit.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/support.h"

namespace whet {
namespace toolkit_test {

class ToolkitSearch : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"WHET_CUDA", "CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "CONDA_PREFIX"})
      ::unsetenv(name);
  }
  void put(const std::string& path) { ASSERT_TRUE(files.write(path, "x")); }

  test::FakeFileSystem files;
  test::FakeProcessRunner processes;
};

TEST_F(ToolkitSearch, APrefixHoldsCompilersLibraryAndHeaders) {
  put("/cuda/bin/nvcc");
  put("/cuda/bin/ptxas");
  put("/cuda/lib64/libnvrtc.so");
  put("/cuda/include");
  put("/cuda/include/cccl");
  const auto toolkit = find_toolkit("/cuda", files, processes);
  ASSERT_TRUE(toolkit);
  EXPECT_EQ(toolkit->nvcc, "/cuda/bin/nvcc");
  EXPECT_EQ(toolkit->ptxas, "/cuda/bin/ptxas");
  EXPECT_EQ(toolkit->nvrtc, "/cuda/lib64/libnvrtc.so");
  EXPECT_EQ(toolkit->include_directories, (std::vector<std::string>{"/cuda/include", "/cuda/include/cccl"}));
  EXPECT_FALSE(toolkit->identity.empty());
}

TEST_F(ToolkitSearch, TheVariableComesBeforeTheUsualPlace) {
  put("/usr/local/cuda/bin/nvcc");
  put("/mine/bin/nvcc");
  ::setenv("WHET_CUDA", "/mine", 1);
  EXPECT_EQ(find_toolkit("", files, processes)->nvcc, "/mine/bin/nvcc");
  ::unsetenv("WHET_CUDA");
  EXPECT_EQ(find_toolkit("", files, processes)->nvcc, "/usr/local/cuda/bin/nvcc");
}

TEST_F(ToolkitSearch, WhatOnePlaceLacksAnotherMayHave) {
  put("/usr/local/cuda/bin/nvcc");
  put("/opt/cuda/targets/x86_64-linux/lib/libnvrtc.so.12");
  const auto toolkit = find_toolkit("", files, processes);
  EXPECT_EQ(toolkit->nvcc, "/usr/local/cuda/bin/nvcc");
  EXPECT_EQ(toolkit->nvrtc, "/opt/cuda/targets/x86_64-linux/lib/libnvrtc.so.12");
}

TEST_F(ToolkitSearch, ALibraryDirectoryOfTheLoaderIsFound) {
  put("/where/libnvrtc.so.13");
  ::setenv("LD_LIBRARY_PATH", "/else:/where", 1);
  EXPECT_EQ(find_toolkit("", files, processes)->nvrtc, "/where/libnvrtc.so.13");
}

TEST_F(ToolkitSearch, AnotherCompilerHasAnotherIdentity) {
  put("/cuda/bin/nvcc");
  const std::string before = find_toolkit("/cuda", files, processes)->identity;
  files.tick();
  put("/cuda/bin/nvcc");
  EXPECT_NE(find_toolkit("/cuda", files, processes)->identity, before);
}

TEST_F(ToolkitSearch, AnEmptyPrefixIsAnErrorThatNamesIt) {
  const auto toolkit = find_toolkit("/nowhere", files, processes);
  ASSERT_FALSE(toolkit);
  EXPECT_EQ(toolkit.error().kind, ErrorKind::missing);
  EXPECT_NE(toolkit.error().what.find("/nowhere"), std::string::npos);
}

TEST_F(ToolkitSearch, WithNothingFoundTheLoaderIsLeftToTry) {
  const auto toolkit = find_toolkit("", files, processes);
  EXPECT_EQ(toolkit->nvrtc, "libnvrtc.so");
  EXPECT_TRUE(toolkit->identity.empty());
}

}  // namespace toolkit_test
}  // namespace whet
