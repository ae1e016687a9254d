#include "environment/doctor.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace doctor_test {

using test::FakeMachine;

TEST(Doctor, ExaminesEverythingInTheOrderShown) {
  FakeMachine fake;
  const MachineReport report = examine(fake.machine, test::ManualClock());
  std::vector<std::string> names;
  for (const Probe& probe : report.probes) names.push_back(probe.name);
  EXPECT_EQ(names, probe_names());
}

TEST(Doctor, EverythingThatIsNotFoundSaysWhatIsLostAndHowToGetIt) {
  FakeMachine fake;
  fake.kernel.landlock = 0;
  fake.kernel.seccomp = false;
  fake.machine.cache_directory.clear();
  for (const Probe& probe : examine(fake.machine, test::ManualClock()).probes) {
    EXPECT_NE(probe.status, ProbeStatus::found) << probe.name;
    EXPECT_FALSE(probe.group.empty()) << probe.name;
    EXPECT_FALSE(probe.lost.empty()) << probe.name;
    EXPECT_FALSE(probe.mend.empty()) << probe.name;
  }
}

TEST(Doctor, ChildrenThatReportAreBelieved) {
  FakeMachine fake;
  fake.processes.install("/self", [](const ProcessCommand& command) {
    const bool driver = command.argv.back() == "driver";
    return Finished{0,
                    false,
                    driver ? R"({"gpus": [{"name": "NVIDIA H200", "capability": "9.0"}], "driver": "580.1"})"
                           : R"({"cupti": {"version": "13.0.1"}, "counters": {"metric": "m", "value": 5, "gpu": "g"}})",
                    {}};
  });
  const MachineReport report = examine(fake.machine, test::ManualClock());
  ASSERT_EQ(report.gpus.size(), 1u);
  EXPECT_EQ(report.gpus[0].name, "NVIDIA H200");
  EXPECT_EQ(report.find("gpu")->status, ProbeStatus::found);
  EXPECT_EQ(report.find("cupti")->status, ProbeStatus::found);
  EXPECT_EQ(report.find("counters")->status, ProbeStatus::found);
}

TEST(Doctor, ChildrenThatCrashCostTheirOwnProbesOnly) {
  FakeMachine fake;
  fake.install_program("ssh", "", 0, "OpenSSH_9.6p1\n");
  fake.processes.install("/self",
                         [](const ProcessCommand&) { return Finished{139, false, "{\"step\":\"cuInit\"}\n", {}}; });
  const MachineReport report = examine(fake.machine, test::ManualClock());
  EXPECT_EQ(report.find("gpu")->status, ProbeStatus::unknown);
  EXPECT_EQ(report.find("counters")->status, ProbeStatus::unknown);
  EXPECT_EQ(report.find("ssh")->status, ProbeStatus::found);
}

TEST(Doctor, WithoutAnyCompilerTheLossIsThatNothingCompiles) {
  FakeMachine fake;
  EXPECT_EQ(examine(fake.machine, test::ManualClock()).find("nvrtc")->lost,
            "no CUDA source is compiled; cubins are still read");
  fake.install_program("nvcc", "release 13.0, V13.0.88\n");
  EXPECT_NE(examine(fake.machine, test::ManualClock()).find("nvrtc")->lost,
            "no CUDA source is compiled; cubins are still read");
}

}  // namespace doctor_test
}  // namespace whet
