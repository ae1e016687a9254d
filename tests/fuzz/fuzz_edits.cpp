// Any text takes edits or none: each changes it, and its brackets still match.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "edit/edits.h"
#include "source/text/code.h"

namespace {

constexpr const char* k_problem = R"toml(kernel = "k.cu"
entry = "k"
[dims]
n = 4096
[[args]]
name = "x"
type = "f32"
shape = ["n"]
role = "inout"
[[args]]
name = "y"
type = "i32"
shape = [256]
role = "inout"
[[args]]
name = "n"
type = "i32"
[launch]
grid = ["ceil_div(n, 256)", "n"]
block = [256, 1]
)toml";

whet::Problem problem_with(std::string source) {
  static const whet::Problem parsed = whet::parse_problem(k_problem, "problem.toml").value();
  whet::Problem problem = parsed;
  problem.source = std::move(source);
  for (whet::ProblemLaunch& launch : problem.launches) launch.entry = "k";
  return problem;
}

}  // namespace

// A text that takes edits, so that the target does not pass by refusing everything.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const auto found = whet::edit::fitting_edits(
      problem_with("__global__ void k(float* x, int* y, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                   "  if (i < n) x[i] = x[i] * 0.5 + y[0];\n}\n"));
  if (found.edits.size() < 3) std::abort();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const whet::Problem problem = problem_with(std::string(reinterpret_cast<const char*>(data), size));
  for (const whet::edit::Edit* each : whet::edit::fitting_edits(problem).edits) {
    const auto draft = whet::edit::make_all({each}, problem);
    if (!draft || draft->source == problem.source || !whet::read_code(draft->source).sure) std::abort();
    (void)whet::edit::file_of(*draft, problem);
  }
  return 0;
}
