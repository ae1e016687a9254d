// Every .cu under cases/ is accepted as it is, by the automatic choice and by nvcc, and gives kernels.
#include "compile/compile_fixture.h"

namespace whet::test {
namespace {

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const std::string& name : DiskFileSystem().list(cases_directory())) {
    if (extension_of(name) == ".cu") names.push_back(name.substr(0, name.size() - 3));
  }
  return names;
}

class Accepted : public CompileTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override { CompileTest::SetUp(); }

  CompileRequest case_request() {
    CompileRequest request;
    request.file = cases_directory() + "/" + GetParam() + ".cu";
    request.source = files.read(request.file).value();
    request.architectures = {hopper()};
    return request;
  }
};

TEST_P(Accepted, ByTheAutomaticChoice) {
  const auto builds = compile(case_request());
  ASSERT_TRUE(builds) << describe(builds.error());
  const Build& build = builds->at(0);
  EXPECT_FALSE(code_of(build.cubin).empty());
  EXPECT_NE(build.ptx.find(".entry"), std::string::npos);
  EXPECT_FALSE(build.resources.empty());
  EXPECT_EQ(build.compiler.starts_with("nvcc"), !build.why_this_compiler.empty());
}

TEST_P(Accepted, ByNvcc) {
  CompileRequest request = case_request();
  request.choice = CompileRequest::Choice::nvcc;
  const auto builds = compile(request);
  ASSERT_TRUE(builds) << describe(builds.error());
  EXPECT_FALSE(code_of(builds->at(0).cubin).empty());
  EXPECT_NE(builds->at(0).ptx.find(".entry"), std::string::npos);
}

// What NVRTC takes without a known difference, it makes the same instructions of as nvcc.
TEST_P(Accepted, WithTheInstructionsOfNvcc) {
  CompileRequest request = case_request();
  const auto chosen = compile(request);
  ASSERT_TRUE(chosen) << describe(chosen.error());
  if (!chosen->at(0).compiler.starts_with("NVRTC")) GTEST_SKIP() << chosen->at(0).why_this_compiler;
  if (GetParam() == "printf_assert") GTEST_SKIP() << "NVRTC puts strings into another order, and so uses other addresses";
  request.choice = CompileRequest::Choice::nvcc;
  const auto reference = compile(request);
  ASSERT_TRUE(reference) << describe(reference.error());
  const auto expected = code_of(reference->at(0).cubin);
  const auto code = code_of(chosen->at(0).cubin);
  ASSERT_EQ(code.size(), expected.size());
  for (const auto& [name, bytes] : expected) EXPECT_TRUE(code.contains(name) && code.at(name) == bytes) << name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Accepted, ::testing::ValuesIn(case_names()), [](const auto& info) { return info.param; });

TEST(Cases, ThereAreAtLeastTwenty) { EXPECT_GE(case_names().size(), 20u); }

}  // namespace
}  // namespace whet::test
