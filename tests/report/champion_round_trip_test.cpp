// N5: a champion compiles by itself, and given back to the problem it is what was timed: the same machine code,
// launches and flags, for each kind of tunable that the tuner knows.
#include <gtest/gtest.h>

#include <set>

#include "compile/toolkit/toolkit.h"
#include "problem/accepted_files.h"
#include "problem/build.h"
#include "problem/signature/candidate.h"
#include "report/optimize/champion_file.h"
#include "support/problem_text.h"
#include "support/support.h"

namespace whet {
namespace champion_round_trip_test {

struct RoundTrip {
  const char* name;
  const char* source;
  const char* problem;  // after the arguments
  std::map<std::string, int64_t> values;
  TunableKind kind;
  const char* in_champion;  // what its text must have
};

const char* const k_plain = R"(__global__ void k(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  for (int j = 0; j < 8; ++j) x = sqrtf(x + 1.0f) / (x + 2.0f);
  out[i] = x;
}
)";
const char* const k_named = R"(__global__ void __launch_bounds__(BLOCK) k(const float* in, float* out, int n) {
  __shared__ float s[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = s[BLOCK - 1 - threadIdx.x] * SCALE;
}
)";
const char* const k_constants = R"(#define TILE 64
#define USE_FMA 0
__global__ void k(const float* in, float* out, int n) {
  __shared__ float s[TILE];
  const int i = blockIdx.x * TILE + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
#if USE_FMA
  s[threadIdx.x] = fmaf(s[threadIdx.x], 2.0f, 1.0f);
#endif
  if (i < n) out[i] = s[threadIdx.x];
}
)";
const char* const k_template = R"(template <int THREADS> __global__ void k(const float* in, float* out, int n) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) out[i] = in[i] + THREADS;
}
template __global__ void k<128>(const float*, float*, int);
)";
const char* const k_blocks = "[launch]\ngrid = [\"ceil_div(n, 256)\"]\nblock = [256]\n";
const char* const k_low = "[precision]\nclass = \"bf16\"\n";

const RoundTrip k_round_trips[] = {
    {"Block", k_plain, k_blocks, {{"block_x", 64}}, TunableKind::block, "block = [64]"},
    {"Unroll", k_plain, k_blocks, {{"unroll_5", 4}}, TunableKind::unroll, "_Pragma(\"unroll 4\")"},
    {"BoundsOfAFoundBlock",
     k_plain,
     k_blocks,
     {{"block_x", 64}, {"launch_bounds_k", 4}},
     TunableKind::launch_bounds,
     "__launch_bounds__(64, 4)"},
    {"Registers", k_plain, k_blocks, {{"max_registers", 32}}, TunableKind::register_limit, "__maxnreg__(32)"},
    {"FastDivision",
     k_plain,
     k_blocks,
     {{"fast_division", 1}},
     TunableKind::compiler_flag,
     "flags = [\"-prec-div=false\"]"},
    {"FastRoots",
     k_plain,
     k_blocks,
     {{"fast_roots", 1}, {"fast_division", 1}},
     TunableKind::compiler_flag,
     "-prec-sqrt=false"},
    {"FastMath", k_plain, k_low, {{"fast_math", 1}}, TunableKind::compiler_flag, "-use_fast_math"},
    {"DeclaredAndDefined",
     k_named,
     "[launch]\ngrid = [\"ceil_div(n, BLOCK)\"]\nblock = [\"BLOCK\"]\n[tune]\nBLOCK = [256, 128]\n[define]\nSCALE = "
     "\"0.5f\"\n",
     {{"BLOCK", 128}, {"launch_bounds_k", 8}},
     TunableKind::constant,
     "#define BLOCK 128\n"},
    {"Constant",
     k_constants,
     "[launch]\ngrid = [\"ceil_div(n, 64)\"]\nblock = [64]\n",
     {{"TILE", 128}},
     TunableKind::constant,
     "#define TILE 128\n"},
    {"Feature",
     k_constants,
     "[launch]\ngrid = [\"ceil_div(n, 64)\"]\nblock = [64]\n",
     {{"USE_FMA", 1}},
     TunableKind::feature,
     "#define USE_FMA 1\n"},
    {"TemplateArgument",
     k_template,
     "[launch]\ngrid = [\"ceil_div(n, 128)\"]\nblock = [128]\n",
     {{"k_THREADS", 256}},
     TunableKind::template_argument,
     "entry = \"k<256>\""},
};

class ChampionRoundTrip : public testing::TestWithParam<RoundTrip> {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files_, processes_);
    if (!toolkit || toolkit->nvcc.empty()) GTEST_SKIP() << "there is no CUDA compiler here";
    nvcc_ = toolkit->nvcc;
  }

  Problem problem() {
    const bool is_template = std::string(GetParam().name) == "TemplateArgument";
    const std::string text = test::ProblemText("k.cu", is_template ? "k<128>" : "")
                                 .dim("n", 4096)
                                 .array("in")
                                 .array("out")
                                 .scalar("n")
                                 .add(GetParam().problem)
                                 .text();
    EXPECT_TRUE(files_.write(directory_.path("problem.toml"), text));
    EXPECT_TRUE(files_.write(directory_.path("k.cu"), GetParam().source));
    auto loaded = load_problem(directory_.path(), files_);
    EXPECT_TRUE(loaded) << describe(loaded.error());
    return *loaded;
  }

  std::string cubin(CompileRequest request) {
    request.architectures = {*parse_architecture("sm_90")};
    request.line_info = request.exact = false;
    request.file = "k.cu";
    auto builds = compiler_.compile(request);
    EXPECT_TRUE(builds) << describe(builds.error());
    return builds ? builds->front().cubin : std::string();
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  test::TemporaryDirectory directory_;
  Compiler compiler_{{.cache_directory = ""}, files_, processes_, clock_};
  std::string nvcc_;
};

TEST_P(ChampionRoundTrip, GivenBackItIsWhatWasTimed) {
  const Problem original = problem();
  const TuningSpace space = find_tuning_space(original);
  for (const auto& [name, value] : GetParam().values) {
    const bool known = std::any_of(space.tunables.begin(), space.tunables.end(),
                                   [&, wanted = name](const FoundTunable& found) { return found.name == wanted; });
    ASSERT_TRUE(known) << name;
  }
  const TunedProblem made = tuned(space, GetParam().values);
  const auto resolved = resolve_case(made.problem, made.problem.cases.front(), {.tunables = made.tunables});
  ASSERT_TRUE(resolved) << describe(resolved.error());
  CompileRequest request = compile_request(made.problem, *resolved, {});
  request.extra_flags.insert(request.extra_flags.end(), made.flags.begin(), made.flags.end());
  StandaloneText text = standalone_text(original, made, *resolved, request);

  store::Candidate row;
  row.tunables = Json::object();
  for (const auto& [name, value] : GetParam().values) row.tunables[name] = value;
  BuiltKernel built{.source = request.source,
                    .settings = text.settings,
                    .defines = text.defines,
                    .standalone = text.source,
                    .flags = request.extra_flags};
  const ChampionFile file = champion_file(row, built);
  EXPECT_NE(file.source.find(GetParam().in_champion), std::string::npos) << file.source;

  const auto back = with_candidate(original, directory_.path("champion.cu"), file.source);
  ASSERT_TRUE(back) << describe(back.error()) << file.source;
  const auto again = resolve_case(*back, back->cases.front());
  ASSERT_TRUE(again) << describe(again.error());
  const CompileRequest second = compile_request(*back, *again, {});
  EXPECT_EQ(std::set(second.extra_flags.begin(), second.extra_flags.end()),
            std::set(request.extra_flags.begin(), request.extra_flags.end()));
  ASSERT_EQ(again->launches.size(), resolved->launches.size());
  EXPECT_EQ(again->launches[0].block, resolved->launches[0].block);
  EXPECT_EQ(again->launches[0].grid, resolved->launches[0].grid);
  EXPECT_EQ(again->launches[0].entry, resolved->launches[0].entry);
  EXPECT_EQ(cubin(second), cubin(request)) << "the same machine code";

  ASSERT_TRUE(files_.write(directory_.path("champion.cu"), file.source));
  ProcessCommand command{
      {nvcc_, "-arch=sm_90", "-c", directory_.path("champion.cu"), "-o", directory_.path("champion.o")}};
  command.timeout = std::chrono::minutes(10);
  const auto alone = processes_.run(command);
  ASSERT_TRUE(alone) << describe(alone.error());
  EXPECT_EQ(alone->exit_code, 0) << alone->err << file.source;
}

INSTANTIATE_TEST_SUITE_P(N5, ChampionRoundTrip, testing::ValuesIn(k_round_trips),
                         [](const auto& info) { return std::string(info.param.name); });

// Whoever adds a kind of tunable adds its round trip.
TEST(ChampionRoundTrips, CoverEveryKind) {
  std::set<TunableKind> covered;
  for (const RoundTrip& each : k_round_trips) covered.insert(each.kind);
  EXPECT_EQ(covered.size(), static_cast<size_t>(TunableKind::compiler_flag) + 1);
}

TEST(ChampionFile, AMacroOfTheProblemIsTheChampionsOwn) {
  test::FakeFileSystem files;
  const std::string toml = test::ProblemText("k.cu").dim("n", 64).array("out").add("[define]\nSCALE = 2\n").text();
  const std::string source = "__global__ void k(float* out) { out[threadIdx.x] = SCALE; }\n";
  ASSERT_TRUE(files.write("p/problem.toml", toml) && files.write("p/k.cu", source));
  const auto problem = load_problem("p", files);
  ASSERT_TRUE(problem);
  const auto candidate =
      with_candidate(*problem, "c.cu", "/* whet\nflags = [\"-ftz=true\"]\n*/\n#define SCALE 3\n" + source);
  ASSERT_TRUE(candidate) << describe(candidate.error());
  const auto resolved = resolve_case(*candidate, candidate->cases.front());
  ASSERT_TRUE(resolved);
  const CompileRequest request = compile_request(*candidate, *resolved, {});
  EXPECT_TRUE(request.defines.empty()) << "a second definition would be an error";
  EXPECT_EQ(request.extra_flags, std::vector<std::string>{"-ftz=true"});
}

}  // namespace champion_round_trip_test
}  // namespace whet
