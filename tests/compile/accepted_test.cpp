// Every .cu under cases/ is accepted as it is.
#include "compile/compile_fixture.h"

namespace whet::test {
namespace accepted_test {

// The cases that are not for NVRTC even where speed matters most, and a part of the reason; all others are.
const std::map<std::string, std::string> k_for_nvcc = {
    {"asks_for_compiler", "depends on `__NVCC__`"},
    {"atomics_barriers", "libcu++"},
    {"awkward_text", "NVRTC does not accept the host code"},
    {"cooperative_groups", "libcu++"},
    {"cub_block", "libcu++"},
    {"cub_device", "holds host code"},
    {"host_struct", "NVRTC does not accept the host code"},
    {"int128", "NVRTC stopped at"},
    {"odd_characters", "NVRTC stopped at"},
    {"random", "libcu++"},
    {"template_in_main", "`fill` is a template that host code instantiates"},
};

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const std::string& name : DiskFileSystem().list(cases_directory())) {
    if (extension_of(name) == ".cu") names.push_back(name.substr(0, name.size() - 3));
  }
  return names;
}

class Accepted : public CompileTest, public ::testing::WithParamInterface<std::string> {
 protected:
  Result<Build> compile_case(CompileRequest::Choice choice, bool exact) {
    CompileRequest request;
    request.file = cases_directory() + "/" + GetParam() + ".cu";
    request.source = files.read(request.file).value();
    request.architectures = {hopper()};
    request.choice = choice;
    request.exact = exact;
    TRY(builds, compile(request));
    return builds.at(0);
  }
};

TEST_P(Accepted, ByTheCompilerItIsFor) {
  const auto build = compile_case(CompileRequest::Choice::automatic, /*exact=*/false);
  ASSERT_TRUE(build) << describe(build.error());
  EXPECT_FALSE(code_of(build->cubin).empty());
  EXPECT_NE(build->ptx.find(".entry"), std::string::npos);
  EXPECT_FALSE(build->resources.empty());
  const auto reason = k_for_nvcc.find(GetParam());
  EXPECT_TRUE(build->compiler.starts_with(reason == k_for_nvcc.end() ? "NVRTC " : "nvcc ")) << build->compiler;
  if (reason == k_for_nvcc.end())
    EXPECT_EQ(build->why_this_compiler, "");
  else
    EXPECT_NE(build->why_this_compiler.find(reason->second), std::string::npos) << build->why_this_compiler;
}

// By nvcc as well; and where exactness is asked for, what NVRTC makes is the same to the last bit.
TEST_P(Accepted, WithTheInstructionsOfNvcc) {
  const auto reference = compile_case(CompileRequest::Choice::nvcc, true);
  ASSERT_TRUE(reference) << describe(reference.error());
  const auto expected = code_of(reference->cubin);
  EXPECT_FALSE(expected.empty());
  if (GetParam() == "printf_assert") return;  // NVRTC puts strings into another order, so that their addresses differ
  const auto build = compile_case(CompileRequest::Choice::automatic, true);
  ASSERT_TRUE(build) << describe(build.error());
  const auto code = code_of(build->cubin);
  EXPECT_EQ(code.size(), expected.size());
  for (const auto& [name, bytes] : expected) EXPECT_TRUE(code.contains(name) && code.at(name) == bytes) << name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Accepted, ::testing::ValuesIn(case_names()),
                         [](const auto& info) { return info.param; });

TEST(Cases, ThereAreAtLeastTwenty) {
  EXPECT_GE(case_names().size(), 20u);
}

}  // namespace accepted_test
}  // namespace whet::test
