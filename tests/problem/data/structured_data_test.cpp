// N17: structs by value, and data that is meaningful only as a whole.
#include "problem/data/structured_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>

#include "problem/data/data.h"
#include "problem/data/variant.h"
#include "problem/file/write_problem.h"
#include "problem/fixture.h"
#include "problem/signature/struct_layout.h"

namespace whet {
namespace structured_data_test {

using test::FakeFileSystem;
using test::load_text;

const std::string k_sparse =
    "kernel = \"scale.cu\"\n"
    "[dims]\nrows = 50\ncols = 40\nnnz = 300\n"
    "[[args]]\nname = \"offsets\"\ntype = \"i32\"\nshape = [\"rows + 1\"]\nfill = \"offsets\"\ntotal = \"nnz\"\nskew = "
    "4\n"
    "[[args]]\nname = \"columns\"\ntype = \"i32\"\nshape = [\"nnz\"]\nfill = \"csr\"\noffsets = \"offsets\"\ncolumns = "
    "\"cols\"\n"
    "[[args]]\nname = \"order\"\ntype = \"u16\"\nshape = [\"rows\"]\nfill = \"permutation\"\n"
    "[[args]]\nname = \"keys\"\ntype = \"f32\"\nshape = [\"rows\"]\nfill = \"sorted\"\nlow = -3\nhigh = 3\n"
    "[[args]]\nname = \"near\"\ntype = \"i32\"\nshape = [\"rows\", 7]\nfill = \"neighbours\"\n"
    "[[args]]\nname = \"out\"\ntype = \"f32\"\nshape = [\"rows\"]\nrole = \"out\"\n";
const std::string k_sparse_source =
    "__global__ void spmv(const int* offsets, const int* columns, const unsigned short* order, const float* keys, "
    "const int* near, float* out) {}";

ResolvedCase sparse() {
  auto problem = load_text(k_sparse, k_sparse_source);
  EXPECT_TRUE(problem.ok()) << (problem.ok() ? "" : describe(problem.error()));
  auto made = resolve_case(*problem, problem->cases.front());
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : describe(made.error()));
  return *made;
}

std::vector<double> values_of(const ResolvedCase& made, size_t argument, uint64_t seed) {
  FakeFileSystem files;
  auto bytes = make_data(made.arguments[argument], {seed, 1}, files);
  EXPECT_TRUE(bytes.ok());
  return decode_elements(made.arguments[argument].type, *bytes);
}

TEST(StructuredData, N17OffsetsAscendFromZeroToTheirTotalWithinWhatARowHolds) {
  const ResolvedCase made = sparse();
  for (uint64_t seed = 1; seed < 40; ++seed) {
    const auto offsets = values_of(made, 0, seed);
    EXPECT_EQ(offsets.front(), 0);
    EXPECT_EQ(offsets.back(), 300);
    for (size_t i = 1; i < offsets.size(); ++i) {
      EXPECT_GE(offsets[i], offsets[i - 1]);
      EXPECT_LE(offsets[i] - offsets[i - 1], 40);
    }
  }
  EXPECT_NE(values_of(made, 0, 1), values_of(made, 0, 2));
}

TEST(StructuredData, N17ColumnsFollowTheOffsetsOfTheSameSeed) {
  const ResolvedCase made = sparse();
  for (uint64_t seed = 1; seed < 40; ++seed) {
    const auto offsets = values_of(made, 0, seed), columns = values_of(made, 1, seed);
    for (size_t row = 0; row + 1 < offsets.size(); ++row) {
      for (auto i = static_cast<size_t>(offsets[row]); i < static_cast<size_t>(offsets[row + 1]); ++i) {
        EXPECT_GE(columns[i], 0);
        EXPECT_LT(columns[i], 40);
        if (i > static_cast<size_t>(offsets[row])) {
          EXPECT_GT(columns[i], columns[i - 1]);
        }
      }
    }
  }
}

TEST(StructuredData, N17PermutationsSortedKeysAndNeighbours) {
  const ResolvedCase made = sparse();
  const auto order = values_of(made, 2, 9), keys = values_of(made, 3, 9), near = values_of(made, 4, 9);
  EXPECT_EQ(std::set<double>(order.begin(), order.end()).size(), 50u);
  EXPECT_EQ(*std::max_element(order.begin(), order.end()), 49);
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  EXPECT_GE(keys.front(), -3);
  EXPECT_LE(keys.back(), 3);
  for (size_t row = 0; row < 50; ++row) {
    const std::set<double> mine(near.begin() + static_cast<long>(row * 7),
                                near.begin() + static_cast<long>(row * 7 + 7));
    EXPECT_EQ(mine.size(), 7u);
    EXPECT_FALSE(mine.contains(static_cast<double>(row)));
    EXPECT_LT(*mine.rbegin(), 50);
  }
}

TEST(StructuredData, N17NoVariantTouchesStructure) {
  const ResolvedCase made = sparse();
  for (const size_t argument : {0, 1, 2, 3, 4}) {
    for (const DataVariant variant : k_data_variants) EXPECT_FALSE(applies(variant, made.arguments[argument]));
    EXPECT_TRUE(is_structured(made.arguments[argument].fill.kind));
  }
  EXPECT_FALSE(varies_alone(FillKind::offsets));
  EXPECT_FALSE(varies_alone(FillKind::csr));
  EXPECT_FALSE(varies_alone(FillKind::generated));
  EXPECT_TRUE(varies_alone(FillKind::permutation));
}

std::string complaint(const std::string& from, const std::string& to) {
  auto problem = load_text(test::replaced(k_sparse, from, to), k_sparse_source);
  if (!problem) return describe(problem.error());
  auto made = resolve_case(*problem, problem->cases.front());
  return made ? "" : describe(made.error());
}

TEST(StructuredData, N17WrongKeysNamePlaceAndFix) {
  EXPECT_NE(complaint("total = \"nnz\"\n", "").find("has no `total`"), std::string::npos);
  EXPECT_NE(complaint("offsets = \"offsets\"", "offsets = \"keys\"").find("no array with fill = \"offsets\""),
            std::string::npos);
  EXPECT_NE(complaint("columns = \"cols\"", "columns = 3").find("more than 50 rows of 3 columns hold"),
            std::string::npos);
  EXPECT_NE(complaint("nnz = 300", "nnz = 2001").find("2001 elements are more than"), std::string::npos);
  EXPECT_NE(complaint("shape = [\"nnz\"]", "shape = [\"nnz + 1\"]").find("the rows of `offsets` hold 300"),
            std::string::npos);
  EXPECT_NE(complaint("skew = 4", "skew = -1").find("has skew = -1"), std::string::npos);
  EXPECT_NE(complaint("\"rows\", 7", "\"rows\", 50").find("wants 50 others of 50"), std::string::npos);
  EXPECT_NE(complaint("type = \"u16\"", "type = \"f16\"").find("use an integer type"), std::string::npos);
  EXPECT_NE(complaint("rows = 50", "rows = 70000").find("which u16 does not hold"), std::string::npos);
  EXPECT_NE(complaint("fill = \"permutation\"", "fill = \"generated\"").find("nothing generates the data"),
            std::string::npos);
}

TEST(StructuredData, N17AWrittenProblemReadsBackTheSame) {
  auto problem = load_text(k_sparse, k_sparse_source);
  ASSERT_TRUE(problem.ok());
  const std::string text = write_problem(*problem);
  auto again = load_text(text, k_sparse_source);
  ASSERT_TRUE(again.ok()) << describe(again.error()) << text;
  EXPECT_EQ(write_problem(*again), text);
  EXPECT_EQ(again->arguments[1].fill.offsets, "offsets");
}

const std::string k_struct =
    "kernel = \"scale.cu\"\n"
    "[dims]\nn = 100\n"
    "[[args]]\nname = \"x\"\ntype = \"f32\"\nshape = [\"n\"]\n"
    "[[args]]\nname = \"y\"\ntype = \"f32\"\nshape = [\"n\"]\nrole = \"out\"\n"
    "[[args]]\nname = \"p\"\ntype = \"struct\"\nfields = [{ name = \"dt\", type = \"f32\", value = 0.5 }, "
    "{ name = \"mass\", type = \"f64\", value = 2 }, { name = \"box\", type = \"i16\", count = 3, value = 7 }, "
    "{ name = \"n\", type = \"i32\" }, { name = \"data\", array = \"x\" }]\n";

TEST(Structs, N17MembersLieByTheRulesOfC) {
  auto problem = load_text(k_struct,
                           "struct P { float dt; double mass; short box[3]; int n; const float* data; };\n"
                           "__global__ void step(float* y, P p) {}");
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  struct P {
    float dt;
    double mass;
    short box[3];
    int n;
    const float* data;
  };
  const StructLayout layout = struct_layout(problem->arguments[2]);
  EXPECT_EQ(layout.bytes, sizeof(P));
  EXPECT_EQ(layout.offsets, (std::vector<uint64_t>{offsetof(P, dt), offsetof(P, mass), offsetof(P, box), offsetof(P, n),
                                                   offsetof(P, data)}));
  auto made = resolve_case(*problem, problem->cases.front());
  ASSERT_TRUE(made.ok()) << describe(made.error());
  P value{};
  std::memcpy(static_cast<void*>(&value), made->arguments[2].encoded.data(), sizeof value);
  EXPECT_EQ(value.dt, 0.5f);
  EXPECT_EQ(value.mass, 2.0);
  EXPECT_EQ(value.box[2], 7);
  EXPECT_EQ(value.n, 100);
  // The array is passed in the struct, so the launch passes y and p.
  EXPECT_EQ(made->launches[0].arguments, (std::vector<size_t>{1, 2}));
}

TEST(Structs, N17AStructForANumberOfAnotherSizeNamesBoth) {
  auto problem = load_text(k_struct, "__global__ void step(float* y, float4 p) {}");
  ASSERT_FALSE(problem.ok());
  EXPECT_NE(problem.error().details.find("a struct of 40 bytes for float4 of 16"), std::string::npos)
      << problem.error().details;
}

TEST(Structs, N17WrongFieldsNamePlaceAndFix) {
  const std::string source = "struct P; __global__ void step(float* y, P p) {}";
  const auto complain = [&](const std::string& from, const std::string& to) {
    auto problem = load_text(test::replaced(k_struct, from, to), source);
    return problem ? std::string() : describe(problem.error());
  };
  EXPECT_NE(complain("array = \"x\"", "array = \"z\"").find("points to `z`, which is no array"), std::string::npos);
  EXPECT_NE(complain("count = 3", "count = 0").find("`count` is not a whole number"), std::string::npos);
  EXPECT_NE(complain("value = 7", "value = \"m\"").find("nothing gives `m` a number"), std::string::npos);
  EXPECT_NE(complain(", value = 0.5", "").find("field `dt` has no value"), std::string::npos);
  EXPECT_NE(complain("type = \"i16\", ", "typ = \"i16\", ").find("unknown key `typ`"), std::string::npos);
  EXPECT_NE(complain("type = \"struct\"", "type = \"struct\"\nshape = [3]").find("struct `p` takes no `shape`"),
            std::string::npos);
}

const std::string k_variable =
    "kernel = \"scale.cu\"\n"
    "[dims]\nn = 100\n"
    "[[args]]\nname = \"x\"\ntype = \"f32\"\nshape = [\"n\"]\n"
    "[[args]]\nname = \"y\"\ntype = \"f32\"\nshape = [\"n\"]\nrole = \"out\"\n"
    "[[variable]]\nname = \"coefficients\"\ntype = \"f32\"\nshape = [5]\n"
    "[[variable]]\nname = \"n\"\ntype = \"i32\"\n";

TEST(Variables, N16AreDataOfTheProblemAndPassedToNoKernel) {
  auto problem = load_text(k_variable,
                           "__constant__ float coefficients[5]; __constant__ int n;\n"
                           "__global__ void f(const float* x, float* y) {}");
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  auto made = resolve_case(*problem, problem->cases.front());
  ASSERT_TRUE(made.ok()) << describe(made.error());
  EXPECT_EQ(made->own_arguments, 4u);
  EXPECT_TRUE(made->arguments[2].is_variable);
  EXPECT_EQ(made->launches[0].arguments, (std::vector<size_t>{0, 1}));
  FakeFileSystem files;
  EXPECT_EQ(decode_elements(ElementType::i32, *make_data(made->arguments[3], {1, 1}, files)), std::vector<double>{100});
  EXPECT_EQ(write_problem(*load_text(write_problem(*problem), problem->source)), write_problem(*problem));
}

TEST(Variables, N16WrongUsesNamePlaceAndFix) {
  const std::string source = "__global__ void f(const float* x, float* y) {}";
  auto passed = load_text(k_variable + "[launch]\nargs = [\"x\", \"y\", \"coefficients\"]\n", source);
  ASSERT_FALSE(passed.ok());
  EXPECT_NE(describe(passed.error()).find("which is a variable of the module"), std::string::npos);
  auto host = load_text("entry = \"solve\"\n" + k_variable, "extern \"C\" void solve(const float* x, float* y) {}");
  ASSERT_FALSE(host.ok());
  EXPECT_NE(describe(host.error()).find("whet cannot write its variable `coefficients`"), std::string::npos);
}

TEST(Compiling, N10IncludeAndFlagsAreRelativeToTheProblem) {
  FakeFileSystem files;
  ASSERT_TRUE(
      files.write("p/problem.toml", "include = [\"inc\"]\nflags = [\"-lineinfo -I more\"]\n" + test::k_scale_problem)
          .ok());
  ASSERT_TRUE(files.write("p/scale.cu", "#include \"k.cuh\"\n").ok());
  ASSERT_TRUE(files.write("p/inc/k.cuh", test::k_scale_source).ok());
  ASSERT_TRUE(files.write("p/more/x.h", "").ok());
  auto problem = load_problem("p", files);
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  EXPECT_EQ(problem->include_directories, (std::vector<std::string>{"p/inc", "p/more"}));
  EXPECT_EQ(problem->compiler_flags, std::vector<std::string>{"-lineinfo"});
  EXPECT_EQ(problem->entry, "scale");  // N11: a kernel in a header
  EXPECT_NE(write_problem(*problem).find("include = [\"inc\", \"more\"]"), std::string::npos);
}

TEST(Compiling, N10WhatTheCommandLineAddsGoesFirst) {
  FakeFileSystem files;
  ASSERT_TRUE(files.write("p/problem.toml", test::k_scale_problem).ok());
  ASSERT_TRUE(files.write("p/scale.cu", test::k_scale_source).ok());
  ASSERT_TRUE(files.write("q/x.h", "").ok());
  auto problem = load_problem("p", files, {{"q"}, {"FAST", "TILE=64"}, {"-w"}});
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  EXPECT_EQ(problem->include_directories.front(), "q");
  EXPECT_EQ(problem->defines[0].text, "1");
  EXPECT_TRUE(problem->tunables.empty());
  auto size = load_problem("p", files, {{}, {"n=3"}, {}});
  ASSERT_FALSE(size.ok());
  EXPECT_NE(describe(size.error()).find("write --dims n=3"), std::string::npos);
}

TEST(Work, R17NegativeWorkIsRefusedWithItsPlace) {
  auto problem = load_text(test::k_scale_problem + "[work]\nflops = -5\n");
  ASSERT_FALSE(problem.ok());
  EXPECT_NE(describe(problem.error()).find("p/problem.toml:26"), std::string::npos) << describe(problem.error());
  auto later = load_text(test::k_scale_problem + "[work]\nbytes = \"n - 2000\"\n");
  ASSERT_TRUE(later.ok());
  auto made = resolve_case(*later, later->cases.front());
  ASSERT_FALSE(made.ok());
  EXPECT_NE(describe(made.error()).find("comes out as -1000"), std::string::npos);
}

}  // namespace structured_data_test
}  // namespace whet
