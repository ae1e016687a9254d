#include "problem/file/problem.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace whet {
namespace problem_test {

using test::k_scale_problem;
using test::load_text;
using test::loaded;
using test::replaced;

TEST(Problem, EverythingWrittenIsThere) {
  const Problem problem = loaded();
  EXPECT_EQ(problem.kernel, "p/scale.cu");
  EXPECT_EQ(problem.entry, "scale") << "the only kernel of the source";
  ASSERT_EQ(problem.arguments.size(), 4u);
  EXPECT_EQ(problem.arguments[0].name, "in");
  EXPECT_EQ(problem.arguments[0].line, 4);
  EXPECT_EQ(problem.arguments[0].fill.kind, FillKind::normal);
  EXPECT_EQ(problem.arguments[1].role, ArgumentRole::out);
  EXPECT_TRUE(problem.arguments[3].is_scalar());
  ASSERT_EQ(problem.launches.size(), 1u);
  EXPECT_EQ(problem.launches[0].entry, "scale");
  EXPECT_EQ(problem.launches[0].grid[0].line, 21);
  EXPECT_EQ(problem.tunables[0].values, (std::vector<int64_t>{16, 32, 64}));
  EXPECT_EQ(problem.cases.size(), 1u);
  EXPECT_EQ(problem.precision_for(ElementType::f32).precision, PrecisionClass::fp32);
}

TEST(Problem, OptionalPartsAreRead) {
  const Problem problem = loaded(k_scale_problem +
                                 "where = [\"TILE <= n\"]\n"
                                 "[define]\nFAST = true\nNAME = \"x\"\nSCALE = 2\n"
                                 "[precision]\nclass = \"tf32\"\nrtol = 0.5\n"
                                 "[work]\nflops = \"n\"\nbytes = 8\n"
                                 "[[case]]\ndims = { n = 7 }\nweight = 0.25\nheld_out = true\n"
                                 "[[case]]\nname = \"big\"\ndims = { n = 70 }\n");
  EXPECT_EQ(problem.constraints.size(), 1u);
  ASSERT_EQ(problem.defines.size(), 3u);
  EXPECT_EQ(problem.defines[0].text, "1");
  EXPECT_EQ(problem.defines[1].number, std::nullopt);
  EXPECT_EQ(problem.precision, PrecisionClass::tf32);
  EXPECT_EQ(problem.relative_tolerance, 0.5);
  ASSERT_EQ(problem.cases.size(), 3u);
  EXPECT_EQ(problem.cases[1].name, "n=7");
  EXPECT_TRUE(problem.cases[1].held_out);
  EXPECT_EQ(problem.cases[1].weight, 0.25);
}

TEST(Problem, ACaseIsFoundByNameOrIndex) {
  const Problem problem = loaded(k_scale_problem + "[[case]]\nname = \"big\"\ndims = { n = 70 }\n");
  EXPECT_EQ(find_case(problem, "")->name, "default");
  EXPECT_EQ(find_case(problem, "big")->name, "big");
  EXPECT_EQ(find_case(problem, "1")->name, "big");
  EXPECT_EQ(find_case(problem, "2").error().mend, "give a name or an index from 0 on: default; big");
}

TEST(Problem, SeveralLaunchesShareScratch) {
  const Problem problem = loaded(
      "kernel = \"scale.cu\"\n[dims]\nn = 100\n"
      "[[args]]\nname = \"in\"\ntype = \"f32\"\nshape = [\"n\"]\n"
      "[[args]]\nname = \"out\"\ntype = \"f32\"\nshape = [1]\nrole = \"out\"\n"
      "[[scratch]]\nname = \"part\"\ntype = \"f64\"\nshape = [\"ceil_div(n, 10)\"]\n"
      "[[launch]]\nentry = \"first\"\nargs = [\"in\", \"part\"]\ngrid = 10\nblock = 10\n"
      "[[launch]]\nentry = \"second\"\nargs = [\"part\", \"out\", { type = \"i32\", value = \"n / 10\" }]\n"
      "grid = [1]\nblock = [32, 1, 1]\ncooperative = true\nshared = 128\ncluster = [1, 1]\n",
      "__global__ void first(const float* in, double* part) {}\n"
      "__global__ void second(double* part, float* out, int parts) {}\n");
  ASSERT_EQ(problem.launches.size(), 2u);
  EXPECT_EQ(problem.entry, "first");
  EXPECT_EQ(problem.launches[1].arguments->at(2).number->type, ElementType::i32);
  EXPECT_TRUE(problem.launches[1].cooperative);
  EXPECT_EQ(problem.launches[1].cluster.size(), 2u);
}

TEST(Problem, AHostFunctionIsCalledNotLaunched) {
  std::string text = k_scale_problem.substr(0, k_scale_problem.find("[launch]"));
  text = replaced(text, "\n", "\nentry = \"solve\"\n");
  const Problem problem = loaded(text, "extern \"C\" void solve(const float* in, float* out, int n, float f) { }\n");
  EXPECT_TRUE(problem.is_host_function);
  EXPECT_TRUE(problem.launches.empty());
}

TEST(Problem, WithoutALaunchThereIsADefaultOne) {
  const Problem problem = loaded(k_scale_problem.substr(0, k_scale_problem.find("[launch]")));
  ASSERT_EQ(problem.launches.size(), 1u);
  EXPECT_TRUE(problem.launches[0].grid.empty());
}

// One mistake, where it is reported, and the message.
struct Mistake {
  const char* from;
  const char* to;
  int line;
  const char* what;
  const char* mend;
};

class ProblemMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(ProblemMistakes, AreNamedWithTheirLine) {
  const Mistake& mistake = GetParam();
  const auto problem = load_text(replaced(k_scale_problem, mistake.from, mistake.to));
  ASSERT_FALSE(problem.ok()) << mistake.what;
  EXPECT_EQ(problem.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(problem.error().what, mistake.what);
  const std::string place = "p/problem.toml:" + std::to_string(mistake.line);
  EXPECT_TRUE(problem.error().where == place || problem.error().where.starts_with(place + ","))
      << problem.error().where;
  EXPECT_NE(problem.error().mend.find(mistake.mend), std::string::npos) << problem.error().mend;
}

INSTANTIATE_TEST_SUITE_P(
    Each, ProblemMistakes,
    testing::Values(
        Mistake{"kernel = \"scale.cu\"", "kernl = \"scale.cu\"", 1, "unknown key `kernl` in problem.toml",
                "did you mean `kernel`?"},
        Mistake{"kernel = \"scale.cu\"", "kernel = 3", 1, "`kernel` in problem.toml is not text", "kernel = \"...\""},
        Mistake{"kernel = \"scale.cu\"", "kernel = \"gone.cu\"", 1, "there is no file `p/gone.cu`", "correct"},
        Mistake{"kernel = \"scale.cu\"", "entry = \"scal\"\nkernel = \"scale.cu\"", 1,
                "p/scale.cu has no function `scal`", "did you mean `scale`?"},
        Mistake{"n = 1000", "n = \"m * 2\"", 3, "nothing gives `m` a number", "there are none"},
        Mistake{"n = 1000", "n = \"(1\"", 3, "this `(` is not closed", "add `)`"},
        Mistake{"n = 1000", "n = true", 3, "`n` is neither a number nor an expression", "n = 256"},
        Mistake{"n = 1000", "max = 1000", 3, "`max` is reserved in expressions", "another name"},
        Mistake{"n = 1000", "n = 1000\nTILE = 3", 25, "`TILE` is given twice", "one name"},
        Mistake{"name = \"in\"", "nme = \"in\"", 5, "unknown key `nme` in [[args]]", "did you mean `name`"},
        Mistake{"name = \"in\"", "name = \"out\"", 8, "`out` is given twice", "one name"},
        Mistake{"name = \"in\"", "name = \"a b\"", 4, "`a b` cannot be a name", "letters"},
        Mistake{"type = \"f32\"", "type = \"float\"", 6, "there is no type `float`", "f16, bf16, f32"},
        Mistake{"type = \"f32\"\n", "", 4, "[[args]] has no `type`", "add type = \"f32\""},
        Mistake{"shape = [\"n\"]", "shape = []", 7, "the shape has no extent", "shape"},
        Mistake{"shape = [\"n\"]", "shape = [\"m\"]", 7, "nothing gives `m` a number", "did you mean `n`?"},
        Mistake{"shape = [\"n\"]", "shape = [\"n &&\"]", 7, "`&&` is not part of the language", "and"},
        Mistake{"role = \"out\"", "role = \"output\"", 12, "there is no role `output`", "inout"},
        Mistake{"role = \"out\"", "role = \"in\"", 4, "no argument is an output", "role = \"out\""},
        Mistake{"role = \"out\"", "role = \"out\"\nfill = \"normal\"", 13, "output `out` takes no `fill`", "inout"},
        Mistake{"shape = [\"n\"]", "shape = [\"n\"]\nfill = \"gauss\"", 8, "there is no fill `gauss`",
                "there are: normal"},
        Mistake{"shape = [\"n\"]", "shape = [\"n\"]\nfill = \"normal\"\nlow = 1", 9,
                "`low` means nothing to fill = \"normal\"", "fill = \"uniform\""},
        Mistake{"shape = [\"n\"]", "shape = [\"n\"]\nvalue = 1", 8, "`value` means nothing to fill = \"normal\"",
                "fill = \"constant\""},
        Mistake{"shape = [\"n\"]", "shape = [\"n\"]\nfill = \"file\"", 4, "[[args]] has no `file`", "add file"},
        Mistake{"shape = [\"n\"]", "shape = [\"n\"]\nfill = \"file\"\nfile = \"x.bin\"", 4,
                "there is no file `p/x.bin`", "correct"},
        Mistake{"shape = [\"n\"]", "shape = [\"n\"]\nseed = -1", 8, "`seed` is not a whole number from 0 on", "seed"},
        Mistake{"value = 0.5", "role = \"out\"", 19, "scalar `factor` cannot be an output", "shape"},
        Mistake{"value = 0.5", "fill = \"normal\"", 19, "scalar `factor` takes no `fill`", "shape"},
        Mistake{"value = 0.5\n", "", 16, "scalar `factor` has no value, and there is no size of that name",
                "value = \"...\""},
        Mistake{"[launch]", "[lunch]", 20, "unknown key `lunch` in problem.toml", "did you mean `launch`?"},
        Mistake{"[launch]", "[launch]\nentry = \"scal\"", 20, "p/scale.cu has no function `scal`", "`scale`"},
        Mistake{"[launch]", "[launch]\nargs = [\"im\"]", 21,
                "the launch passes `im`, which is no argument and no scratch", "did you mean `in`"},
        Mistake{"[launch]", "[launch]\nargs = [3]", 21, "an argument of a launch is neither a name nor a number",
                "type = \"i32\""},
        Mistake{"[launch]", "[launch]\nargs = 3", 21, "`args` of a launch is not a list", "args = ["},
        Mistake{"[launch]", "[launch]\ncooperative = 1", 21, "`cooperative` in [launch] is neither true nor false",
                "true"},
        Mistake{"block = [\"TILE\"]", "block = [32]\ncluster = [1, 1, 1, 1]", 23, "`cluster` has 4 extents",
                "one to three"},
        Mistake{"block = [\"TILE\"]", "block = [1, 1, 1, 1]", 22, "`block` has 4 extents", "one to three"},
        Mistake{"block = [\"TILE\"]\n", "", 20, "a launch needs `grid` and `block`, or neither", "other"},
        Mistake{"TILE = [16, 32, 64]", "TILE = 16", 24, "`TILE` is not a list of whole numbers", "TILE = [16, 32]"},
        Mistake{"TILE = [16, 32, 64]", "TILE = [1.5]", 24, "`TILE` is not a list of whole numbers", "TILE ="},
        Mistake{"TILE = [16, 32, 64]", "TILE = [16]\nwhere = [\"TILES > 1\"]", 25, "nothing gives `TILES` a number",
                "did you mean `TILE`"},
        Mistake{"[tune]", "[define]\nX = [1]\n[tune]", 24, "`X` is neither a number nor text", "X = 1"},
        Mistake{"[tune]", "[reference]\n[tune]", 23, "[reference] names no file", "cpp"},
        Mistake{"[tune]", "[reference]\ncpp = \"a\"\npython = \"b\"\n[tune]", 25, "[reference] names two files",
                "one of"},
        Mistake{"[tune]", "[reference]\ncpp = \"r.cpp\"\n[tune]", 24, "there is no file `p/r.cpp`", "correct"},
        Mistake{"[tune]", "[reference]\nkernel = \"a.cu\"\ngpu = \"b.cu\"\n[tune]", 25,
                "`gpu` stands beside a reference that is a kernel itself", "remove"},
        Mistake{"[tune]", "[precision]\nclass = \"fp128\"\n[tune]", 24, "there is no precision class `fp128`", "tf32"},
        Mistake{"[tune]", "[precision]\nclass = \"fp32\"\nsplit = \"bf16\"\n[tune]", 25,
                "products are not summed from split numbers of `bf16`", "split = \"tf32\""},
        Mistake{"[tune]", "[precision]\nclass = \"tf32\"\nsplit = \"tf32\"\n[tune]", 25,
                "`split` says how results of class fp32 may be computed", "class = \"fp32\""},
        Mistake{"[tune]", "[precision]\nsplit = \"tf32\"\n[tune]", 24,
                "`split` says how results of class fp32 may be computed", "class = \"fp32\""},
        Mistake{"[tune]", "[precision]\natol = -1\n[tune]", 24, "`atol` is negative", "0 or more"},
        Mistake{"[tune]", "[precision]\nrtol = \"x\"\n[tune]", 24, "`rtol` in [precision] is not a number", "rtol"},
        Mistake{"[tune]", "[work]\nflops = \"m\"\n[tune]", 24, "nothing gives `m` a number", "n"},
        Mistake{"[tune]", "[[case]]\n[tune]", 23, "[[case]] has no `dims`", "dims ="},
        Mistake{"[tune]", "[[case]]\ndims = { m = 3 }\n[tune]", 23, "the case sizes `m`, which is not in [dims]",
                "did you mean `n`"},
        Mistake{"[tune]", "[[case]]\ndims = { n = 1.5 }\n[tune]", 24, "`n` is not a whole number", "size"},
        Mistake{"[tune]", "[[case]]\ndims = { n = 1 }\nweight = -1\n[tune]", 25, "the weight is negative", "0 or more"},
        Mistake{"[tune]", "[case]\ndims = { n = 1 }\n[tune]", 23, "`case` is not a list of tables", "[[case]]"},
        Mistake{"[tune]", "[[case]]\nname = \"default\"\ndims = { n = 1 }\n[tune]", 23, "`default` is given twice",
                "one name"},
        Mistake{"[tune]", "[[scratch]]\nname = \"s\"\ntype = \"f32\"\n[tune]", 23, "[[scratch]] has no `shape`",
                "shape"},
        Mistake{"[tune]", "threads = 3\n[tune]", 23, "unknown key `threads` in [launch]", "keys of [launch]"}));

TEST(Problem, APlaceWithoutAProblemIsNamed) {
  test::FakeFileSystem files;
  const auto problem = load_problem("nowhere", files);
  ASSERT_FALSE(problem.ok());
  EXPECT_EQ(problem.error().what, "there is no problem at `nowhere`");
}

TEST(Problem, SeveralKernelsNeedAnEntry) {
  const auto problem = load_text(k_scale_problem, "__global__ void a(int x) {}\n__global__ void b(int x) {}\n");
  ASSERT_FALSE(problem.ok());
  EXPECT_EQ(problem.error().what, "p/scale.cu holds 2 kernels");
  EXPECT_EQ(problem.error().mend, "choose one with entry = \"...\": a, b");
}

TEST(Problem, WithoutArgumentsThereIsNone) {
  const auto problem = load_text("kernel = \"scale.cu\"\n");
  ASSERT_FALSE(problem.ok());
  EXPECT_EQ(problem.error().what, "the problem has no [[args]]");
}

}  // namespace problem_test
}  // namespace whet
