#include "profile/measured/measured_profile.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace measured_profile_test {

using namespace whet;

constexpr const char* k_dram = "dram__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* k_issue = "sm__inst_issued.avg.pct_of_peak_sustained_elapsed";
constexpr const char* k_tail = "whet__time_over_even_time.ratio";

struct MeasuredProfileTest : testing::Test {
  MeasuredProfileTest() {
    launch.kernel = "_Z4copyPKfPf";
    device.gpu.product.name = "NVIDIA H200";
    device.architecture.sm = 90;
  }

  MeasuredLaunch measured() const {
    MeasuredLaunch known{launch, device};
    known.time = {10e-6, 9e-6, 11e-6, Origin::measured};
    return known;
  }

  static Profile counted(double dram_percent) {
    return counted_profile({{{k_dram, dram_percent, Origin::measured}, {k_issue, 9, Origin::measured}}, 3},
                           {{k_dram, k_issue}, {}, {}});
  }

  // 5 us by the model, of which atomics alone would need 4.
  static Profile twin() {
    Profile profile;
    profile.metrics.set("gpu__time_duration.sum", 5000, Origin::modelled);
    profile.metrics.set(k_tail, 1.25, Origin::modelled);
    profile.metrics.set("smsp__inst_executed.sum", 77, Origin::counted);
    profile.metrics.set(k_dram, 55, Origin::modelled);
    profile.shares.emplace();
    profile.shares->set(Resource::global_atomics, 0.8);
    profile.shares->set(Resource::dram, 0.6);
    return profile;
  }

  static bool says(const Profile& profile, const std::string& text) {
    return std::any_of(profile.unseen.begin(), profile.unseen.end(),
                       [&](const std::string& each) { return each.find(text) != std::string::npos; });
  }

  Launch launch;
  DeviceFacts device;
  std::vector<ResourceMetrics> resources = {{Resource::dram, {k_dram}, 1}, {Resource::issue, {k_issue}, 1}};
};

TEST_F(MeasuredProfileTest, TheTimeIsTheTimersAndNotTheCounters) {
  MeasuredLaunch known = measured();
  known.counted = counted(40);
  known.counted->metrics.set("gpu__time_duration.sum", 123456, Origin::measured);
  const Profile profile = measured_profile(known, resources);
  EXPECT_DOUBLE_EQ(*profile.metrics.find("gpu__time_duration.sum"), 10000);
  EXPECT_EQ(profile.collector, "CUPTI");
  EXPECT_EQ(profile.passes, 3);
  EXPECT_EQ(profile.kernel, "copy(float const*, float*)");
  EXPECT_EQ(profile.device, "NVIDIA H200");
}

TEST_F(MeasuredProfileTest, MeasuredSharesStayAndTheTwinTellsTheOthers) {
  MeasuredLaunch known = measured();
  known.counted = counted(40);
  known.twin = twin();
  const Profile profile = measured_profile(known, resources);
  ASSERT_TRUE(profile.shares);
  EXPECT_DOUBLE_EQ(profile.shares->share(Resource::dram), 0.4);
  EXPECT_DOUBLE_EQ(profile.shares->share(Resource::global_atomics), 0.4) << "4 us of 10";
  EXPECT_GT(profile.shares->share(Resource::latency), 0.5) << "the rest";
  EXPECT_DOUBLE_EQ(*profile.metrics.find(k_dram), 40);
  EXPECT_DOUBLE_EQ(*profile.metrics.find(k_tail), 1.25);
  EXPECT_DOUBLE_EQ(*profile.metrics.find("smsp__inst_executed.sum"), 77);
  EXPECT_TRUE(says(profile, "are the virtual GPU's"));
}

TEST_F(MeasuredProfileTest, AnEmptyLaunchIsTheLaunchsShare) {
  MeasuredLaunch known = measured();
  known.counted = counted(50);
  known.empty_seconds = 2e-6;
  const Profile profile = measured_profile(known, resources);
  EXPECT_DOUBLE_EQ(profile.shares->launch, 0.2);
  EXPECT_DOUBLE_EQ(profile.shares->share(Resource::dram), 0.4) << "half of the 8 us in which it works";
  double sum = profile.shares->launch;
  for (const ResourceRow& row : resource_table()) sum += profile.shares->sensitivity(row.resource);
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST_F(MeasuredProfileTest, WithoutCountersTheTwinIsTakenAndTheReasonIsSaid) {
  MeasuredLaunch known = measured();
  known.refusal = refusal_of(failed("cuptiRangeProfilerStart failed: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"));
  known.twin = twin();
  const Profile profile = measured_profile(known, resources);
  EXPECT_EQ(profile.collector, "virtual GPU, time measured");
  EXPECT_DOUBLE_EQ(*profile.metrics.find(k_dram), 55);
  EXPECT_EQ(profile.metrics.all().find("gpu__time_duration.sum")->second.origin, Origin::measured);
  EXPECT_DOUBLE_EQ(profile.shares->share(Resource::dram), 0.3) << "0.6 of 5 us, of 10";
  EXPECT_TRUE(says(profile, "lets only administrators read counters"));
  EXPECT_TRUE(says(profile, "NVreg_RestrictProfilingToAdminUsers"));
}

TEST_F(MeasuredProfileTest, WithNeitherOnlyTheTimeIsKnown) {
  MeasuredLaunch known = measured();
  known.refusal = refusal_of(missing("CUPTI is not on this machine"));
  known.twin_trouble = "the kernel uses `frob`, which is not modelled";
  const Profile profile = measured_profile(known, resources);
  EXPECT_EQ(profile.collector, "timer");
  EXPECT_FALSE(profile.shares);
  EXPECT_TRUE(says(profile, "`frob`"));
}

TEST_F(MeasuredProfileTest, NamesThatTheGpuLacksAreSaid) {
  ChosenMetrics chosen{{"b", "silent"}, {{"a", "b"}}, {"unknown__x.sum"}};
  const Profile profile = counted_profile({{{"b", 4, Origin::measured}}, 1}, chosen);
  EXPECT_DOUBLE_EQ(*profile.metrics.find("a"), 4);
  EXPECT_EQ(profile.metrics.all().find("a")->second.origin, Origin::derived);
  EXPECT_TRUE(says(profile, "has no a; b stands for it"));
  EXPECT_TRUE(says(profile, "unknown__x.sum"));
  EXPECT_TRUE(says(profile, "no value for silent"));
}

}  // namespace measured_profile_test
