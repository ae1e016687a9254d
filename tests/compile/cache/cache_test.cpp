#include "compile/cache/cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/cache/build_file.h"
#include "compile/cache/cache_key.h"
#include "support/support.h"

namespace whet {
namespace cache_test {

Build sample_build(size_t bytes = 100, char fill = 'c') {
  Build build;
  build.architecture = {90, 'a'};
  build.cubin = std::string(bytes, fill);
  build.ptx = std::string("p\0x", 3);
  build.messages = {{Severity::warning, "a.cu", 3, 7, "unused"}};
  build.resources = {{"_Z1kPi", 38, 16, 4, 8, 1024}};
  build.compiler = "NVRTC 13.0";
  build.why_this_compiler = "because";
  build.compile_ms = 12.5;
  return build;
}

std::string key(int number) {
  return "1" + std::string(60, '0') + std::to_string(100 + number);
}

TEST(BuildCaches, WhatIsStoredComesBackWhole) {
  test::FakeFileSystem files;
  BuildCache cache("/cache", 1 << 20, files);
  EXPECT_FALSE(cache.find(key(1)));
  cache.store(key(1), sample_build());
  const auto build = cache.find(key(1));
  ASSERT_TRUE(build);
  EXPECT_EQ(build->architecture, (Architecture{90, 'a'}));
  EXPECT_EQ(build->cubin, sample_build().cubin);
  EXPECT_EQ(build->ptx, sample_build().ptx);
  EXPECT_EQ(build->messages[0].column, 7);
  EXPECT_EQ(build->resources[0].shared_bytes, 1024);
  EXPECT_EQ(build->why_this_compiler, "because");
  EXPECT_EQ(build->compile_ms, 12.5);
  EXPECT_TRUE(build->from_cache);
}

TEST(BuildCaches, ADamagedEntryIsAMiss) {
  test::FakeFileSystem files;
  BuildCache cache("/cache", 1 << 20, files);
  const std::string whole = write_build(sample_build());
  const std::string path = "/cache/" + key(1) + ".build";
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), std::string(), std::string("garbage"), whole + "x"}) {
    ASSERT_TRUE(files.write(path, damaged));
    EXPECT_FALSE(cache.find(key(1)));
  }
  std::string flipped = whole;
  flipped[flipped.size() / 2] ^= 1;
  ASSERT_TRUE(files.write(path, flipped));
  EXPECT_FALSE(cache.find(key(1)));
  EXPECT_FALSE(files.info(path)) << "a damaged entry is removed";
}

TEST(BuildCaches, TheLeastRecentlyUsedGoFirst) {
  test::FakeFileSystem files;
  BuildCache cache("/cache", 10'000, files);
  for (int i = 0; i < 4; ++i) cache.store(key(i), sample_build(2000)), files.tick();
  EXPECT_TRUE(cache.find(key(0)));  // used again
  files.tick();
  cache.store(key(4), sample_build(2000));
  EXPECT_TRUE(cache.find(key(0)));
  EXPECT_FALSE(cache.find(key(1)));
  EXPECT_TRUE(cache.find(key(4)));
}

TEST(BuildCaches, TheLimitHoldsWhateverIsStored) {
  test::FakeFileSystem files;
  BuildCache cache("/cache", 50'000, files);
  for (int i = 0; i < 200; ++i) {
    cache.store(key(i), sample_build(500 + 37 * static_cast<size_t>(i)));
    files.tick();
    uint64_t total = 0;
    for (const std::string& name : files.list("/cache")) total += files.info("/cache/" + name)->bytes;
    ASSERT_LE(total, 50'000u + 20) << "after " << i;
  }
}

TEST(BuildCaches, WithoutADirectoryNothingIsKept) {
  test::FakeFileSystem files;
  BuildCache cache("", 1 << 20, files);
  cache.store(key(1), sample_build());
  EXPECT_FALSE(cache.find(key(1)));
}

// Two processes write the same keys and read them all the while: each reading is whole, whoever wrote it.
TEST(BuildCaches, TwoProcessesShareADirectory) {
  test::TemporaryDirectory directory;
  DiskFileSystem files;
  const auto work = [&](char fill) {
    BuildCache cache(directory.path("cache"), 300'000, files);
    int found = 0;
    for (int round = 0; round < 300; ++round) {
      cache.store(key(round % 7), sample_build(30'000, fill));
      const auto build = cache.find(key((round + 3) % 7));
      if (!build) continue;
      ++found;
      if (build->cubin != std::string(30'000, 'a') && build->cubin != std::string(30'000, 'b')) return -1;
    }
    return found;
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work('a') > 0 ? 0 : 1);
  const int found = work('b');
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_GT(found, 200);
  EXPECT_EQ(status, 0);
}

class CacheKeys : public ::testing::Test {
 protected:
  CacheKeys() {
    request.file = "a.cu";
    request.source = "__global__ void k() {}";
    toolkit.identity = "nvcc 1 2";
  }
  std::optional<std::string> get() const { return shared_key(request, toolkit, headers); }

  CompileRequest request;
  Toolkit toolkit;
  UserHeaders headers;
};

TEST_F(CacheKeys, EverythingThatDecidesTheBuildIsInTheKey) {
  std::set<std::string> keys = {*get()};
  const auto expect_new = [&](const char* what) { EXPECT_TRUE(keys.insert(*get()).second) << what; };
  request.source += " ", expect_new("source");
  request.file = "b.cu", expect_new("file");
  request.defines = {"A"}, expect_new("define");
  request.defines = {"A=1"}, expect_new("value");
  request.include_directories = {"inc"}, expect_new("include directory");
  request.extra_flags = {"-O3"}, expect_new("flag");
  request.line_info = false, expect_new("line info");
  request.machine_code = false, expect_new("PTX alone");
  request.choice = CompileRequest::Choice::nvcc, expect_new("choice");
  request.exact = false, expect_new("exactness");
  toolkit.identity += "3", expect_new("compiler");
  headers.files = {{"h.h", "int x;"}}, expect_new("header");
  headers.files = {{"h.h", "int y;"}}, expect_new("header's content");
  EXPECT_NE(build_key(*get(), {90, 'a'}), build_key(*get(), {90, 0}));
}

TEST_F(CacheKeys, WhatCannotBeSeenIsNotCached) {
  headers.computed = true;
  EXPECT_FALSE(get());
  headers.computed = false;
  request.extra_flags = {"-include", "x.h"};
  EXPECT_FALSE(get());
  request.extra_flags.clear();
  request.source = "const char* when = __TIME__;";
  EXPECT_FALSE(get());
  request.source = "";
  toolkit.identity = "";
  EXPECT_FALSE(get());
}

}  // namespace cache_test
}  // namespace whet
