#include "source/kernel/host_code.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace whet {
namespace host_code_test {

// The text left after blanking, with runs of white space joined.
std::string kept(std::string_view source) {
  const BlankedSource blanked = blank_host_functions(source);
  EXPECT_EQ(blanked.text.size(), source.size());
  std::string result;
  for (const char c : blanked.text) {
    if (!isspace(static_cast<unsigned char>(c)))
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (result.ends_with(' ')) result.pop_back();
  return result;
}

TEST(HostCode, MainAndHelpersGoKernelsStay) {
  EXPECT_EQ(
      kept("__global__ void k(int* p) {}\nstatic void go() { k<<<1, 1>>>(nullptr); }\nint main() { go(); return 0; }"),
      "__global__ void k(int* p) {}");
}

TEST(HostCode, EveryLineAndColumnOfTheRestStays) {
  const std::string source = "int main(int n,\n  char** v) { /* why */\n  return 0;\n}\n\t__global__ void k() {}\n";
  const BlankedSource blanked = blank_host_functions(source);
  EXPECT_EQ(std::count(blanked.text.begin(), blanked.text.end(), '\n'), 5);
  EXPECT_EQ(blanked.text.find("__global__"), source.find("__global__"));
  EXPECT_TRUE(blanked.host_words.contains("main"));
}

TEST(HostCode, PreprocessorLinesInsideAHostFunctionStay) {
  EXPECT_EQ(kept("int main() {\n#undef N\n#define N 8\n return N; }\n__global__ void k(int* p) { *p = N; }"),
            "#undef N #define N 8 __global__ void k(int* p) { *p = N; }");
}

TEST(HostCode, TypesStayWhenDeviceCodeNamesThem) {
  EXPECT_EQ(kept("struct A { int x; }; struct B { std::string s; }; __global__ void k(A* a) {}"),
            "struct A { int x; }; __global__ void k(A* a) {}");
}

TEST(HostCode, NamesAreFollowedThroughTypesAliasesAndMacros) {
  const std::string source =
      "constexpr int two() { return 2; }\nstruct In { int v[two()]; };\nusing Alias = In;\n#define USE Alias\n"
      "__global__ void k(USE a) {}";
  EXPECT_EQ(kept(source + "\nvoid host() {}"), kept(source));
  EXPECT_NE(kept(source).find("two() { return 2; }"), std::string::npos);
}

TEST(HostCode, AMacroUsedOnlyByTheHostKeepsNothing) {
  EXPECT_EQ(kept("inline void check_impl(int) {}\n#define CHECK(x) check_impl(x)\n__global__ void k() {}\nint main() { "
                 "CHECK(1); }"),
            "#define CHECK(x) check_impl(x) __global__ void k() {}");
}

TEST(HostCode, AHostFunctionADeviceFunctionNamesStays) {
  const std::string source = "int helper(int x) { return x; }\n__global__ void k(int* p) { *p = helper(1); }";
  EXPECT_EQ(blank_host_functions(source).text, source);
}

TEST(HostCode, HostVariablesPrototypesAndTemplatesGo) {
  EXPECT_EQ(kept("std::vector<float> data{1, 2}; static FILE* log = nullptr; void later(std::string s = \"}\");\n"
                 "template <class T> T twice(T x) { return x + x; } std::map<int, float> m; __global__ void k() {}"),
            "__global__ void k() {}");
}

TEST(HostCode, ConstantsStayWhenNamed) {
  EXPECT_EQ(kept("constexpr int TILE = 32, OTHER = 4; const int unused = 3; __global__ void k(int* p) { *p = TILE; }"),
            "constexpr int TILE = 32, OTHER = 4; __global__ void k(int* p) { *p = TILE; }");
}

TEST(HostCode, AMarkInAMacroCounts) {
  const std::string source =
      "#define DEV __device__ inline\nDEV int f() { return 1; }\n#define GL __global__\nGL void k(int* p) { *p = f(); "
      "}";
  EXPECT_EQ(blank_host_functions(source).text, source);
}

TEST(HostCode, AnUnknownMacroIsLeftAlone) {
  const std::string source = "MY_KERNEL void a(int* p) {}\nDEFINE_KERNEL(b) { }\nTEST(c, d) { }\n";
  EXPECT_EQ(blank_host_functions(source).text, source);
}

TEST(HostCode, HostOnlyMarksCountAsHost) {
  EXPECT_EQ(kept("__host__ int a() { return 1; } __host__ __device__ int b() { return 1; } __global__ void k() {}"),
            "__host__ __device__ int b() { return 1; } __global__ void k() {}");
}

TEST(HostCode, MemberDefinitionsGoWithTheirClass) {
  EXPECT_EQ(
      kept("class Timer { public: Timer(); void start(); int a_, b_; };\nTimer::Timer() : a_{1}, b_(2) { start(); }\n"
           "void Timer::start() { }\n__global__ void k() {}"),
      "__global__ void k() {}");
}

TEST(HostCode, ABodyChosenByAConditionalIsLeftAlone) {
  const std::string source =
      "#ifdef A\nint main() {\n#else\nint start() {\n#endif\n return 0; }\n__global__ void k() {}";
  EXPECT_EQ(blank_host_functions(source).text, source);
}

TEST(HostCode, ExternCAroundAWholeFileIsSeenThrough) {
  EXPECT_EQ(kept("#ifdef __cplusplus\nextern \"C\" {\n#endif\nvoid host() { }\n__global__ void k() { }\n#ifdef "
                 "__cplusplus\n}\n#endif"),
            "#ifdef __cplusplus extern \"C\" { #endif __global__ void k() { } #ifdef __cplusplus } #endif");
}

TEST(HostCode, UnmatchedBracketsLeaveTheSourceAlone) {
  const std::string source = "int main() { return (0; }\n__global__ void k() {}";
  EXPECT_EQ(blank_host_functions(source).text, source);
}

TEST(HostCode, LambdasTrailingReturnsAndDefaultArgumentsAreOneFunction) {
  EXPECT_EQ(kept("auto f(int a = int{3}) -> std::vector<int> { auto g = [](int x) { return x; }; return {g(a)}; }\n"
                 "inline auto h() noexcept(true) { return 1; }\n__global__ void k() {}"),
            "__global__ void k() {}");
}

TEST(HostCode, ExplicitInstantiationsStay) {
  const std::string source = "template <class T> __global__ void k(T*) {}\ntemplate void k<float>(float*);\n";
  EXPECT_EQ(blank_host_functions(source).text, source);
}

TEST(HostCode, ARawStringDoesNotEndAHostBody) {
  EXPECT_EQ(kept("void launch(int* p, int n) {\n  auto* q = R\"(})\"; if (n) { }\n}\n__global__ void k() {}"),
            "__global__ void k() {}");
}

}  // namespace host_code_test
}  // namespace whet
