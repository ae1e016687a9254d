#include "environment/counters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "environment/counter_trial.h"
#include "environment/fake_cuda.h"

namespace whet {
namespace counters_test {

using test::cuda_script;
using test::FakeMachine;

class Counters : public testing::Test {
 protected:
  void SetUp() override { cuda_script() = {}; }

  ChildReport report() {
    ChildReport report;
    try_counters(fake.machine, [&](const Json& line) {
      for (const auto& [key, value] : *line.as_object()) report.values[key] = value;
    });
    return report;
  }
  Probe probe() { return counters_probe(report(), fake.machine, fake.host()); }

  FakeMachine fake;
};

TEST_F(Counters, WithoutCuptiBothSaySo) {
  EXPECT_EQ(cupti_probe(report(), fake.host()).status, ProbeStatus::missing);
  EXPECT_EQ(probe().status, ProbeStatus::missing);
  EXPECT_EQ(probe().detail, "CUPTI is not here");
}

TEST_F(Counters, WithoutADriverCuptiIsStillFound) {
  install_cupti(fake.libraries);
  EXPECT_EQ(cupti_probe(report(), fake.host()).status, ProbeStatus::found);
  EXPECT_EQ(probe().status, ProbeStatus::missing);
  EXPECT_EQ(probe().detail, "no GPU to count on: there is no driver");
}

TEST_F(Counters, AChildThatHangsLeavesThemUnknownWithTheStep) {
  const ChildReport hung{Json::object(), "did not answer within 10 s in cuptiRangeProfilerStart"};
  const Probe probe = counters_probe(hung, fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::unknown);
  EXPECT_TRUE(probe.detail.starts_with("the probe did not answer within 10 s in cuptiRangeProfilerStart"));
}

#if __has_include(<cupti_range_profiler.h>)

class CountersOnAGpu : public Counters {
 protected:
  void SetUp() override {
    Counters::SetUp();
    install_driver(fake.libraries);
    install_cupti(fake.libraries);
  }
};

TEST_F(CountersOnAGpu, AreFoundByReadingOne) {
  const Probe found = probe();
  EXPECT_EQ(found.status, ProbeStatus::found);
  EXPECT_EQ(found.detail, "read sm__cycles_elapsed.max = 1234 on NVIDIA H200");
  EXPECT_EQ(cupti_probe(report(), fake.host()).version, "13.0.1");
}

TEST_F(CountersOnAGpu, LaunchAKernelBetweenStartAndStop) {
  (void)report();
  const auto& calls = cuda_script().calls;
  const auto at = [&](const char* name) { return std::find(calls.begin(), calls.end(), name) - calls.begin(); };
  EXPECT_LT(at("cuptiRangeProfilerStart"), at("cuLaunchKernel"));
  EXPECT_LT(at("cuLaunchKernel"), at("cuCtxSynchronize"));
  EXPECT_LT(at("cuCtxSynchronize"), at("cuptiRangeProfilerStop"));
  EXPECT_LT(at("cuptiRangeProfilerStop"), at("cuptiRangeProfilerDecodeData"));
  EXPECT_LT(at("cuptiRangeProfilerDecodeData"), at("cuptiRangeProfilerDisable"));
  EXPECT_EQ(calls.back(), "cuptiProfilerHostDeinitialize");
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "cuptiRangeProfilerStart"), 1);
}

TEST_F(CountersOnAGpu, WithoutPermissionSayHowToGetIt) {
  cuda_script().failing = "cuptiRangeProfilerStart";
  cuda_script().code = 35;
  (void)fake.files.write("/proc/driver/nvidia/params", "X: 0\nRmProfilingAdminOnly: 1\n");
  const Probe denied = probe();
  EXPECT_EQ(denied.status, ProbeStatus::missing);
  EXPECT_EQ(denied.detail,
            "cuptiRangeProfilerStart failed with 35: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES; the driver says "
            "RmProfilingAdminOnly: 1, "
            "this process has no privilege");
  EXPECT_NE(denied.mend.find("options nvidia NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  EXPECT_NE(denied.mend.find("CAP_SYS_ADMIN"), std::string::npos);
}

TEST_F(CountersOnAGpu, InAContainerTheCapabilityIsNamedFirst) {
  cuda_script().failing = "cuptiRangeProfilerStart";
  cuda_script().code = 35;
  (void)fake.files.write("/.dockerenv", "");
  EXPECT_TRUE(probe().mend.starts_with("start the container with --cap-add=SYS_ADMIN"));
}

TEST_F(CountersOnAGpu, AnyStepThatFailsIsNamedWithItsCode) {
  for (const char* name :
       {"cuptiProfilerInitialize", "cuptiProfilerDeviceSupported", "cuptiDeviceGetChipName",
        "cuptiProfilerHostInitialize", "cuptiProfilerHostConfigAddMetrics", "cuptiProfilerHostGetConfigImageSize",
        "cuptiProfilerHostGetConfigImage", "cuptiRangeProfilerEnable", "cuptiRangeProfilerGetCounterDataSize",
        "cuptiRangeProfilerCounterDataImageInitialize", "cuptiRangeProfilerSetConfig", "cuptiRangeProfilerStart",
        "cuptiRangeProfilerStop", "cuptiRangeProfilerDecodeData", "cuptiProfilerHostEvaluateToGpuValues"}) {
    cuda_script() = {};
    cuda_script().failing = name;
    cuda_script().code = 7;
    const Probe unknown = probe();
    EXPECT_EQ(unknown.status, ProbeStatus::unknown) << name;
    EXPECT_TRUE(unknown.detail.starts_with(std::string(name) + " failed with 7: CUPTI_ERROR_X")) << unknown.detail;
  }
}

TEST_F(CountersOnAGpu, ADriverStepThatFailsMeansThereIsNoGpuToCountOn) {
  for (const char* name : {"cuInit", "cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent"}) {
    cuda_script() = {};
    cuda_script().failing = name;
    cuda_script().code = 100;
    EXPECT_EQ(probe().status, ProbeStatus::missing) << name;
    EXPECT_NE(probe().detail.find(std::string(name) + " failed with 100: CUDA_ERROR_NO_DEVICE"), std::string::npos)
        << probe().detail;
  }
}

TEST_F(CountersOnAGpu, AKernelThatCannotBeLoadedIsNotBlamedOnTheCounters) {
  cuda_script().failing = "cuModuleLoadData";
  cuda_script().code = 222;
  EXPECT_EQ(probe().status, ProbeStatus::found);
}

TEST_F(CountersOnAGpu, ACounterThatDoesNotCountIsNotBelieved) {
  cuda_script().counter = 0;
  EXPECT_EQ(probe().status, ProbeStatus::unknown);
}

TEST_F(CountersOnAGpu, AFunctionTheLibraryLacksIsNamed) {
  fake.libraries.install("libcupti.so.13", {});
  const Probe lacking = probe();
  EXPECT_EQ(lacking.status, ProbeStatus::unknown);
  EXPECT_TRUE(lacking.detail.starts_with("cuptiProfilerInitialize failed with -1: the library has no such function"))
      << lacking.detail;
}

#endif

}  // namespace counters_test
}  // namespace whet
