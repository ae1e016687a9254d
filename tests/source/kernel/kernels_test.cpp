#include "source/kernel/kernels.h"

#include <gtest/gtest.h>

namespace whet {
namespace kernels_test {

KernelSource only_kernel(std::string_view source) {
  const auto kernels = find_kernels(source);
  EXPECT_EQ(kernels.size(), 1u) << source;
  return kernels.empty() ? KernelSource{} : kernels[0];
}

TEST(Kernels, NameParametersAndLine) {
  const auto kernel =
      only_kernel("\n__global__ void saxpy(float a, const float* __restrict__ x,\n  float* y, int n = 4) { }");
  EXPECT_EQ(kernel.name, "saxpy");
  EXPECT_EQ(kernel.parameters, "float a, const float* __restrict__ x,\n  float* y, int n = 4");
  EXPECT_EQ(kernel.line, 2);
  EXPECT_TRUE(kernel.has_body);
}

TEST(Kernels, LaunchBoundsStandBeforeOrAfterVoid) {
  EXPECT_EQ(only_kernel("__global__ void __launch_bounds__(256, 2) k(int) {}").launch_bounds, "256, 2");
  EXPECT_EQ(only_kernel("__global__ __launch_bounds__(MAX(1, 2)) void k(int) {}").launch_bounds, "MAX(1, 2)");
  EXPECT_EQ(only_kernel("__launch_bounds__(32) __global__ static void k(int) {}").name, "k");
  EXPECT_EQ(only_kernel("void __global__ k(int) {}").name, "k");
  EXPECT_EQ(only_kernel("__cluster_dims__(2, 1, 1) __global__ void k(int) {}").name, "k");
}

TEST(Kernels, ScopesNest) {
  EXPECT_EQ(only_kernel("namespace a::b { namespace { extern \"C\" { __global__ void k() {} } } }").scope,
            "a::b::(anonymous)::");
  EXPECT_EQ(only_kernel("namespace a { int x; } __global__ void k() {}").scope, "");
}

TEST(Kernels, ATemplateKeepsItsParametersAndKnowsItsInstantiation) {
  const auto kernel = only_kernel("template <class T, int N = (3 > 2), class = A<B<T>>>\n__global__ void k(T* p) {}");
  EXPECT_TRUE(kernel.is_template);
  EXPECT_FALSE(kernel.is_instantiated);
  EXPECT_EQ(kernel.template_parameters, "class T, int N = (3 > 2), class = A<B<T>>");
  EXPECT_TRUE(only_kernel("template <class T> __global__ void k(T*) {} template __global__ void k<int>(int*);")
                  .is_instantiated);
  EXPECT_TRUE(
      only_kernel("template <class T> __global__ void k(T*) {} template void k<v<int>>(v<int>*);").is_instantiated);
}

TEST(Kernels, ASpecializationIsNoOpenTemplate) {
  const auto kernels =
      find_kernels("template <class T> __global__ void k(T*) {} template <> __global__ void k<int>(int*) {}");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_TRUE(kernels[0].is_template);
  EXPECT_FALSE(kernels[1].is_template);
  EXPECT_EQ(kernels[1].name, "k");
}

TEST(Kernels, DeclaredThenDefinedIsOneKernel) {
  const auto kernel = only_kernel("__global__ void k(int* p);\n__global__ void k(int* p) { }");
  EXPECT_TRUE(kernel.has_body);
  EXPECT_EQ(kernel.line, 2);
}

TEST(Kernels, AMacroMayStandForTheMark) {
  EXPECT_EQ(only_kernel("#define KERNEL extern \"C\" __global__\nKERNEL void k(int) {}").name, "k");
  EXPECT_EQ(only_kernel("#define G __global__\n#define H G static\nH void k(int) {}").name, "k");
}

TEST(Kernels, CommentsStringsAndDeadCodeHoldNone) {
  EXPECT_TRUE(find_kernels("// __global__ void a() {}\nconst char* s = \"__global__ void b() {}\";\n"
                           "#if 0\n__global__ void c() { {{{\n#endif\nR\"(__global__ void d() {})\";")
                  .empty());
}

TEST(Kernels, BracesInLiteralsDoNotConfuse) {
  const auto kernels =
      find_kernels("__global__ void a() { char c = '{'; const char* s = \"}}\"; }\n__global__ void b() {}");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[1].name, "b");
}

TEST(Kernels, AHostFunctionThatLaunchesOneIsNone) {
  const auto kernels = find_kernels("__global__ void k(int* p) {}\nvoid run(int* p) { k<<<1, 32, 0>>>(p); }");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "k");
}

TEST(Kernels, R17APragmaBeforeAKernelHidesNothing) {
  EXPECT_EQ(only_kernel("_Pragma(\"nv_diag_suppress 177\") __global__ void k(int* p) { *p = 1; }").name, "k");
  EXPECT_EQ(only_kernel("_Pragma(\"a\")\n_Pragma(\"b\")\ntemplate <int N> __global__ void k(int* p) {}").name, "k");
  EXPECT_EQ(only_kernel("_Pragma(\"a\") extern \"C\" __global__ void k(int* p) {}").name, "k");
  EXPECT_EQ(only_kernel("_Pragma(\"a\") namespace n { __global__ void k(int* p) {} }").scope, "n::");
}

TEST(Kernels, R17DigraphsAndRawStringsAreRead) {
  EXPECT_EQ(only_kernel("__global__ void k(int* p) <% p<:0:> = 1; %>").name, "k");
  EXPECT_EQ(only_kernel("const char* s = R\"x(__global__ void no() { )\" )x\"; __global__ void k() {}").name, "k");
}

}  // namespace kernels_test
}  // namespace whet
