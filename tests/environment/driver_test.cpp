#include "environment/driver.h"

#include <gtest/gtest.h>

#include "environment/fake_cuda.h"

namespace whet {
namespace driver_test {

using test::cuda_script;
using test::FakeMachine;

// What the child would have told the parent.
ChildReport driver_report(FakeMachine& fake) {
  ChildReport report;
  read_driver(fake.libraries, [&](const Json& line) {
    for (const auto& [key, value] : *line.as_object()) report.values[key] = value;
  });
  return report;
}

Probe probe_of(FakeMachine& fake) {
  return gpu_probe(driver_report(fake), fake.machine, fake.host());
}

class Driver : public testing::Test {
 protected:
  void SetUp() override { cuda_script() = {}; }
  FakeMachine fake;
};

TEST_F(Driver, TellsEveryGpuWithItsClocks) {
  install_driver(fake.libraries);
  install_nvml(fake.libraries);
  cuda_script().gpus = 2;
  const auto gpus = gpus_of(driver_report(fake).values);
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(gpus[1].index, 1);
  EXPECT_EQ(gpus[0].name, "NVIDIA H200");
  EXPECT_EQ(gpus[0].capability, "9.0");
  EXPECT_EQ(gpus[0].multiprocessors, 132);
  EXPECT_EQ(gpus[0].memory_bytes, 150'000'000'000u);
  EXPECT_EQ(gpus[0].sm_clock_mhz, 345);
  EXPECT_EQ(gpus[0].max_sm_clock_mhz, 1980);
  EXPECT_EQ(gpus[0].memory_clock_mhz, 3201);
}

TEST_F(Driver, AWorkingGpuIsFoundWithTheDriversRelease) {
  install_driver(fake.libraries);
  install_nvml(fake.libraries);
  const Probe probe = probe_of(fake);
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.version, "580.65.06");
  EXPECT_EQ(probe.detail,
            "NVIDIA H200, compute capability 9.0, 132 SMs, 139.7 GiB, SM clock 345 of 1980 MHz; driver for CUDA 13.0");
}

TEST_F(Driver, WithoutNvmlOnlyTheClocksAreAbsent) {
  install_driver(fake.libraries);
  const Probe probe = probe_of(fake);
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.detail, "NVIDIA H200, compute capability 9.0, 132 SMs, 139.7 GiB; driver for CUDA 13.0");
  EXPECT_FALSE(gpus_of(driver_report(fake).values)[0].sm_clock_mhz);
}

TEST_F(Driver, NoCardAndNoDriver) {
  const Probe probe = probe_of(fake);
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_EQ(probe.detail, "no NVIDIA card and no driver");
}

TEST_F(Driver, ACardWithoutADriverGetsTheDriversPackage) {
  (void)fake.files.write("/sys/bus/pci/devices/0000:18:00.0", "");
  (void)fake.files.write("/sys/bus/pci/devices/0000:18:00.0/vendor", "0x10de\n");
  (void)fake.files.write("/sys/bus/pci/devices/0000:18:00.0/class", "0x030200\n");
  const Probe probe = probe_of(fake);
  EXPECT_EQ(probe.detail, "an NVIDIA card is here, its driver is not");
  EXPECT_TRUE(probe.mend.starts_with("sudo apt-get install cuda-drivers"));
}

TEST_F(Driver, AContainerThatWasNotGivenTheDriverIsToldHow) {
  (void)fake.files.write("/dev/nvidiactl", "");
  EXPECT_NE(probe_of(fake).mend.find("--gpus all"), std::string::npos);
}

TEST_F(Driver, ADriverThatRefusesSaysWhichCallAndWhy) {
  install_driver(fake.libraries);
  cuda_script().failing = "cuInit";
  cuda_script().code = 803;
  const Probe mismatch = probe_of(fake);
  EXPECT_EQ(mismatch.status, ProbeStatus::missing);
  EXPECT_EQ(mismatch.detail, "cuInit failed with 803: CUDA_ERROR_X: it did not work");
  EXPECT_NE(mismatch.mend.find("reboot"), std::string::npos);
  cuda_script().code = 100;
  const Probe none = probe_of(fake);
  EXPECT_EQ(none.status, ProbeStatus::missing);
  EXPECT_NE(none.mend.find("CUDA_VISIBLE_DEVICES"), std::string::npos);
}

TEST_F(Driver, ADriverWithoutGpusIsMissing) {
  install_driver(fake.libraries);
  cuda_script().gpus = 0;
  EXPECT_EQ(probe_of(fake).detail, "the driver is here and shows no GPU");
}

TEST_F(Driver, AChildThatCrashedIsUnknownWithTheStep) {
  const ChildReport report{Json(Json::Object{{"step", "cuInit"}}), "crashed (signal 11) in cuInit"};
  const Probe probe = gpu_probe(report, fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::unknown);
  EXPECT_EQ(probe.detail, "the probe crashed (signal 11) in cuInit");
}

TEST_F(Driver, GpusSeenBeforeACrashStillCount) {
  install_driver(fake.libraries);
  ChildReport report = driver_report(fake);
  report.trouble = "crashed (signal 11) in nvmlInit_v2";
  EXPECT_EQ(gpu_probe(report, fake.machine, fake.host()).status, ProbeStatus::found);
}

}  // namespace driver_test
}  // namespace whet
