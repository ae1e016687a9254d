// Host code as a shared object, and calling into it.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "compile/compile_fixture.h"

namespace whet::test {
namespace library_test {

constexpr const char* k_sum =
    "extern \"C\" void solve(const float* in, double* out, int n, float factor) {\n"
    "  *out = 0;\n"
    "  for (int i = 0; i < n; ++i) *out += in[i] * factor;\n}\n";

class Library : public CompileTest {
 protected:
  Result<Build> build(const std::string& source) {
    CompileRequest request = request_for(source);
    request.host_function = "solve";
    TRY(builds, compile(request));
    return std::move(builds.front());
  }
};

TEST_F(Library, HostCodeIsCalledThroughPointersToItsArguments) {
  const auto made = build(k_sum);
  ASSERT_TRUE(made) << describe(made.error());
  const std::string path = directory.path("library.so");
  ASSERT_TRUE(files.write(path, made->library));
  const std::string tools = directory_of(find_toolkit("", files, processes)->nvcc);
  if (!dlopen((tools + "/../lib64/libcudart.so").c_str(), RTLD_NOW | RTLD_GLOBAL))
    GTEST_SKIP() << "the toolkit has no shared runtime";
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(handle) << dlerror();
  auto* call = reinterpret_cast<void (*)(void**)>(dlsym(handle, "whet_call_solve"));
  ASSERT_TRUE(call);
  const float in[3] = {1, 2, 4};
  double out = -1;
  const float* in_pointer = in;
  double* out_pointer = &out;
  int n = 3;
  float factor = 2;
  void* arguments[] = {&in_pointer, &out_pointer, &n, &factor};
  call(arguments);
  EXPECT_EQ(out, 14);
  EXPECT_FALSE(dlsym(handle, "solve")) << "nothing else is exported";
  dlclose(handle);
}

TEST_F(Library, ItsKernelsAreThereToRead) {
  const auto made = build(
      "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n"
      "extern \"C\" void solve(float* x) { twice<<<1, 32>>>(x); }\n");
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_NE(made->ptx.find(".entry"), std::string::npos);
  EXPECT_FALSE(made->cubin.empty());
  EXPECT_EQ(made->library.substr(1, 3), "ELF");
}

TEST_F(Library, AnErrorNamesTheUsersLine) {
  const auto made = build("extern \"C\" void solve(int n) {\n  undefined_thing(n);\n}\n");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().details.find(":2"), std::string::npos) << made.error().details;
}

}  // namespace library_test
}  // namespace whet::test
