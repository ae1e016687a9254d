#include "problem/tuning.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compile/toolkit/toolkit.h"
#include "problem/build.h"
#include "problem/data/resolve.h"
#include "support/problem_text.h"
#include "support/source_folder.h"
#include "util/clock.h"

namespace whet {
namespace tuning_test {

const std::string k_examples = test::source_folder() + "/examples/";

class TuningTest : public testing::Test {
 protected:
  // Writes a problem to its own folder and loads it. `launch` follows the arguments `in` and `out` of n floats and `n`.
  Problem make(const std::string& source, const std::string& more, const std::string& type = "f32") {
    const std::string directory =
        testing::TempDir() + "whet_tuning_" + testing::UnitTest::GetInstance()->current_test_info()->name() + "/";
    const bool has_entry = more.starts_with("entry");
    test::ProblemText text("k.cu");
    text.dim("n", 4096).array("in", "in", type).array("out", "out", type).scalar("n");
    text.add(has_entry ? more.substr(more.find('\n') + 1) : more);
    const std::string entry = has_entry ? more.substr(0, more.find('\n') + 1) : "";
    EXPECT_TRUE(files_.make_directories(directory));
    EXPECT_TRUE(files_.write(directory + "problem.toml", entry + text.text()));
    EXPECT_TRUE(files_.write(directory + "k.cu", source));
    auto problem = load_problem(directory, files_);
    EXPECT_TRUE(problem) << describe(problem.error());
    return *problem;
  }

  static const FoundTunable* find(const TuningSpace& space, const std::string& name) {
    const auto at = std::find_if(space.tunables.begin(), space.tunables.end(),
                                 [&](const FoundTunable& tunable) { return tunable.name == name; });
    return at == space.tunables.end() ? nullptr : &*at;
  }

  static std::vector<std::string> names(const TuningSpace& space, TunableKind kind) {
    std::vector<std::string> found;
    for (const FoundTunable& tunable : space.tunables) {
      if (tunable.kind == kind) found.push_back(tunable.name);
    }
    return found;
  }

  static ResolvedCase resolve(const TunedProblem& tuned) {
    ResolveOptions options;
    options.tunables = tuned.tunables;
    const auto resolved = resolve_case(tuned.problem, tuned.problem.cases[0], options);
    EXPECT_TRUE(resolved) << describe(resolved.error());
    return *resolved;
  }

  DiskFileSystem files_;
};

using Names = std::vector<std::string>;
const std::string k_any =
    "__global__ void k(const float* in, float* out, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i];\n}\n";
const std::string k_tiled =
    "#define BLOCK 128\n__global__ void k(const float* in, float* out, int n) {\n  __shared__ float s[BLOCK];\n"
    "  const int i = blockIdx.x * BLOCK + threadIdx.x;\n  s[threadIdx.x] = in[i];\n  out[i] = s[threadIdx.x];\n}\n";

TEST_F(TuningTest, DeclaredValuesWin) {
  const TuningSpace space = find_tuning_space(make(k_tiled,
                                                   "[launch]\ngrid = [\"ceil_div(n, BLOCK)\"]\nblock = [\"BLOCK\"]\n"
                                                   "[tune]\nBLOCK = [64, 512]\n"));
  ASSERT_TRUE(find(space, "BLOCK"));
  EXPECT_EQ(find(space, "BLOCK")->values, (std::vector<int64_t>{64, 512}));
  EXPECT_EQ(find(space, "BLOCK")->current, 128);
  EXPECT_TRUE(find(space, "BLOCK")->is_used_as(ConstantRole::shared));
  EXPECT_EQ(names(space, TunableKind::constant), Names{"BLOCK"}) << "and is not found once more";
}

// The kernel's 128 is the block's 128: one cannot be varied without the other.
TEST_F(TuningTest, AConstantThatIsTheBlockTakesTheLaunchWithIt) {
  const TuningSpace space = find_tuning_space(
      make(k_tiled, "[launch]\ngrid = [\"ceil_div(n, 128)\"]\nblock = [128]\nshared = \"128 * 4\"\n"));
  EXPECT_EQ(names(space, TunableKind::constant), Names{"BLOCK"});
  EXPECT_TRUE(names(space, TunableKind::block).empty());
  const TunedProblem as_it_was = tuned(space, {});
  EXPECT_EQ(resolve(as_it_was).launches[0].block[0], 128u);
  const TunedProblem smaller = tuned(space, {{"BLOCK", 64}});
  const ResolvedCase resolved = resolve(smaller);
  EXPECT_EQ(resolved.launches[0].block[0], 64u);
  EXPECT_EQ(resolved.launches[0].grid[0], 64u);
  EXPECT_EQ(resolved.launches[0].shared_bytes, 256u);
  EXPECT_EQ(compile_request(smaller.problem, resolved, {}).source.substr(0, 17), "#define BLOCK 64\n");
}

TEST_F(TuningTest, AKernelForAnyBlockMayHaveAnyBlock) {
  for (const char* launch : {"", "[launch]\ngrid = [\"ceil_div(n, 256)\"]\nblock = [256]\n"}) {
    const TuningSpace space = find_tuning_space(make(k_any, launch));
    ASSERT_TRUE(find(space, "block_x")) << launch;
    EXPECT_EQ(find(space, "block_x")->current, 256);
    const ResolvedCase resolved = resolve(tuned(space, {{"block_x", 64}}));
    EXPECT_EQ(resolved.launches[0].block[0], 64u);
    EXPECT_EQ(resolved.launches[0].grid[0], 64u);
    EXPECT_EQ(resolve(tuned(space, {})).launches[0].block[0], 256u);
  }
}

TEST_F(TuningTest, AKernelThatHasTheNumberBuiltInMayNot) {
  std::string source = k_any;
  source.insert(source.find("  if"), "  if (threadIdx.x == 256 - 1) out[0] = 0;\n");
  EXPECT_TRUE(names(find_tuning_space(make(source, "")), TunableKind::block).empty());
  const std::string no_ask = "__global__ void k(const float* in, float* out, int n) { out[threadIdx.x] = in[0]; }\n";
  EXPECT_TRUE(names(find_tuning_space(make(no_ask, "")), TunableKind::block).empty());
  std::string taken = k_any;
  taken.insert(0, "__device__ int block_x;\n");
  EXPECT_EQ(names(find_tuning_space(make(taken, "")), TunableKind::block), Names{"whet_block_x"});
}

TEST_F(TuningTest, LaunchBoundsAreWrittenByTheNamesOfTheLaunch) {
  const TuningSpace space = find_tuning_space(make(k_any, ""));
  const TunedProblem bounded = tuned(space, {{"launch_bounds_k", 2}});
  EXPECT_NE(bounded.problem.source.find("void __launch_bounds__(block_x, 2) k("), std::string::npos);
  const auto request = compile_request(bounded.problem, resolve(bounded), {});
  EXPECT_EQ(request.defines, Names{"block_x=256"});
}

TEST_F(TuningTest, ABlockStaysWithinTheKernelsBounds) {
  std::string source = k_any;
  source.replace(source.find("void k"), 6, "void __launch_bounds__(512) k");
  const TuningSpace space = find_tuning_space(make(source, ""));
  ASSERT_EQ(space.problem.constraints.size(), 1u);
  EXPECT_EQ(space.problem.constraints[0].expression.text(), "(block_x) <= 512");
}

TEST_F(TuningTest, ATemplateArgumentTakesEntryInstanceAndLaunchWithIt) {
  const std::string source =
      "template <int THREADS> __global__ void k(const float* in, float* out, int n) {\n  __shared__ float s[THREADS];\n"
      "  const int i = blockIdx.x * THREADS + threadIdx.x;\n  s[threadIdx.x] = in[i];\n  out[i] = s[threadIdx.x];\n}\n"
      "template __global__ void k<128>(const float*, float*, int);\n";
  const TuningSpace space =
      find_tuning_space(make(source, "entry = \"k<128>\"\n[launch]\ngrid = [\"ceil_div(n, 128)\"]\nblock = [128]\n"));
  ASSERT_TRUE(find(space, "k_THREADS"));
  EXPECT_EQ(resolve(tuned(space, {})).launches[0].block[0], 128u);
  const TunedProblem other = tuned(space, {{"k_THREADS", 256}});
  EXPECT_EQ(other.problem.entry, "k<256>");
  EXPECT_EQ(other.problem.launches[0].entry, "k<256>");
  EXPECT_NE(other.problem.source.find("k<256>(const float*"), std::string::npos);
  EXPECT_EQ(resolve(other).launches[0].block[0], 256u);
}

// The size of an array that gets data from the problem is fixed.
TEST_F(TuningTest, WhatSizesAnArrayOfTheProblemIsNotVaried) {
  const std::string source =
      "#define RADIUS 2\n#define KW (2 * RADIUS + 1)\nconstexpr int k_taps = 4, UNROLL = 4;\n#define BINS 300\n"
      "struct Tap { float at[k_taps]; };\n__constant__ float weights[KW * KW];\n__device__ Tap tap;\n"
      "__global__ void f(const float* in, float* out, int n) {\n  __shared__ float local[BINS];\n"
      "  for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = in[i];\n"
      "  for (int d = 0; d < KW; ++d) out[threadIdx.x] += weights[d] * tap.at[d % k_taps] * local[d];\n"
      "  for (int k = -RADIUS; k <= RADIUS; k += UNROLL) out[threadIdx.x] += in[k + RADIUS];\n}\n";
  const std::string given =
      "[[variable]]\nname = \"weights\"\ntype = \"f32\"\nshape = [25]\n"
      "[[variable]]\nname = \"tap\"\ntype = \"f32\"\nshape = [4]\n"
      "[[args]]\nname = \"more\"\ntype = \"f32\"\nshape = [300]\n";
  const std::string with_more = "entry = \"f\"\n" + given;
  std::string taking_more = source;
  taking_more.replace(taking_more.find(", int n)"), 8, ", int n, const float* more)");
  const TuningSpace space = find_tuning_space(make(taking_more, with_more));
  for (const char* name : {"RADIUS", "KW", "k_taps", "BINS"}) EXPECT_EQ(find(space, name), nullptr) << name;
  EXPECT_NE(find(space, "UNROLL"), nullptr);
  const TuningSpace without = find_tuning_space(make(source, ""));
  EXPECT_NE(find(without, "RADIUS"), nullptr) << "nothing is given there";
}

TEST_F(TuningTest, AnInstanceThatNobodyMakesIsMadeWhenItIsCompiled) {
  const std::string source =
      "namespace a {\ntemplate <typename T, int BS>\n__global__ void f(const T* in, T* out, int n = 4) {\n"
      "  __shared__ T tile[BS];\n  tile[threadIdx.x] = in[threadIdx.x];\n  out[threadIdx.x] = tile[0];\n}\n}\n";
  const TuningSpace space =
      find_tuning_space(make(source, "entry = \"f<float, 128>\"\n[launch]\ngrid = 1\nblock = 128\n"));
  ASSERT_NE(find(space, "f_BS"), nullptr);
  const TunedProblem other = tuned(space, {{"f_BS", 64}});
  const CompileRequest request = compile_request(other.problem, resolve(other), {});
  EXPECT_NE(
      request.source.find("namespace a { template __global__ void f<float, 64>(const float* in, float* out, int n); }"),
      std::string::npos)
      << request.source;
  EXPECT_EQ(resolve(other).launches[0].block[0], 64u);
}

TEST_F(TuningTest, FlagsAreThoseThePrecisionAllows) {
  const std::string source =
      "__global__ void k(const float* in, float* out, int n) {\n  out[threadIdx.x] = expf(in[0]) / sqrtf(in[1]);\n}\n";
  const auto flags = [&](const std::string& more) {
    return names(find_tuning_space(make(source, more)), TunableKind::compiler_flag);
  };
  EXPECT_EQ(flags("[precision]\nclass = \"fp32\"\n"), (Names{"fast_division", "fast_roots"}));
  EXPECT_EQ(flags("[precision]\nclass = \"exact\"\n"), Names{});
  EXPECT_EQ(flags("[precision]\nclass = \"tf32\"\n"), Names{"fast_math"});
  EXPECT_EQ(flags("[precision]\nclass = \"bf16\"\n"), Names{"fast_math"});
  const TuningSpace space = find_tuning_space(make(source, "[precision]\nclass = \"fp16\"\n"));
  const TunedProblem limited = tuned(space, {{"fast_math", 1}, {"max_registers", 64}});
  EXPECT_EQ(limited.flags, Names{"-use_fast_math"});
  EXPECT_NE(limited.problem.source.find("void __maxnreg__(64) k("), std::string::npos) << limited.problem.source;
  EXPECT_TRUE(tuned(space, {{"fast_math", 0}, {"max_registers", 0}}).flags.empty());
  EXPECT_EQ(tuned(space, {{"max_registers", 0}}).problem.source, source);
}

// N6: a name that only host code uses does not matter.
TEST_F(TuningTest, N6ANumberOfHostCodeDoesNotBindTheBlock) {
  const std::string host = "#define BLOCK_SIZE 256\nvoid run(float* p) { k<<<64, BLOCK_SIZE>>>(p, p, 256); }\n";
  const std::string launch = "[launch]\ngrid = [\"ceil_div(n, 256)\"]\nblock = [256]\n";
  const std::string kernel =
      "__global__ void k(const float* in, float* out, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i];\n}\n";
  EXPECT_TRUE(find(find_tuning_space(make(kernel + host, launch)), "block_x"));
  const std::string other = "__global__ void unlaunched(float* p) { p[256] = 1; }\n";
  EXPECT_TRUE(find(find_tuning_space(make(kernel + other, "entry = \"k\"\n" + launch)), "block_x"));
  const std::string called = "__device__ int wide() { return 256; }\n" + kernel;
  EXPECT_TRUE(find(find_tuning_space(make(called, launch)), "block_x")) << "nobody calls it";
  std::string calls = called;
  calls.replace(calls.find("if (i < n)"), 10, "if (i < n && wide())");
  EXPECT_FALSE(find(find_tuning_space(make(calls, launch)), "block_x")) << "the kernel reaches the number";
}

// N7: loops of kernels that are never launched stay as they are.
TEST_F(TuningTest, N7OnlyWhatTheEntryReachesIsVaried) {
  const std::string source =
      "#define STEPS 16\n__global__ void unlaunched(float* p) { for (int i = 0; i < STEPS; ++i) p[i] = i; }\n" +
      std::string(k_any);
  const TuningSpace space = find_tuning_space(make(source, "entry = \"k\"\n"));
  EXPECT_FALSE(find(space, "STEPS"));
  EXPECT_FALSE(find(space, "unroll_2"));
  EXPECT_EQ(names(space, TunableKind::register_limit), Names{"max_registers"});
  EXPECT_EQ(tuned(space, {{"max_registers", 32}}).problem.source.find("__maxnreg__(32) unlaunched"), std::string::npos);
}

TEST_F(TuningTest, BoundsAndALimitOfRegistersExcludeEachOther) {
  const TuningSpace space = find_tuning_space(make(k_any, ""));
  ASSERT_TRUE(find(space, "launch_bounds_k"));
  ASSERT_EQ(space.exclusions.size(), 1u);
  EXPECT_EQ(space.exclusions[0].expression.text(), "max_registers == 0 or launch_bounds_k == 0");
}

TEST_F(TuningTest, RegistersHaveNoLimitBesideLaunchBounds) {
  std::string source = k_any;
  source.replace(source.find("void k"), 6, "void __launch_bounds__(512) k");
  EXPECT_TRUE(names(find_tuning_space(make(source, "")), TunableKind::register_limit).empty());
  EXPECT_EQ(names(find_tuning_space(make(k_any, "")), TunableKind::register_limit), Names{"max_registers"});
}

TEST_F(TuningTest, NamesThatTheProblemGivesAreNotVaried) {
  std::string source = k_tiled;
  source.insert(source.find('{') + 1, " if (n < 0) table[0] = 1;");
  source.insert(0, "#ifndef STEPS\n#define STEPS 4\n#endif\n__device__ float table[STEPS];\n");
  EXPECT_TRUE(find(find_tuning_space(make(source, "")), "STEPS"));
  EXPECT_FALSE(find(find_tuning_space(make(source, "[define]\nSTEPS = 4\n")), "STEPS"));
}

TEST_F(TuningTest, SizesBuiltIntoTheSourceAreNotVaried) {
  const auto source = [](const std::string& number) {
    std::string kernel = k_any;
    kernel.insert(kernel.find('{') + 1, " if (n < 0) table[0] = 1;");
    return "constexpr int k_n = " + number + ";\n__device__ float table[k_n];\n" + kernel;
  };
  EXPECT_FALSE(find(find_tuning_space(make(source("4096"), "")), "k_n"));
  EXPECT_TRUE(find(find_tuning_space(make(source("16"), "")), "k_n"));
}

// Every example: with its current values it resolves and has the same source; with other values it compiles.
TEST_F(TuningTest, TheSpacesOfTheExamplesCompile) {
  SystemProcessRunner processes;
  SystemClock clock;
  const auto toolkit = find_toolkit("", files_, processes);
  if (!toolkit || toolkit->nvcc.empty()) GTEST_SKIP() << "there is no CUDA compiler here";
  Compiler compiler({.cache_directory = testing::TempDir() + "whet_tuning_cache"}, files_, processes, clock);
  for (const std::string& name : files_.list(k_examples)) {
    const auto problem = load_problem(k_examples + name, files_);
    ASSERT_TRUE(problem) << describe(problem.error());
    const TuningSpace space = find_tuning_space(*problem);
    EXPECT_GE(space.tunables.size(), 2u) << name;
    EXPECT_EQ(tuned(space, {}).problem.source, problem->source) << name;
    EXPECT_EQ(resolve(tuned(space, {})).launches[0].block,
              resolve_case(*problem, problem->cases[0])->launches[0].block);
    std::map<std::string, int64_t> values;
    for (const FoundTunable& tunable : space.tunables) {
      const bool set = tunable.kind >= TunableKind::unroll && tunable.kind != TunableKind::block;
      if (set) values[tunable.name] = std::max<int64_t>(1, tunable.values[1]);
    }
    if (!space.exclusions.empty()) values["max_registers"] = 0;
    const TunedProblem other = tuned(space, values);
    CompileRequest request = compile_request(other.problem, resolve(other), {*parse_architecture("sm_90")});
    request.extra_flags = other.flags;
    request.exact = false;
    const auto builds = compiler.compile(request);
    EXPECT_TRUE(builds) << name << ": " << (builds ? "" : describe(builds.error()));
  }
}

}  // namespace tuning_test
}  // namespace whet
