// A kernel beside the meaning of another one, from which it differs at few values only: none is confirmed.
#include <gtest/gtest.h>

#include "lift/confirm/confirm.h"
#include "lift/confirm/corpus.h"

namespace whet::lift {
namespace wrong_meanings_test {

struct Twins {
  std::string name, head, meant, run;  // statements of two kernels with the same parameters
};
void PrintTo(const Twins& twins, std::ostream* to) {
  *to << twins.name;
}

const std::string k_map = "(const float* x, float* y, int n)", k_whole = "(const int* x, int* y, int n)",
                  k_i = "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; ", k_row = "float best = ",
                  k_rest =
                      "; int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;"
                      "for (int k = 0; k < 40; ++k) best = fmaxf(best, x[i * 40 + k]);"
                      "y[i] = best;",
                  k_number = "(const float* x, float* y, int n, int a)", k_shorts = "(const short* x, int* y, int n)",
                  k_wide = "(const unsigned* a, const unsigned* b, unsigned long long* y, int n)",
                  k_place = "(const float* x, int* y, int rows, int n)";

// The place of the greatest number in rows of which a warp has one; `better` decides within a lane.
std::string place_of_greatest(const std::string& better) {
  return "int r = blockIdx.x, t = threadIdx.x, at = 0; float best = -INFINITY;"
         "for (int j = t; j < n; j += 32) { float v = x[r * n + j]; if (" +
         better +
         ") best = v, at = j; }"
         "for (int o = 16; o > 0; o /= 2) {"
         "  float other = __shfl_xor_sync(~0u, best, o); int place = __shfl_xor_sync(~0u, at, o);"
         "  if (other > best || (other == best && place < at)) best = other, at = place; }"
         "if (t == 0) y[r] = at;";
}

const Twins k_twins[] = {
    {"AboveAThousand", k_map, k_i + "y[i] = x[i];", k_i + "y[i] = x[i] > 1000.0f ? 1.0f : x[i];"},
    {"OneNumber", k_map, k_i + "y[i] = 2.0f * x[i];", k_i + "y[i] = x[i] == 7.25f ? 0.0f : 2.0f * x[i];"},
    {"AtTheBound", k_map, k_i + "y[i] = x[i] > 40.0f ? 0.0f : 1.0f;", k_i + "y[i] = x[i] >= 40.0f ? 0.0f : 1.0f;"},
    {"OneInteger", k_whole, k_i + "y[i] = x[i] + 1;", k_i + "y[i] = x[i] == 77 ? 0 : x[i] + 1;"},
    {"AboveAnInteger", k_whole, k_i + "y[i] = x[i];", k_i + "y[i] = min(x[i], 255);"},
    {"AWindowOfIntegers", k_whole, k_i + "y[i] = x[i];", k_i + "y[i] = (unsigned)(x[i] - 500) < 20u ? 0 : x[i];"},
    {"TheSignOfZero", k_map, k_i + "y[i] = x[i] < 0 ? 1.0f : 0.0f;", k_i + "y[i] = signbit(x[i]) ? 1.0f : 0.0f;"},
    {"ZeroItself", k_map, k_i + "y[i] = x[i] >= 0 ? 1.0f : -1.0f;",
     k_i + "y[i] = x[i] > 0 ? 1.0f : x[i] < 0 ? -1.0f : 0.0f;"},
    {"AMaximumFromZero", k_map, k_row + "-INFINITY" + k_rest, k_row + "0.0f" + k_rest},
    {"ANumberBelowZero", k_number, k_i + "y[i] = x[i] * (a / 3);",
     k_i + "y[i] = x[i] * (a < 0 ? (a - 2) / 3 : a / 3);"},
    {"ADistanceBelowZero", k_number, k_i + "y[i] = x[i] * (float)((a * 4 + 3) % 4);", k_i + "y[i] = x[i] * 3;"},
    {"AShortThatWraps", k_shorts, k_i + "y[i] = x[i] * x[i] / 3;", k_i + "short s = x[i] * x[i]; y[i] = s / 3;"},
    {"ASumOf33Bits", k_wide, k_i + "y[i] = (unsigned long long)a[i] + b[i];", k_i + "y[i] = a[i] + b[i];"},
    {"ANumberBeyond32Bits", "(const long long* x, int* y, int n)", k_i + "y[i] = x[i] > 5;",
     k_i + "y[i] = (int)x[i] > 5;"},
    {"TheLastOfEqualValues", k_place, place_of_greatest("v > best"), place_of_greatest("v >= best")}};

class Twin : public ::testing::TestWithParam<Twins> {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  }
  std::string compile(const std::string& text) {
    CompileRequest request;
    request.file = "twin.cu";
    request.source = text;
    request.architectures = {{90, 'a'}};
    Compiler compiler({}, files, processes, clock);
    const auto builds = compiler.compile(lifting_request(request));
    if (!builds) ADD_FAILURE() << describe(builds.error()) << builds.error().details;
    return builds ? builds.value()[0].ptx : "";
  }
  static std::string kernel(const Twins& twins, const std::string& body) {
    return "extern \"C\" __global__ void twin" + twins.head + " {\n" + body + "\n}\n";
  }

  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
};

TEST_P(Twin, IsConfirmedWithItsOwnMeaningAndRefutedWithThatOfTheOther) {
  const Twins& twins = GetParam();
  const std::string meant = kernel(twins, twins.meant), meant_ptx = compile(meant),
                    run_ptx = compile(kernel(twins, twins.run));
  const auto module = ptx::parse(meant_ptx, "twin.ptx");
  ASSERT_TRUE(module);
  Arena arena;
  const auto parameters = read_parameters(find_kernels(meant).at(0).parameters);
  const auto meaning = find_meaning(*module, "twin", parameters, arena);
  ASSERT_TRUE(meaning) << describe(meaning.error());
  const Confirmation own = confirm(arena, *meaning, parameters, meant_ptx, "twin");
  EXPECT_EQ(own.verdict, Confirmation::Verdict::confirmed) << own.reason;
  const Confirmation other = confirm(arena, *meaning, parameters, run_ptx, "twin");
  EXPECT_EQ(other.verdict, Confirmation::Verdict::refuted) << other.reason;
}

INSTANTIATE_TEST_SUITE_P(All, Twin, ::testing::ValuesIn(k_twins), [](const auto& info) { return info.param.name; });

class OneTwin : public Twin {};
INSTANTIATE_TEST_SUITE_P(One, OneTwin, ::testing::Values(k_twins[0]));

// Whether a meaning is confirmed does not depend on how fast the machine is.
TEST_P(OneTwin, WorkThatMayBeDoneIsCountedAndNotTimed) {
  const std::string source = kernel(k_twins[0], k_twins[0].meant), ptx = compile(source);
  const auto module = ptx::parse(ptx, "twin.ptx");
  ASSERT_TRUE(module);
  Arena arena;
  const auto parameters = read_parameters(find_kernels(source).at(0).parameters);
  const auto meaning = find_meaning(*module, "twin", parameters, arena);
  ASSERT_TRUE(meaning);
  ConfirmOptions options;
  options.most_work = 100;
  const Confirmation some = confirm(arena, *meaning, parameters, ptx, "twin", options);
  EXPECT_EQ(some.verdict, Confirmation::Verdict::not_run);
  EXPECT_EQ(some.sizes.size(), 1u) << "the first run is always made";
  options.most_work = 10'000'000;
  EXPECT_EQ(confirm(arena, *meaning, parameters, ptx, "twin", options).verdict, Confirmation::Verdict::confirmed);
}

}  // namespace wrong_meanings_test
}  // namespace whet::lift
