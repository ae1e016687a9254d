#include "compile/choice.h"

#include <gtest/gtest.h>

#include "compile/nvrtc/nvrtc_compile.h"
#include "support/support.h"

namespace whet {
namespace choice_test {

std::string reason(const std::string& source, const std::vector<std::string>& flags = {}) {
  test::FakeFileSystem files;
  CompileRequest request;
  request.file = "a.cu";
  request.source = source;
  request.extra_flags = flags;
  return reason_for_nvcc(request, study(request, find_user_headers(request, {}, files)));
}

TEST(Choices, APlainKernelIsForNvrtc) {
  EXPECT_EQ(reason("#include <vector>\n__global__ void k(int* p) { *p = 1; }\nint main() { k<<<1, 1>>>(0); }"), "");
}

TEST(Choices, ATemplateThatHostCodeInstantiatesIsForNvcc) {
  EXPECT_NE(reason("template <class T> __global__ void k(T* p) {}\nint main() { k<int><<<1, 1>>>(0); }"), "");
  EXPECT_EQ(reason("template <class T> __global__ void k(T* p) {}\ntemplate __global__ void k<int>(int*);"), "");
}

TEST(Choices, AnInstantiationBesideAnotherByTheHostIsForNvcc) {
  EXPECT_NE(reason("template <class T> __global__ void k(T* p) {}\ntemplate __global__ void k<int>(int*);\nvoid f() { "
                   "k<char><<<1, 1>>>(0); }"),
            "");
}

TEST(Choices, AskingForTheCompilerIsForNvcc) {
  EXPECT_NE(reason("#ifdef __NVCC__\n#endif\n__global__ void k() {}"), "");
  EXPECT_NE(reason("#define GNU defined(__GNUC__)\n__global__ void k() {}"), "");
  EXPECT_EQ(reason("// __NVCC__\n#if __CUDA_ARCH__ >= 800\n#endif\n__global__ void k() {}"), "");
}

TEST(Choices, LargeLibrariesAreForNvcc) {
  EXPECT_NE(reason("#include <thrust/sort.h>\n__global__ void k() {}"), "");
  EXPECT_NE(reason("#include <cuda/barrier>\n__global__ void k() {}"), "");
}

TEST(Choices, AFlagOfNvccsOwnIsForNvcc) {
  EXPECT_NE(reason("__global__ void k() {}", {"-Xcompiler", "-fPIC"}), "");
  EXPECT_EQ(reason("__global__ void k() {}", {"-use_fast_math", "-maxrregcount", "32"}), "");
}

TEST(Choices, FlagsAreWrittenAsNvrtcTakesThem) {
  std::string unknown;
  const auto flags =
      nvrtc_flags({"-O3", "-maxrregcount", "32", "-Xptxas", "-O1", "-std=c++20", "-D", "A=1", "-Iinc"}, unknown);
  ASSERT_TRUE(flags);
  EXPECT_EQ(*flags, (std::vector<std::string>{"-maxrregcount=32", "-Xptxas=-O1", "-std=c++20", "-DA=1", "-Iinc"}));
  EXPECT_FALSE(nvrtc_flags({"-Iinc", "-G"}, unknown));
  EXPECT_EQ(unknown, "-G");
}

TEST(Choices, SharedMemoryIsAKnownDifference) {
  test::FakeFileSystem files;
  CompileRequest request;
  request.source = "__global__ void k() { __shared__ int x; }";
  EXPECT_NE(difference_to_nvcc(study(request, {}), {90, 'a'}), "");
  request.source = "__global__ void k() {}";
  EXPECT_EQ(difference_to_nvcc(study(request, {}), {90, 'a'}), "");
}

}  // namespace choice_test
}  // namespace whet
