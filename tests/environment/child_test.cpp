#include "environment/child.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "environment/fake_machine.h"

namespace whet {
namespace child_test {

using std::chrono::milliseconds;

// Runs `script` in the place of whet's child, as a real process.
ChildReport report_of(const std::string& script, milliseconds timeout = milliseconds(10'000)) {
  const test::TemporaryDirectory directory;
  test::FakeMachine fake;
  DiskFileSystem disk;
  SystemProcessRunner processes;
  EXPECT_TRUE(disk.write(directory.path("self"), "#!/bin/sh\n" + script).ok());
  EXPECT_EQ(::chmod(directory.path("self").c_str(), 0755), 0);
  const Machine machine{disk, processes, fake.libraries, fake.kernel, {}, "", directory.path("self")};
  return start_child_probe(ChildProbe::driver, machine, timeout);
}

TEST(Child, IsStartedWithTheNameOfItsProbe) {
  const ChildReport report = report_of("echo \"{\\\"asked\\\": \\\"$*\\\"}\"\n");
  EXPECT_EQ(*report.values.find("asked")->as_string(), "doctor --probe driver");
  EXPECT_EQ(report.trouble, "");
}

TEST(Child, ItsLinesAreMergedAndForeignOnesIgnored) {
  const ChildReport report =
      report_of("echo '{\"step\": \"a\"}'; echo 'driver chatter'; echo '[1]'; echo '{\"step\": \"b\", \"x\": 3}'\n");
  EXPECT_EQ(*report.values.find("step")->as_string(), "b");
  EXPECT_EQ(report.values.find("x")->as_number(), 3);
}

TEST(Child, ACrashIsToldWithTheStepItHappenedIn) {
  const ChildReport report = report_of("echo '{\"step\": \"cuInit\"}'; kill -SEGV $$\n");
  EXPECT_EQ(report.trouble, "crashed (signal 11) in cuInit");
}

TEST(Child, AHangEndsAtTheTimeoutWithTheStep) {
  const ChildReport report = report_of("echo '{\"step\": \"cuInit\"}'; sleep 60\n", milliseconds(1000));
  EXPECT_EQ(report.trouble, "did not answer within 1 s in cuInit");
}

TEST(Child, AFailureToStartIsTold) {
  test::FakeMachine fake;
  const ChildReport report = start_child_probe(ChildProbe::counters, fake.machine, milliseconds(100));
  EXPECT_EQ(report.trouble, "cannot start `/self`");
}

}  // namespace child_test
}  // namespace whet
