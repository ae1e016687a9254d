// Candidates are compiled by processes that reach little, and compiled all the same.
#include "judge/sandbox/confined_compiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compile/toolkit/reach.h"
#include "compile/toolkit/toolkit.h"
#include "judge/sandbox/landlock.h"
#include "support/support.h"

namespace whet {
namespace confined_compiler_test {

class ConfinedCompilerTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files_, processes_);
    if (!toolkit || toolkit->nvcc.empty() || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no CUDA compiler here";
    if (landlock_abi() == 0) GTEST_SKIP() << "this kernel has no Landlock";
    std::filesystem::create_directories(project_.path("kernels/parts"));
    std::filesystem::create_directories(project_.path("common"));
    std::filesystem::create_directories(project_.path(".hidden"));
    write("common/near.h", "#define NEAR 1\n");
    write("kernels/parts/below.h", "#define BELOW 2\n");
    write(".hidden/secret.h", "#define SECRET 3\n");
    write("../" + elsewhere_name() + "/far.h", "#define FAR 4\n");
  }

  std::string elsewhere_name() const { return std::filesystem::path(elsewhere_.path()).filename().string(); }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(project_.path(name)) << content;
  }

  Result<std::vector<Build>> compile(const std::string& head, CompileRequest::Choice choice,
                                     const std::vector<std::string>& directories = {}) {
    CompileRequest request;
    request.file = project_.path("kernels/kernel.cu");
    request.source = head + "\n__global__ void kernel(int* out) { *out = VALUE; }\n";
    request.architectures = {{90, 'a'}};
    request.include_directories = directories;
    request.choice = choice;
    write("kernels/kernel.cu", request.source);
    return compiler_.compile(request);
  }

  void expect_reach(CompileRequest::Choice choice) {
    const auto good =
        compile("#include \"../common/near.h\"\n#include \"parts/below.h\"\n#define VALUE NEAR + BELOW", choice);
    EXPECT_TRUE(good) << describe(good.error());
    EXPECT_FALSE(compile("#include \"../.hidden/secret.h\"\n#define VALUE SECRET", choice));
    EXPECT_FALSE(compile("#include \"" + elsewhere_.path("far.h") + "\"\n#define VALUE FAR", choice));
    const auto named = compile("#include \"far.h\"\n#define VALUE FAR", choice, {elsewhere_.path()});
    EXPECT_TRUE(named) << describe(named.error());
    EXPECT_FALSE(compile("#include \"/etc/hostname\"\n#define VALUE 1", choice));
  }

  const test::TemporaryDirectory project_, elsewhere_, cache_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  ConfinedProcessRunner confined_{processes_, WHET_PROGRAM};
  Compiler compiler_{confined_options(cache_.path()), files_, confined_, clock_};
};

TEST_F(ConfinedCompilerTest, NvccReachesHeadersAndIncludeDirectoriesAlone) {
  expect_reach(CompileRequest::Choice::nvcc);
}

TEST_F(ConfinedCompilerTest, NvrtcToo) {
  expect_reach(CompileRequest::Choice::nvrtc);
}

TEST_F(ConfinedCompilerTest, TheCacheIsTheSameWithAndWithout) {
  const std::string head = "#define VALUE 41";
  const auto first = compile(head, CompileRequest::Choice::nvrtc);
  ASSERT_TRUE(first) << describe(first.error());
  EXPECT_FALSE(first->front().from_cache);
  Compiler open({.cache_directory = cache_.path()}, files_, processes_, clock_);
  CompileRequest request;
  request.file = project_.path("kernels/kernel.cu");
  request.source = files_.read(request.file).value();
  request.architectures = {{90, 'a'}};
  request.choice = CompileRequest::Choice::nvrtc;
  EXPECT_TRUE(open.compile(request).value().front().from_cache);
}

TEST_F(ConfinedCompilerTest, WhatConfinesIsTold) {
  SystemProcessRunner processes;
  const std::string level = ConfinedProcessRunner(processes, WHET_PROGRAM).level();
  EXPECT_EQ(level, "landlock " + std::to_string(landlock_abi()) + " + seccomp + limits");
}

TEST_F(ConfinedCompilerTest, HostCodeIsCompiledToo) {
  CompileRequest request;
  request.file = project_.path("kernels/solve.cu");
  request.source =
      "__global__ void fill(int* out) { *out = 1; }\nextern \"C\" void solve(int* out) { fill<<<1, 1>>>(out); }\n";
  request.architectures = {{90, 'a'}};
  request.host_function = "solve";
  const auto build = compiler_.compile(request);
  ASSERT_TRUE(build) << describe(build.error());
  EXPECT_FALSE(build->front().library.empty());
}

TEST(Reach, ComputedIncludesOpenTheSourcesDirectoryButNeverTheHome) {
  CompileRequest request;
  request.file = "/project/kernels/a.cu";
  UserHeaders headers;
  const auto holds = [&](const std::string& path) {
    const auto reach = compiler_reach(request, {}, headers);
    return std::find(reach.begin(), reach.end(), path) != reach.end();
  };
  EXPECT_FALSE(holds("/project/kernels"));
  headers.computed = true;
  EXPECT_TRUE(holds("/project/kernels"));
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "/";
  request.file = home + "/a.cu";
  EXPECT_FALSE(holds(home));
  request.extra_flags = {"-I", "/opt/one", "-I/opt/two", "--include-path=/opt/three"};
  EXPECT_TRUE(holds("/opt/one") && holds("/opt/two") && holds("/opt/three"));
}

}  // namespace confined_compiler_test
}  // namespace whet
