// What host code says about a launch.
#include "describe/host_facts.h"

#include <gtest/gtest.h>

#include "describe/host_instance.h"
#include "util/text.h"

namespace whet {
namespace host_facts_test {

struct Read {
  Problem problem;
  HostFacts facts;
};

Read read(const std::string& source) {
  Read result;
  result.problem.source = source;
  result.problem.file = result.problem.kernel = "k.cu";
  const auto functions = find_functions(result.problem, "");
  EXPECT_FALSE(functions.empty());
  result.problem.entry = functions.front().name;
  result.facts = read_host_facts(result.problem, functions.front());
  return result;
}

std::string sizes(const HostFacts& facts) {
  std::vector<std::string> texts;
  for (const HostSize& size : facts.sizes)
    texts.push_back(size.name + "=" +
                    (size.formula.empty() ? size.value ? std::to_string(*size.value) : "?" : size.formula));
  return join(texts, " ");
}

constexpr const char* k_kernel = "__global__ void k(const float* x, float* y, float a, int n) { }\n";

TEST(HostFacts, SizesNumbersAndMemoryOfMain) {
  const auto found = read(std::string(k_kernel) +
                          "int main() { int n = 1 << 12; float *p, *q; size_t bytes = n * sizeof(float);\n"
                          "cudaMalloc(&p, bytes); cudaMalloc((void**)&q, 2 * bytes); cudaMemset(q, 0, bytes);\n"
                          "k<<<(n + 127) / 128, 128>>>(p, q, -2.5f, n); }");
  EXPECT_EQ(sizes(found.facts), "n=4096");
  EXPECT_EQ(found.facts.numbers.at("a"), "-2.5");
  EXPECT_EQ(found.facts.arrays.at("x").elements, "n");
  EXPECT_EQ(found.facts.arrays.at("y").elements, "2 * n");
  EXPECT_TRUE(found.facts.arrays.at("y").is_zeroed);
  EXPECT_FALSE(found.facts.arrays.at("x").is_zeroed);
  EXPECT_EQ(join(found.facts.launch.grid, ","), "ceil_div(n, 128)");
}

TEST(HostFacts, NamesAreFollowedThroughCallers) {
  const auto found = read(std::string(k_kernel) +
                          "int blocks_for(int c, int t) { return (c + t - 1) / t; }\n"
                          "void run(float* p, float* q, int count) { const int t = 64;\n"
                          "  k<<<blocks_for(count, t), t>>>(p, q, 1.f, count); }\n"
                          "int main() { const int total = 500; float *a, *b; cudaMalloc(&a, total * 4);\n"
                          "  cudaMalloc(&b, total * sizeof(float)); run(a, b, total); }");
  EXPECT_EQ(sizes(found.facts), "n=500");
  EXPECT_EQ(found.facts.arrays.at("x").elements, "n");
  EXPECT_EQ(found.facts.arrays.at("y").elements, "n");
  EXPECT_EQ(join(found.facts.launch.grid, ","), "ceil_div(n, 64)");
  EXPECT_EQ(join(found.facts.launch.block, ","), "64");
}

TEST(HostFacts, EachFunctionHasItsOwnNames) {
  const auto found = read(std::string(k_kernel) +
                          "void other() { int n = 7; dim3 block(8); }\n"
                          "void run(float* p, float* q) { int n = 900; dim3 block(32);\n"
                          "  k<<<n / 32, block>>>(p, q, 1.f, n); }");
  EXPECT_EQ(sizes(found.facts), "n=900");
  EXPECT_EQ(join(found.facts.launch.block, ","), "32");
}

TEST(HostFacts, WhatFunctionsAllocateIsFound) {
  const auto found = read(std::string(k_kernel) +
                          "template <class T> T* make(size_t c) { T* m; cudaMalloc(&m, c * sizeof(T)); return m; }\n"
                          "void fill(float** to, int c) { cudaMalloc(to, c * sizeof(float)); }\n"
                          "int main() { int n = 64; float* p = make<float>(n); float* q; fill(&q, n + 1);\n"
                          "  k<<<1, 64>>>(p, q, 1.f, n); }");
  EXPECT_EQ(found.facts.arrays.at("y").elements, "n + 1");
}

TEST(HostFacts, AnArgumentThatIsAnExpressionIsAFormula) {
  const auto found = read(std::string(k_kernel) +
                          "int main() { int w = 320, h = 240; float *p, *q; cudaMalloc(&p, w * h * 4);\n"
                          "  k<<<(w * h + 255) / 256, 256>>>(p, q, 1.f, w * h); }");
  EXPECT_EQ(sizes(found.facts), "w=320 h=240 n=w * h");
  EXPECT_EQ(found.facts.arrays.at("x").elements, "w * h");
}

TEST(HostFacts, TheSameVariableForTwoParametersIsOneSize) {
  const auto found = read(
      "__global__ void k(float* c, int m, int n) { }\n"
      "int main() { int N = 100; float* c; k<<<N, N>>>(c, N, N); }");
  EXPECT_EQ(sizes(found.facts), "m=100 n=m");
}

TEST(HostFacts, MembersOfStructsAreSizesAndNumbers) {
  const auto found = read(
      "struct P { int n; float dt; };\n__global__ void k(float* x, P p) { }\n"
      "int main() { int count = 50; P p{count, 0.5f}; float* x; cudaMalloc(&x, count * 4);\n"
      "  k<<<(count + 31) / 32, 32>>>(x, p); }");
  EXPECT_EQ(sizes(found.facts), "p_n=50");
  EXPECT_EQ(found.facts.numbers.at("p_dt"), "0.5");
  EXPECT_EQ(found.facts.arrays.at("x").elements, "p_n");
  EXPECT_EQ(join(found.facts.launch.grid, ","), "ceil_div(p_n, 32)");
}

TEST(HostFacts, AConstantOfBlockAndKernelStaysAName) {
  const auto found = read(
      "#define BLOCK 128\n#define N 4096\n"
      "__global__ void k(float* x) { if (threadIdx.x < BLOCK) x[0] = N; }\n"
      "int main() { float* x; k<<<N / BLOCK, BLOCK>>>(x); }");
  EXPECT_EQ(join(found.facts.launch.grid, ","), "floor(4096 / BLOCK)");
  EXPECT_EQ(join(found.facts.launch.block, ","), "BLOCK");
  EXPECT_EQ(found.facts.launch.constants.at("BLOCK"), 128);
}

TEST(HostFacts, WithoutALaunchOnlyTheNamesAreKnown) {
  const auto found = read(k_kernel);
  EXPECT_FALSE(found.facts.site);
  EXPECT_EQ(sizes(found.facts), "n=?");
}

TEST(HostInstance, ArgumentsComeFromTheLaunchOrFromWhatIsPassed) {
  const auto instance = [](const std::string& source) {
    Problem problem;
    problem.source = source;
    std::vector<std::string> notes;
    const std::string text = instance_in_host_code(problem, find_functions(problem, "").front(), notes);
    return text + (notes.empty() ? "" : " assumed");
  };
  const std::string kernel = "template <typename T, int B> __global__ void k(T* x, int n) { }\n";
  EXPECT_EQ(instance(kernel + "constexpr int T1 = 64; int main() { double* d; k<double, T1><<<1, T1>>>(d, 3); }"),
            "<double, 64>");
  EXPECT_EQ(instance("template <class T> __global__ void k(T* x) { }\nint main() { double *a, *d; k<<<1, 1>>>(d); }"),
            "<double>");
  EXPECT_EQ(instance(kernel), "<float, 256> assumed");
}

}  // namespace host_facts_test
}  // namespace whet
