#include "environment/sandbox_probe.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace sandbox_probe_test {

using test::FakeMachine;

TEST(SandboxProbe, LandlockAndSeccompAreEnough) {
  FakeMachine fake;
  fake.kernel.namespaces = false;
  const Probe probe = sandbox_probe(fake.machine);
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.detail, "Landlock ABI 6, seccomp, no user namespaces, no cgroup v2");
}

TEST(SandboxProbe, OneOfTheTwoIsLimitedAndSaysWhatIsLost) {
  FakeMachine fake;
  fake.kernel.landlock = 0;
  const Probe probe = sandbox_probe(fake.machine);
  EXPECT_EQ(probe.status, ProbeStatus::limited);
  EXPECT_NE(probe.lost.find("read and write"), std::string::npos);
  EXPECT_NE(probe.mend.find("landlock"), std::string::npos);
}

TEST(SandboxProbe, NeitherIsMissing) {
  FakeMachine fake;
  fake.kernel.landlock = 0;
  fake.kernel.seccomp = false;
  EXPECT_EQ(sandbox_probe(fake.machine).status, ProbeStatus::missing);
}

TEST(SandboxProbe, CgroupV2IsToldWithWhetherItMayBeWritten) {
  FakeMachine fake;
  (void)fake.files.write("/sys/fs/cgroup/cgroup.controllers", "cpu memory");
  fake.kernel.writable = false;
  EXPECT_NE(sandbox_probe(fake.machine).detail.find("cgroup v2 (not writable)"), std::string::npos);
}

TEST(SandboxProbe, TheRealKernelAnswersWithoutHarm) {
  SystemKernel kernel;
  EXPECT_GE(kernel.landlock_abi(), 0);
  (void)kernel.seccomp_filters();
  (void)kernel.user_namespaces();
  EXPECT_FALSE(kernel.may_write("/nowhere"));
}

TEST(BwrapProbe, IsTriedNotJustFound) {
  FakeMachine fake;
  EXPECT_EQ(bwrap_probe(fake.machine, fake.host()).mend, "sudo apt-get install bubblewrap");
  fake.install_program("bwrap", "bubblewrap 0.8.0\n");
  const Probe found = bwrap_probe(fake.machine, fake.host());
  EXPECT_EQ(found.status, ProbeStatus::found);
  EXPECT_EQ(found.version, "0.8.0");
  fake.install_program("bwrap", "", 1, "bwrap: setting up uid map: Permission denied\n");
  const Probe refused = bwrap_probe(fake.machine, fake.host());
  EXPECT_EQ(refused.status, ProbeStatus::missing);
  EXPECT_NE(refused.detail.find("Permission denied"), std::string::npos);
}

}  // namespace sandbox_probe_test
}  // namespace whet
