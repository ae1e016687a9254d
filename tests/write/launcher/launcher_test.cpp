// Launchers of problems as they are written by hand. Whether they run right is asked by tests/cli/cases/launcher.case.
#include "write/launcher/launcher.h"

#include <gtest/gtest.h>

#include "problem/signature/candidate.h"

namespace whet::write {
namespace launcher_test {

const std::string k_source = R"(
using real = float;
struct Body { float x, y; };
__global__ void step(const real* __restrict__ in, real* out, const Body* bodies, int n, unsigned half, float by) {}
__global__ void other(const float* in, float* out, const Body* bodies, int n, unsigned half, float by, float* parts) {}
)";

const std::string k_problem = R"toml(
kernel = "step.cu"
entry = "step"
[dims]
n = 1024
rows = 8
cols = "ceil_div(n, rows)"
[[args]]
name = "in"
type = "f32"
shape = ["rows", "cols"]
[[args]]
name = "out"
type = "f32"
shape = ["n"]
role = "out"
[[args]]
name = "bodies"
type = "f32"
shape = [2]
[[args]]
name = "n"
type = "i32"
[[args]]
name = "half"
type = "u32"
value = "n / 2"
[[args]]
name = "by"
type = "f32"
value = "0.5"
[launch]
grid = ["ceil_div(n, 128)"]
block = [128]
)toml";

Problem problem_of(const std::string& text = k_problem) {
  auto parsed = parse_problem(text, "problem.toml");
  EXPECT_TRUE(parsed.ok()) << parsed.error().what;
  parsed->source = k_source;
  for (ProblemLaunch& launch : parsed->launches) {
    if (launch.entry.empty()) launch.entry = parsed->entry;
  }
  return *parsed;
}

// The launcher of the problem's own source with these settings, or why there is none.
std::string launcher_of(const std::string& settings, const LauncherTerms& terms = {}) {
  const Problem problem = problem_of();
  const auto candidate = with_candidate(problem, "step.cu", "/* whet\n" + settings + "*/\n" + k_source);
  if (!candidate) return candidate.error().what;
  const auto text = launcher_text(problem, *candidate, terms);
  return text ? *text : text.error().what + " " + text.error().where;
}

void expect_line(const std::string& text, const std::string& line) {
  EXPECT_NE(text.find(line + "\n"), std::string::npos) << line << "\n" << text;
}

const std::string k_plain = "[[launch]]\nentry = \"step\"\ngrid = [\"ceil_div(n, 128)\"]\nblock = [128]\n";

TEST(Launcher, HasTheParametersOfTheOriginal) {
  const std::string text = launcher_of(k_plain);
  expect_line(text, "cudaError_t launch_step(const float* in, float* out, const void* bodies, int n, unsigned half,");
  expect_line(text, "                        float by, cudaStream_t stream) {");
  expect_line(text, "  error = cudaLaunchKernelEx(&config, step, in, out, (const Body*)bodies, n, half, by);");
}

TEST(Launcher, RefusesNumbersThatAreNotTheProblems) {
  const std::string text = launcher_of(k_plain);
  expect_line(text, "  if (half != n_size / 2) return cudaErrorInvalidValue;  // half is n / 2");
  expect_line(text, "  if (n_size % 2 != 0) return cudaErrorInvalidValue;  // n_size / 2 is a whole number");
}

// cols has a formula, which is the choice of the problem's cases.
TEST(Launcher, AsksForSizesThatNoArgumentTells) {
  EXPECT_EQ(launcher_of(k_plain).find("long long rows"), std::string::npos);
  const std::string text = launcher_of("[[launch]]\nentry = \"step\"\ngrid = [\"cols\", \"rows\"]\nblock = [128]\n");
  expect_line(text, "                        float by, long long cols, long long rows, cudaStream_t stream) {");
  expect_line(text, "  const long long in_bytes = 4 * rows_size * cols_size;");
  expect_line(text, "  if (blocks_y < 1 || blocks_y > 65535) return cudaErrorInvalidConfiguration;");
}

TEST(Launcher, DividesByNoSizeThatIsZero) {
  const std::string text = launcher_of("[[launch]]\nentry = \"step\"\ngrid = [\"ceil_div(n, rows)\"]\nblock = [128]\n");
  expect_line(text,
              "  if (rows_size == 0) return cudaErrorInvalidValue;  // rows_size is not 0: a size is divided by it");
  expect_line(text, "  const long long blocks = rounded_up(n_size, rows_size);");
}

TEST(Launcher, GivesScratchItsPlace) {
  const std::string text = launcher_of(
      "[[scratch]]\nname = \"first\"\ntype = \"f32\"\nshape = [\"n\"]\n"
      "[[scratch]]\nname = \"parts\"\ntype = \"f32\"\nshape = [\"n\", 3]\n"
      "[[launch]]\nentry = \"other\"\nargs = [\"in\", \"out\", \"bodies\", \"n\", \"half\", \"by\", \"parts\"]\n"
      "grid = [1]\nblock = [128]\nshared = \"4 * n\"\n");
  expect_line(text, "  const long long after_first = rounded_up(4 * n_size, 256) * 256;");
  expect_line(text, "  const long long after_parts = after_first + rounded_up(4 * n_size * 3, 256) * 256;");
  EXPECT_NE(text.find("(float*)(scratch + after_first)"), std::string::npos) << text;
  expect_line(text, "  config.dynamicSmemBytes = 4 * n_size;");
  expect_line(text, "  const cudaError_t freed = cudaFreeAsync(scratch, stream);");
}

TEST(Launcher, SaysClustersAndCooperation) {
  const std::string text =
      launcher_of("[[launch]]\nentry = \"step\"\ngrid = [64]\nblock = [128]\ncluster = [16]\ncooperative = true\n");
  expect_line(text, "  attributes[0].val.clusterDim.x = 16;");
  expect_line(text, "  attributes[1].id = cudaLaunchAttributeCooperative;");
  EXPECT_NE(text.find("cudaFuncAttributeNonPortableClusterSizeAllowed, 1"), std::string::npos) << text;
}

TEST(Launcher, LetsArraysBeOneWhereTheyMay) {
  const std::string text = launcher_of(k_plain, {.in_place = {{"in", "out"}}, .alignment = 256});
  expect_line(text, "  if (shifted(in, 1, out, out_bytes)) return cudaErrorInvalidValue;");
  expect_line(text, "  if (overlap(out, out_bytes, bodies, 8)) return cudaErrorInvalidValue;");
  expect_line(text, "  if ((size_t)bodies % 256 != 0) return cudaErrorInvalidValue;");
}

TEST(Launcher, SaysWhatItHasNoFormFor) {
  EXPECT_EQ(launcher_of("[[launch]]\nentry = \"step\"\ngrid = [\"pow(n, 0.5)\"]\nblock = [128]\n"),
            "a logarithm or a power need not be a whole number the formula `pow(n, 0.5)`");
  Problem host = problem_of();
  host.is_host_function = true;
  host.launches.clear();
  EXPECT_EQ(launcher_text(host, problem_of(), {}).error().what,
            "no launcher is written: the problem's entry is host code itself");
  EXPECT_EQ(launcher_text(problem_of(), host, {}).error().what,
            "no launcher is written: the kernel comes with host code of its own");
}

}  // namespace launcher_test
}  // namespace whet::write
