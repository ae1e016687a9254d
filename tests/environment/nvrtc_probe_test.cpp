#include "environment/nvrtc_probe.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace nvrtc_probe_test {

using test::FakeMachine;

int version_13(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return 0;
}

int broken_version(int*, int*) {
  return 5;
}

TEST(NvrtcProbe, IsFoundInTheToolkit) {
  FakeMachine fake;
  (void)fake.files.write("/usr/local/cuda/lib64/libnvrtc.so.13", "");
  fake.libraries.install("/usr/local/cuda/lib64/libnvrtc.so.13",
                         {{"nvrtcVersion", reinterpret_cast<void*>(&version_13)}});
  const Probe probe = nvrtc_probe(fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.version, "13.0");
  EXPECT_EQ(probe.path, "/usr/local/cuda/lib64/libnvrtc.so.13");
  EXPECT_EQ(probe.mend, "");
}

TEST(NvrtcProbe, IsFoundWhereTheLoaderKnowsIt) {
  FakeMachine fake;
  fake.libraries.install("libnvrtc.so", {{"nvrtcVersion", reinterpret_cast<void*>(&version_13)}});
  EXPECT_EQ(nvrtc_probe(fake.machine, fake.host()).path, "libnvrtc.so");
}

TEST(NvrtcProbe, IsMissingWithTheCommandThatGetsIt) {
  FakeMachine fake;
  const Probe probe = nvrtc_probe(fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_EQ(probe.mend, "sudo apt-get install cuda-nvrtc-13-0 (from developer.nvidia.com/cuda-downloads)");
}

TEST(NvrtcProbe, AFileThatDoesNotOpenIsShownWithTheLoadersReason) {
  FakeMachine fake;
  (void)fake.files.write("/usr/local/cuda/lib64/libnvrtc.so.13", "");
  const Probe probe = nvrtc_probe(fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_EQ(probe.detail,
            "it is there and does not open: /usr/local/cuda/lib64/libnvrtc.so.13: cannot open shared object file");
}

TEST(NvrtcProbe, IsOfNoUseWhenItOpensAndDoesNotWork) {
  FakeMachine fake;
  fake.libraries.install("libnvrtc.so", {{"nvrtcVersion", reinterpret_cast<void*>(&broken_version)}});
  EXPECT_EQ(nvrtc_probe(fake.machine, fake.host()).status, ProbeStatus::missing);
  fake.libraries.install("libnvrtc.so", {});
  EXPECT_EQ(nvrtc_probe(fake.machine, fake.host()).status, ProbeStatus::missing);
}

}  // namespace nvrtc_probe_test
}  // namespace whet
