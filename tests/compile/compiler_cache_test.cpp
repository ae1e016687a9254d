#include <sys/wait.h>

#include <algorithm>
#include <cerrno>

#include "compile/compile_fixture.h"

namespace whet::test {
namespace compiler_cache_test {

class CachingCompiler : public CompileTest {
 protected:
  CachingCompiler() { cache_directory = directory.path("cache"); }
};

bool nvrtc_is_mapped() {
  const auto maps = DiskFileSystem().read("/proc/self/maps");
  return maps && maps->find("libnvrtc") != std::string::npos;
}

TEST_F(CachingCompiler, AHitStartsNoProcessLoadsNothingAndTakesUnderThreeMilliseconds) {
  ASSERT_TRUE(files.write(directory.path("h.h"), "#define N 3\n"));
  const auto request = request_for("#include \"h.h\"\n__global__ void k(int* p) { *p = N; }\n");
  const auto first = compile(request);
  ASSERT_TRUE(first);
  double best_ms = 1e9;
  for (int i = 0; i < 20; ++i) {
    compiler.reset();  // as a new whet would
    const int64_t begin = clock.monotonic_ns();
    const auto again = compile(request);
    best_ms = std::min(best_ms, static_cast<double>(clock.monotonic_ns() - begin) / 1e6);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->at(0).from_cache);
    EXPECT_EQ(again->at(0).cubin, first->at(0).cubin);
    EXPECT_EQ(again->at(0).compiler, first->at(0).compiler);
    EXPECT_EQ(again->at(0).compile_ms, first->at(0).compile_ms);
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD) << "a process was started";
  EXPECT_EQ(processes.started, 0);
  EXPECT_FALSE(nvrtc_is_mapped());
  EXPECT_LT(best_ms, 3.0);
  RecordProperty("hit_microseconds", static_cast<int>(best_ms * 1000));
}

TEST_F(CachingCompiler, AChangedHeaderIsCompiledAnew) {
  ASSERT_TRUE(files.write(directory.path("h.h"), "#define N 1111\n"));
  const auto request = request_for("#include \"h.h\"\n__global__ void k(int* p) { *p = N; }\n");
  ASSERT_TRUE(compile(request));
  EXPECT_TRUE(compile(request)->at(0).from_cache);
  ASSERT_TRUE(files.write(directory.path("h.h"), "#define N 2222\n"));
  const auto builds = compile(request);
  ASSERT_TRUE(builds);
  EXPECT_FALSE(builds->at(0).from_cache);
  EXPECT_NE(builds->at(0).ptx.find("2222"), std::string::npos);
}

TEST_F(CachingCompiler, ACompileErrorIsNotCached) {
  const auto request = request_for("#include \"late.h\"\n__global__ void k(int* p) { *p = N; }\n");
  ASSERT_FALSE(compile(request));
  ASSERT_TRUE(files.write(directory.path("late.h"), "#define N 1\n"));
  EXPECT_TRUE(compile(request));
}

}  // namespace compiler_cache_test
}  // namespace whet::test
