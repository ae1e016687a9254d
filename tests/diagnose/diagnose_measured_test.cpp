// A problem on a GPU that counts, refuses, or lacks what is asked of it.
#include "diagnose/diagnose_measured.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "diagnose/fake_gpu.h"
#include "problem/build.h"
#include "profile/measured/counter_refusal.h"
#include "support/support.h"

namespace whet {
namespace diagnose_measured_test {

constexpr const char* k_source = R"(
extern "C" __global__ void add(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1.0f;
}
)";
constexpr const char* k_problem = R"toml(
kernel = "add.cu"
[dims]
n = 4096
[[args]]
name = "x"
type = "f32"
shape = ["n"]
role = "inout"
fill = "constant"
value = 0
[[args]]
name = "n"
type = "i32"
[[launch]]
entry = "add"
args = ["x", "n"]
grid = ["ceil_div(n, 256)"]
block = [256]
[[launch]]
entry = "add"
args = ["x", "n"]
grid = ["ceil_div(n, 256)"]
block = [256]
)toml";
constexpr const char* k_dram = "dram__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* k_issue = "sm__inst_issued.avg.pct_of_peak_sustained_elapsed";

class DiagnoseMeasuredTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(files_.write(directory_.path("add.cu"), k_source).ok());
    ASSERT_TRUE(files_.write(directory_.path("problem.toml"), k_problem).ok());
    auto problem = load_problem(directory_.path(), files_);
    ASSERT_TRUE(problem.ok()) << describe(problem.error());
    problem_ = std::make_unique<Problem>(std::move(*problem));
    auto resolved = resolve_case(*problem_, problem_->cases.front());
    ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
    resolved_ = std::make_unique<ResolvedCase>(std::move(*resolved));
    inner_ = VirtualDevice::open("h200", {}, knowledge_).value();
    twin_ = VirtualDevice::open("h200", {}, knowledge_).value();
    gpu_ = std::make_unique<test::FakeGpu>(*inner_);
    gpu_->counters = {{k_dram, 20}, {k_issue, 9}, {"dram__bytes_read.sum", 16384}};
    Compiler compiler({}, files_, processes_, clock_);
    CompileRequest request = compile_request(*problem_, *resolved_, {gpu_->facts().architecture});
    request.exact = false;
    auto builds = compiler.compile(request);
    if (!builds && builds.error().kind == ErrorKind::missing) GTEST_SKIP() << builds.error().what;
    ASSERT_TRUE(builds.ok()) << describe(builds.error());
    build_ = std::move(builds->front());
  }

  MeasurePlan plan() {
    MeasurePlan plan{*gpu_, twin_.get()};
    plan.needs = {{{k_dram}, false}, {{k_issue}, false}, {{"dram__bytes_read.sum"}}, {{"missing__on_this.sum"}}};
    plan.resources = {{Resource::dram, {k_dram}, 1}, {Resource::issue, {k_issue}, 1}};
    return plan;
  }

  std::vector<LaunchDiagnosis> run(const MeasurePlan& plan) {
    const AdviceBook book = load_advice(knowledge_);
    const SourceText source = [](const std::string&) { return std::string(k_source); };
    const DiagnoseRequest request{*problem_, *resolved_, build_, gpu_->facts(), source, book};
    auto found = diagnose_measured(request, plan, files_);
    EXPECT_TRUE(found.ok()) << describe(found.error());
    return found ? std::move(*found) : std::vector<LaunchDiagnosis>();
  }

  static bool says(const Profile& profile, const std::string& text) {
    return std::any_of(profile.unseen.begin(), profile.unseen.end(),
                       [&](const std::string& each) { return each.find(text) != std::string::npos; });
  }

  test::TemporaryDirectory directory_;
  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  std::unique_ptr<Problem> problem_;
  std::unique_ptr<ResolvedCase> resolved_;
  Build build_;
  std::unique_ptr<VirtualDevice> inner_, twin_;
  std::unique_ptr<test::FakeGpu> gpu_;
};

TEST_F(DiagnoseMeasuredTest, EverySampleAndPassSeesTheStateBeforeItsLaunch) {
  gpu_->watched_name = "x";
  gpu_->watched = sizeof(float);
  const auto found = run(plan());
  ASSERT_EQ(found.size(), 2u);
  // Three samples, two passes and the launch itself of each; then one sampled launch of each, from the start.
  std::vector<float> seen;
  for (const std::string& bytes : gpu_->seen) std::memcpy(&seen.emplace_back(), bytes.data(), sizeof(float));
  EXPECT_EQ(seen, (std::vector<float>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1}));
}

TEST_F(DiagnoseMeasuredTest, TheProfileIsTheCountersWithWhatTheTwinAdds) {
  const auto found = run(plan());
  ASSERT_EQ(found.size(), 2u);
  const Profile& profile = found.front().profile;
  EXPECT_EQ(profile.collector, "CUPTI");
  EXPECT_EQ(profile.passes, 2);
  EXPECT_DOUBLE_EQ(*profile.metrics.find("gpu__time_duration.sum"), 50000);
  EXPECT_DOUBLE_EQ(*profile.metrics.find(k_dram), 20);
  EXPECT_DOUBLE_EQ(*profile.metrics.find("dram__bytes_read.sum"), 16384);
  EXPECT_DOUBLE_EQ(*profile.metrics.find("launch__grid_size"), 16);
  EXPECT_TRUE(profile.metrics.find("whet__branches.sum")) << "the virtual GPU counts it";
  EXPECT_TRUE(says(profile, "missing__on_this.sum"));
  EXPECT_FALSE(found.front().lines.lines.empty());
  EXPECT_TRUE(found.front().facts.contains("kernel.registers"));
  EXPECT_NE(found.front().bound, BoundClass::unknown);
}

TEST_F(DiagnoseMeasuredTest, SamplesAreOfCodeThatWasLoadedForThem) {
  const auto found = run(plan());
  ASSERT_EQ(found.size(), 2u);
  ASSERT_TRUE(found.front().profile.sampled);
  EXPECT_EQ(found.front().profile.sampled->samples, 10);
  EXPECT_EQ(found.front().lines.samples, 10);
  EXPECT_FALSE(gpu_->sampling);
}

// Whoever refuses, time, machine code and the virtual GPU's counts stay, and the report says what is missing.
TEST_F(DiagnoseMeasuredTest, WithoutCountersTheTwinIsEnough) {
  struct Refused {
    Error error;
    const char* says;
  };
  const Refused cases[] = {
      {failed("cuptiRangeProfilerStart failed: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"), "NVreg_Restrict"},
      {missing("CUPTI is not on this machine"), "CUPTI is not on this machine"},
      {failed("cuptiRangeProfilerEnable failed: CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED"), "(MIG)"},
      {failed("cuptiRangeProfilerStart failed: CUPTI_ERROR_HARDWARE_BUSY"), "another profiler"},
  };
  for (const Refused& each : cases) {
    for (const bool at_names : {true, false}) {
      gpu_->no_names = at_names ? std::optional(each.error) : std::nullopt;
      gpu_->no_counters = gpu_->no_sampling = each.error;
      gpu_->counted = 0;
      const auto found = run(plan());
      ASSERT_EQ(found.size(), 2u);
      const Profile& profile = found.front().profile;
      EXPECT_EQ(profile.collector, "virtual GPU, time measured");
      EXPECT_EQ(profile.metrics.all().find("gpu__time_duration.sum")->second.origin, Origin::measured);
      EXPECT_TRUE(profile.metrics.find("smsp__inst_executed.sum"));
      EXPECT_TRUE(says(profile, each.says)) << each.error.what;
      EXPECT_TRUE(says(profile, "where its warps wait was not sampled"));
      EXPECT_NE(found.front().bound, BoundClass::unknown);
      EXPECT_LE(gpu_->counted, 1) << "a refusal is not asked for again";
    }
  }
}

TEST_F(DiagnoseMeasuredTest, ADeviceWithoutCountersIsTimed) {
  gpu_->has_counters = false;
  const auto found = run(plan());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(says(found[1].profile, "this device has no counters"));
}

TEST_F(DiagnoseMeasuredTest, WithoutATwinTheCountersAreEnough) {
  MeasurePlan alone = plan();
  alone.twin = nullptr;
  alone.no_twin = "whet does not know this GPU";
  const auto found = run(alone);
  ASSERT_EQ(found.size(), 2u);
  const Profile& profile = found.front().profile;
  EXPECT_EQ(profile.collector, "CUPTI");
  EXPECT_TRUE(says(profile, "whet does not know this GPU"));
  EXPECT_DOUBLE_EQ(*profile.metrics.find("launch__block_size"), 256);
  EXPECT_TRUE(profile.metrics.find("launch__waves_per_multiprocessor"));
  EXPECT_TRUE(profile.shares);
}

TEST_F(DiagnoseMeasuredTest, AnotherCollectorTakesThePlaceOfTheCounters) {
  MeasurePlan by_ncu = plan();
  std::vector<std::string> asked;
  by_ncu.collect = [&](const std::vector<std::string>& kernels) -> Result<std::vector<Profile>> {
    asked = kernels;
    Profile profile;
    profile.collector = "Nsight Compute 2025.3";
    profile.metrics.set(k_dram, 33, Origin::measured);
    profile.metrics.set("gpu__time_duration.sum", 1, Origin::measured);
    profile.advice = {{Advice::Kind::opt, "CPIStall", "", "wait less", 10.0, false}};
    return std::vector<Profile>{profile, profile};
  };
  const auto found = run(by_ncu);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(asked, (std::vector<std::string>{"add", "add"}));
  EXPECT_EQ(found[0].profile.collector, "Nsight Compute 2025.3");
  EXPECT_DOUBLE_EQ(*found[0].profile.metrics.find(k_dram), 33);
  EXPECT_DOUBLE_EQ(*found[0].profile.metrics.find("gpu__time_duration.sum"), 50000) << "the timer's";
  EXPECT_EQ(found[0].profile.advice.size(), 1u);
  EXPECT_EQ(gpu_->counted, 0);

  by_ncu.collect = [](const std::vector<std::string>&) -> Result<std::vector<Profile>> {
    return failed("ncu may not read counters: ERR_NVGPUCTRPERM");
  };
  EXPECT_TRUE(says(run(by_ncu)[0].profile, "lets only administrators"));
  by_ncu.collect = [](const std::vector<std::string>&) -> Result<std::vector<Profile>> {
    return std::vector<Profile>(1);
  };
  EXPECT_TRUE(says(run(by_ncu)[1].profile, "saw 1 launches where 2 were made"));
}

}  // namespace diagnose_measured_test
}  // namespace whet
