#include "environment/host.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace host_test {

using test::FakeMachine;

constexpr Package k_package{"apt-name", "dnf-name", "zypper-name", "pacman-name"};

std::string command_on(const std::string& release) {
  FakeMachine fake;
  (void)fake.files.write("/etc/os-release", release);
  return install_command(fake.host(), k_package);
}

TEST(Host, TheInstallCommandIsThatOfTheDistribution) {
  EXPECT_EQ(command_on("ID=debian\n"), "sudo apt-get install apt-name");
  EXPECT_EQ(command_on("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"), "sudo apt-get install apt-name");
  EXPECT_EQ(command_on("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"), "sudo dnf install dnf-name");
  EXPECT_EQ(command_on("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n"), "sudo zypper install zypper-name");
  EXPECT_EQ(command_on("ID=arch\n"), "sudo pacman -S pacman-name");
  EXPECT_EQ(command_on("ID=nixos\n"), "install the package apt-name");
}

TEST(Host, RootNeedsNoSudo) {
  FakeMachine fake;
  (void)fake.files.write("/proc/self/status", "Uid:\t1000\t0\t0\t0\nCapEff:\t000001ffffffffff\n");
  EXPECT_TRUE(fake.host().root);
  EXPECT_EQ(install_command(fake.host(), k_package), "apt-get install apt-name");
}

TEST(Host, CapabilitiesAreReadBitByBit) {
  FakeMachine fake;
  (void)fake.files.write("/proc/self/status", "Uid:\t7\t7\t7\t7\nCapEff:\t0000004000200000\n");
  EXPECT_TRUE(fake.host().has_capability(21));
  EXPECT_TRUE(fake.host().has_capability(38));
  EXPECT_FALSE(fake.host().has_capability(20));
  EXPECT_FALSE(fake.host().root);
}

TEST(Host, PackagesOfNvidiaSayWhereTheyComeFrom) {
  const FakeMachine fake;
  EXPECT_EQ(install_command(fake.host(), {"cuda-x", "cuda-x", "cuda-x", "cuda", true}),
            "sudo apt-get install cuda-x (from developer.nvidia.com/cuda-downloads)");
}

TEST(Host, WithoutOsReleaseItIsJustLinux) {
  FakeMachine fake;
  (void)fake.files.remove("/etc/os-release");
  EXPECT_EQ(fake.host().system, "Linux");
}

}  // namespace host_test
}  // namespace whet
