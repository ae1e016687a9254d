#include "problem/reference.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace whet {
namespace reference_test {

using test::k_scale_problem;

class Reference : public testing::Test {
 protected:
  Result<CppReference> build(const std::string& source) {
    EXPECT_TRUE(files_.write(directory_.path("problem.toml"), k_scale_problem + "[reference]\ncpp = \"r.cpp\"\n").ok());
    EXPECT_TRUE(files_.write(directory_.path("scale.cu"), test::k_scale_source).ok());
    EXPECT_TRUE(files_.write(directory_.path("r.cpp"), source).ok());
    auto problem = load_problem(directory_.path(), files_);
    EXPECT_TRUE(problem.ok());
    problem_ = std::move(*problem);
    return CppReference::build(problem_, directory_.path("cache"), files_, processes_);
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  Problem problem_;
};

const std::string k_good =
    "extern \"C\" void reference(const double* in, double* out, int64_t n, double factor) {\n"
    "  for (int64_t i = 0; i < n; ++i) out[i] = factor * in[i];\n}\n";

TEST_F(Reference, IsCalledWithArraysAndScalars) {
  const auto reference = build(k_good);
  ASSERT_TRUE(reference.ok()) << describe(reference.error());
  const auto resolved = resolve_case(problem_, problem_.cases[0], {.dims = {{"n", 3}}});
  std::vector<std::vector<double>> arrays = {{1, 2, 3}, {}, {}, {}};
  reference->run(*resolved, arrays);
  EXPECT_EQ(arrays[1], (std::vector<double>{0.5, 1, 1.5}));
}

TEST_F(Reference, IsCompiledOnceForTheSameContent) {
  ASSERT_TRUE(build(k_good).ok());
  const size_t once = files_.list(directory_.path("cache")).size();
  ASSERT_TRUE(build(k_good).ok());
  EXPECT_EQ(files_.list(directory_.path("cache")).size(), once);
  ASSERT_TRUE(build(k_good + "// more\n").ok());
  EXPECT_EQ(files_.list(directory_.path("cache")).size(), once + 1);
}

TEST_F(Reference, IsCompiledAgainWhenAHeaderChanges) {
  const std::string source = "#include \"factor.h\"\n" + test::replaced(k_good, "factor * in[i]", "k_factor * in[i]");
  for (const double factor : {3.0, 4.0}) {
    ASSERT_TRUE(
        files_.write(directory_.path("factor.h"), "constexpr double k_factor = " + std::to_string(factor) + ";\n")
            .ok());
    const auto reference = build(source);
    ASSERT_TRUE(reference.ok()) << describe(reference.error());
    const auto resolved = resolve_case(problem_, problem_.cases[0], {.dims = {{"n", 1}}});
    std::vector<std::vector<double>> arrays = {{2}, {}, {}, {}};
    reference->run(*resolved, arrays);
    EXPECT_EQ(arrays[1][0], 2 * factor);
  }
}

TEST_F(Reference, OtherParametersAreRefusedWithTheOnesMeant) {
  const auto reference = build("extern \"C\" void reference(const float* in, double* out, int64_t n) {}\n");
  ASSERT_FALSE(reference.ok());
  EXPECT_EQ(reference.error().what, "the parameters of `reference` do not match the problem's arguments");
  EXPECT_EQ(reference.error().mend,
            "it must define\nextern \"C\" void reference(const double* in, double* out, int64_t n, double factor)");
  EXPECT_FALSE(reference.error().details.empty());
  EXPECT_EQ(reference.error().details.find("static_cast"), std::string::npos) << "the call is nobody's";
}

TEST(ReferenceDeclaration, DimensionsThatAreNoArgumentsFollow) {
  const Problem problem = test::loaded(test::replaced(k_scale_problem, "n = 1000", "n = 1000\nrows = 3"));
  EXPECT_EQ(reference_declaration(problem),
            "extern \"C\" void reference(const double* in, double* out, int64_t n, double factor, int64_t rows)");
}

}  // namespace reference_test
}  // namespace whet
