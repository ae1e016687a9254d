// Every problem of examples/: it loads, resolves at all its sizes, compiles where there is a compiler, and its
// reference gives numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "binary/cubin/cubin.h"
#include "problem/build.h"
#include "problem/data/data.h"
#include "problem/reference.h"
#include "problem/signature/signature.h"
#include "support/source_folder.h"
#include "support/support.h"

namespace whet {
namespace examples_test {

constexpr int64_t k_small_size = 64;

std::string examples_directory() {
  return join_path(test::source_folder(), "examples");
}

std::vector<std::string> example_names() {
  return DiskFileSystem().list(examples_directory());
}

class Examples : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto problem = load_problem(join_path(examples_directory(), GetParam()), files_);
    ASSERT_TRUE(problem.ok()) << describe(problem.error());
    problem_ = std::move(*problem);
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  Problem problem_;
};

TEST_P(Examples, EverySizeResolves) {
  EXPECT_GE(problem_.cases.size(), 2u);
  for (const ProblemCase& each : problem_.cases) {
    const auto resolved = resolve_case(problem_, each);
    EXPECT_TRUE(resolved.ok()) << describe(resolved.error());
  }
}

TEST_P(Examples, HasAReadmeOfThreeLines) {
  const auto text = files_.read(join_path(problem_.directory, "README.md"));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(std::count(text->begin(), text->end(), '\n'), 3);
}

TEST_P(Examples, TheCompiledKernelTakesWhatTheProblemGives) {
  const auto resolved = resolve_case(problem_, problem_.cases.front());
  ASSERT_TRUE(resolved.ok());
  SystemClock clock;
  Compiler compiler({}, files_, processes_, clock);
  const auto builds = compiler.compile(compile_request(problem_, *resolved, {Architecture{90, 0}}));
  if (!builds && builds.error().kind == ErrorKind::missing) GTEST_SKIP() << builds.error().what;
  ASSERT_TRUE(builds.ok()) << describe(builds.error());
  const auto cubin = read_cubin(as_bytes(builds->front().cubin));
  ASSERT_TRUE(cubin.ok());
  std::vector<ModuleKernel> kernels;
  for (const CubinFunction& function : cubin->functions) {
    ModuleKernel kernel{function.name, {}};
    for (const KernelParameter& parameter : function.parameters) kernel.parameter_bytes.push_back(parameter.bytes);
    kernels.push_back(std::move(kernel));
  }
  for (size_t i = 0; i < resolved->launches.size(); ++i) {
    const auto kernel = choose_instance(kernels, resolved->launches[i].entry);
    ASSERT_TRUE(kernel.ok()) << describe(kernel.error());
    const auto fits = check_parameter_bytes(problem_, i, *kernel);
    EXPECT_TRUE(fits.ok()) << describe(fits.error());
  }
}

TEST_P(Examples, TheReferenceGivesNumbers) {
  ResolveOptions options;
  for (const Dimension& dimension : problem_.dims) options.dims[dimension.name] = k_small_size;
  const auto resolved = resolve_case(problem_, problem_.cases.front(), options);
  ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
  test::TemporaryDirectory directory;
  const auto reference = CppReference::build(problem_, directory.path(), files_, processes_);
  ASSERT_TRUE(reference.ok()) << describe(reference.error());
  std::vector<std::vector<double>> arrays(resolved->own_arguments);
  for (size_t i = 0; i < arrays.size(); ++i) {
    const ResolvedArgument& argument = resolved->arguments[i];
    if (argument.is_scalar) continue;
    arrays[i] = decode_elements(argument.type, *make_data(argument, {.seed = 1}, files_));
  }
  reference->run(*resolved, arrays);
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (resolved->arguments[i].role == ArgumentRole::in) continue;
    EXPECT_TRUE(std::all_of(arrays[i].begin(), arrays[i].end(), [](double value) { return std::isfinite(value); }));
    EXPECT_TRUE(std::any_of(arrays[i].begin(), arrays[i].end(), [](double value) { return value != 0; }));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(example_names()),
                         [](const auto& info) { return info.param; });

TEST(ExamplesList, HoldsWhatAnEngineerLooksFor) {
  const auto names = example_names();
  for (const char* wanted : {"copy", "transpose", "softmax", "layernorm", "reduce_sum", "histogram", "scan", "stencil",
                             "sgemm", "sgemm_tiled", "hgemm", "attention", "nbody"})
    EXPECT_NE(std::find(names.begin(), names.end(), wanted), names.end()) << wanted;
}

}  // namespace examples_test
}  // namespace whet
