// N6 and N7: what an entry does not reach is ignored.
#include "source/kernel/reached.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "source/tunable/tunables.h"

namespace whet {
namespace reached_test {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string k_source = R"(#include <cstdio>
#define BLOCK_SIZE 256
#define DEPTH 8
#define LOAD(p, i) ((p)[(i) % STRIDE])
#define STRIDE 4
constexpr int k_rows = 16, k_unused = 7;
struct Pair { float a, b; };
__device__ float deep(float x) { for (int i = 0; i < DEPTH; ++i) x += i; return x; }
__device__ float twice(float x) { return deep(x) * 2; }
__device__ float lonely(float x) { for (int i = 0; i < 12; ++i) x *= i; return x; }
__global__ void other(float* p, int n) { for (int i = 0; i < 32; ++i) p[i] = lonely(p[i]); }
template <int N> __global__ void k(float* p, int n) {
  __shared__ float s[k_rows];
  for (int i = 0; i < N; ++i) p[i] = twice(LOAD(p, i)) + s[0];
}
template __global__ void k<4>(float*, int);
int main() { other<<<1, BLOCK_SIZE>>>(nullptr, 0); }
)";

TEST(Reached, TheEntryAndAllThatItNamesStayWhereTheyWere) {
  const std::string reached = reached_source(k_source, {"k<4>"});
  EXPECT_EQ(reached.size(), k_source.size());
  EXPECT_EQ(std::count(reached.begin(), reached.end(), '\n'), std::count(k_source.begin(), k_source.end(), '\n'));
  for (const char* part : {"#include <cstdio>", "DEPTH 8", "LOAD(p, i)", "STRIDE 4", "k_rows = 16", "float deep",
                           "float twice", "void k(", "template __global__ void k<4>"})
    EXPECT_TRUE(has(reached, part)) << part;
  EXPECT_EQ(reached.find("void k("), k_source.find("void k("));
}

TEST(Reached, OtherKernelsHostCodeAndTheirMacrosGo) {
  const std::string reached = reached_source(k_source, {"k<4>"});
  for (const char* part : {"BLOCK_SIZE", "other", "lonely", "main", "struct Pair"})
    EXPECT_FALSE(has(reached, part)) << part;
}

TEST(Reached, AHostFunctionReachesTheKernelsItLaunches) {
  const std::string reached = reached_source(k_source, {"main"});
  for (const char* part : {"BLOCK_SIZE 256", "void other", "float lonely"}) EXPECT_TRUE(has(reached, part)) << part;
  EXPECT_FALSE(has(reached, "float twice"));
}

TEST(Reached, AnEntryThatIsNotFoundReachesEverything) {
  EXPECT_EQ(reached_source(k_source, {"nobody"}), k_source);
  EXPECT_EQ(reached_source(k_source, {}), k_source);
  EXPECT_EQ(reached_source("__global__ void k() { {\n", {"k"}), "__global__ void k() { {\n");
}

TEST(Reached, AConditionIsReachedWithWhatItDecides) {
  const std::string source =
      "#define FAST 1\n#define HOST_FAST 1\n#if FAST\n#define STEP 4\n#else\n#define STEP 8\n#endif\n"
      "__global__ void k(float* p) { p[STEP] = 1; }\n"
      "#if HOST_FAST\nint main() { return 0; }\n#endif\n";
  const std::string reached = reached_source(source, {"k"});
  EXPECT_TRUE(has(reached, "#define FAST 1"));
  EXPECT_TRUE(has(reached, "STEP 8"));
  EXPECT_FALSE(has(reached, "#define HOST_FAST"));
}

TEST(Reached, WhatCannotBeToldApartStays) {
  const std::string source =
      "API_CALL(setup)\nstruct V { float x; };\n__device__ V operator+(V a, V b) { return {a.x + b.x}; }\n"
      "__global__ void k(float* p) { V a{p[0]}; p[0] = (a + a).x; }\n";
  EXPECT_EQ(reached_source(source, {"k"}), source);
}

TEST(Reached, TunablesAreThoseOfWhatIsReached) {
  const auto found = find_tunables(reached_source(k_source, {"k<4>"}), {{"k<4>"}, {}});
  const auto has_name = [&](const std::string& name) {
    return std::any_of(found.begin(), found.end(), [&](const FoundTunable& each) { return each.name == name; });
  };
  EXPECT_TRUE(has_name("unroll_8")) << "a device function that it calls";
  EXPECT_TRUE(has_name("DEPTH"));
  EXPECT_FALSE(has_name("unroll_10")) << "of a function that only another kernel calls";
  EXPECT_FALSE(has_name("unroll_11")) << "of a kernel that is not launched";
}

}  // namespace reached_test
}  // namespace whet
