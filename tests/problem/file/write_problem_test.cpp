// A written problem is read back as the same problem.
#include <gtest/gtest.h>

#include <filesystem>

#include "problem/data/resolve.h"
#include "problem/file/write_problem.h"
#include "problem/fixture.h"
#include "problem/signature/candidate.h"
#include "problem/tuning.h"
#include "support/source_folder.h"

namespace whet {

namespace write_problem_test {

// The disk, with one file replaced.
class Overlay : public DiskFileSystem {
 public:
  Overlay(std::string path, std::string content) : path_(std::move(path)), content_(std::move(content)) {}
  Result<std::string> read(const std::string& path) const override {
    return path == path_ ? Result<std::string>(content_) : DiskFileSystem::read(path);
  }

 private:
  std::string path_, content_;
};

std::string text_of(const std::optional<Formula>& formula) {
  return formula ? formula->expression.text() : "none";
}

std::vector<std::string> texts_of(const std::vector<Formula>& formulas) {
  std::vector<std::string> texts;
  for (const Formula& formula : formulas) texts.push_back(formula.expression.text());
  return texts;
}

void expect_same(const ProblemArgument& a, const ProblemArgument& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.role, b.role);
  EXPECT_EQ(texts_of(a.shape), texts_of(b.shape));
  EXPECT_EQ(text_of(a.value), text_of(b.value));
  EXPECT_EQ(a.fill.kind, b.fill.kind);
  EXPECT_EQ(text_of(a.fill.first), text_of(b.fill.first));
  EXPECT_EQ(text_of(a.fill.second), text_of(b.fill.second));
  EXPECT_EQ(a.fill.file, b.fill.file);
  EXPECT_EQ(a.fill.seed, b.fill.seed);
}

void expect_same(const std::vector<ProblemArgument>& a, const std::vector<ProblemArgument>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) expect_same(a[i], b[i]);
}

void expect_same(const ProblemLaunch& a, const ProblemLaunch& b) {
  EXPECT_EQ(a.entry, b.entry);
  EXPECT_EQ(texts_of(a.grid), texts_of(b.grid));
  EXPECT_EQ(texts_of(a.block), texts_of(b.block));
  EXPECT_EQ(text_of(a.shared), text_of(b.shared));
  EXPECT_EQ(a.cooperative, b.cooperative);
  EXPECT_EQ(texts_of(a.cluster), texts_of(b.cluster));
  ASSERT_EQ(a.arguments.has_value(), b.arguments.has_value());
  if (!a.arguments) return;
  ASSERT_EQ(a.arguments->size(), b.arguments->size());
  for (size_t i = 0; i < a.arguments->size(); ++i) {
    const LaunchArgument &first = (*a.arguments)[i], &second = (*b.arguments)[i];
    EXPECT_EQ(first.name, second.name);
    ASSERT_EQ(first.number.has_value(), second.number.has_value());
    if (first.number) expect_same(*first.number, *second.number);
  }
}

void expect_same_settings(const Problem& a, const Problem& b) {
  ASSERT_EQ(a.tunables.size(), b.tunables.size());
  for (size_t i = 0; i < a.tunables.size(); ++i) {
    EXPECT_EQ(a.tunables[i].name, b.tunables[i].name);
    EXPECT_EQ(a.tunables[i].values, b.tunables[i].values);
  }
  EXPECT_EQ(texts_of(a.constraints), texts_of(b.constraints));
  ASSERT_EQ(a.defines.size(), b.defines.size());
  for (size_t i = 0; i < a.defines.size(); ++i) {
    EXPECT_EQ(a.defines[i].name, b.defines[i].name);
    EXPECT_EQ(a.defines[i].text, b.defines[i].text);
    EXPECT_EQ(a.defines[i].number, b.defines[i].number);
  }
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.allows_split, b.allows_split);
  EXPECT_EQ(a.absolute_tolerance, b.absolute_tolerance);
  EXPECT_EQ(a.relative_tolerance, b.relative_tolerance);
  EXPECT_EQ(text_of(a.work_flops), text_of(b.work_flops));
  EXPECT_EQ(text_of(a.work_bytes), text_of(b.work_bytes));
}

// Compares everything but the line numbers.
void expect_same(const Problem& a, const Problem& b) {
  EXPECT_EQ(a.kernel, b.kernel);
  EXPECT_EQ(a.entry, b.entry);
  EXPECT_EQ(a.is_host_function, b.is_host_function);
  ASSERT_EQ(a.dims.size(), b.dims.size());
  for (size_t i = 0; i < a.dims.size(); ++i) {
    EXPECT_EQ(a.dims[i].name, b.dims[i].name);
    EXPECT_EQ(text_of(a.dims[i].value), text_of(b.dims[i].value));
  }
  expect_same(a.arguments, b.arguments);
  expect_same(a.scratch, b.scratch);
  ASSERT_EQ(a.launches.size(), b.launches.size());
  for (size_t i = 0; i < a.launches.size(); ++i) expect_same(a.launches[i], b.launches[i]);
  expect_same_settings(a, b);
  EXPECT_EQ(a.reference.kind, b.reference.kind);
  EXPECT_EQ(a.reference.file, b.reference.file);
  EXPECT_EQ(a.reference.gpu, b.reference.gpu);
  EXPECT_EQ(a.reference.entry, b.reference.entry);
  ASSERT_EQ(a.cases.size(), b.cases.size());
  for (size_t i = 0; i < a.cases.size(); ++i) {
    EXPECT_EQ(a.cases[i].name, b.cases[i].name);
    EXPECT_EQ(a.cases[i].dims, b.cases[i].dims);
    EXPECT_EQ(a.cases[i].weight, b.cases[i].weight);
    EXPECT_EQ(a.cases[i].held_out, b.cases[i].held_out);
  }
}

std::string shown(const Error& error, const std::string& text) {
  return describe(error) + "\n" + text;
}

TEST(WriteProblem, EveryExampleIsReadBackAsItWas) {
  size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/examples")) {
    const std::string directory = entry.path().string();
    if (!std::filesystem::exists(directory + "/problem.toml")) continue;
    SCOPED_TRACE(directory);
    const auto problem = load_problem(directory, DiskFileSystem());
    ASSERT_TRUE(problem.ok());
    const std::string text = write_problem(*problem);
    const auto again = load_problem(directory, Overlay(directory + "/problem.toml", text));
    ASSERT_TRUE(again.ok()) << shown(again.error(), text);
    expect_same(*problem, *again);
    ++examples;
  }
  EXPECT_GT(examples, 15u);
}

// For every point of an example's space: the sizes and launches of the candidate that was written for it.
TEST(WriteCandidate, ATunedProblemIsLaunchedAsItWas) {
  for (const char* name : {"transpose", "sgemm_naive", "reduce_sum"}) {
    SCOPED_TRACE(name);
    const auto problem = load_problem(test::source_folder() + "/examples/" + name, DiskFileSystem());
    ASSERT_TRUE(problem.ok());
    const TuningSpace space = find_tuning_space(*problem);
    std::map<std::string, int64_t> values;
    for (const FoundTunable& tunable : space.tunables) values[tunable.name] = tunable.current;
    const TunedProblem made = tuned(space, values);
    const auto resolved = resolve_case(made.problem, made.problem.cases.front(), {.tunables = made.tunables});
    ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
    std::map<std::string, int64_t> numbers;
    for (const NamedNumber& number : resolved->tunables) numbers[number.name] = number.value;
    const std::string text = write_candidate(made.problem, numbers);
    const auto again = with_candidate(*problem, "champion.cu", made.problem.source, text);
    ASSERT_TRUE(again.ok()) << shown(again.error(), text);
    const auto resolved_again = resolve_case(*again, again->cases.front());
    ASSERT_TRUE(resolved_again.ok()) << shown(resolved_again.error(), text);
    ASSERT_EQ(resolved_again->launches.size(), resolved->launches.size());
    for (size_t i = 0; i < resolved->launches.size(); ++i) {
      EXPECT_EQ(resolved_again->launches[i].entry, resolved->launches[i].entry);
      EXPECT_EQ(resolved_again->launches[i].grid, resolved->launches[i].grid) << text;
      EXPECT_EQ(resolved_again->launches[i].block, resolved->launches[i].block) << text;
      EXPECT_EQ(resolved_again->launches[i].shared_bytes, resolved->launches[i].shared_bytes) << text;
    }
  }
}

TEST(WriteCandidate, NamesAreReplacedWholeAndNumbersBelowZeroKeepTheirMeaning) {
  Problem candidate;
  ProblemLaunch launch;
  launch.entry = "f";
  launch.grid = {{*Expression::parse("ceil_div(n, TILE) * TILES - N"), 0}};
  candidate.launches = {launch};
  const std::string text = write_candidate(candidate, {{"TILE", 32}, {"N", -2}});
  EXPECT_EQ(text, "[launch]\nentry = \"f\"\ngrid = [\"ceil_div(n, 32) * TILES - (-2)\"]\n");
}

TEST(WriteProblem, EveryKeyIsReadBackAsItWas) {
  const std::string text = R"toml(
kernel = "a \"quoted\" name.cu"
[dims]
n = 1000
half = "n / 2"
[[args]]
name = "x"
type = "f16"
shape = ["n", "half"]
fill = "uniform"
low = "-n"
high = 2.5
seed = 7
[[args]]
name = "index"
type = "i32"
shape = [12]
fill = "file"
file = "data.bin"
[[args]]
name = "steps"
type = "i64"
shape = ["n"]
fill = "sequence"
start = 3
[[args]]
name = "sum"
type = "f32"
shape = ["n"]
role = "inout"
fill = "constant"
value = 0
[[args]]
name = "factor"
type = "f64"
value = 1e-7
[[scratch]]
name = "partial"
type = "bf16"
shape = ["ceil_div(n, TILE)"]
[[launch]]
entry = "first"
args = ["x", "partial", { type = "u64", value = "n * 2" }]
grid = ["ceil_div(n, TILE)", 2, 3]
block = "TILE"
shared = "4 * TILE"
cluster = ["TILE / 16", 2]
[[launch]]
entry = "second<256>"
cooperative = true
[tune]
TILE = [32, 64]
where = ["n % TILE == 0", "TILE > 16"]
[define]
FAST = true
SCALE = 0.125
MODE = "a\\b\tc"
[reference]
python = "ref.py"
gpu = "ref.cu"
entry = "compute"
[precision]
class = "tf32"
atol = 1e-5
rtol = 0.001
[work]
flops = "2 * n"
bytes = 8000
[[case]]
dims = { n = 64 }
weight = 0.25
held_out = true
)toml";
  const auto problem = parse_problem(text, "p/problem.toml");
  ASSERT_TRUE(problem.ok()) << describe(problem.error());
  const std::string written = write_problem(*problem);
  const auto again = parse_problem(written, "p/problem.toml");
  ASSERT_TRUE(again.ok()) << shown(again.error(), written);
  expect_same(*problem, *again);
  EXPECT_EQ(write_problem(*again), written);
}

TEST(WriteProblem, FilesAreNamedFromWhereTheProblemStands) {
  Problem problem = test::loaded();
  problem.directory = "q";
  EXPECT_NE(write_problem(problem).find("kernel = \"../p/scale.cu\""), std::string::npos);
}

}  // namespace write_problem_test
}  // namespace whet
