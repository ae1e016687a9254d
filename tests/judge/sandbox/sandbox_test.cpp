// Every rule of the sandbox, tried by host code inside a runner; and what stays open to honest code.
#include "judge/sandbox/sandbox.h"

#include <signal.h>

#include <fstream>

#include "judge/sandbox/landlock.h"
#include "runner_fixture.h"
#include "support/support.h"

namespace whet {
namespace sandbox_test {

class SandboxTest : public test::RunnerTest {
 protected:
  void SetUp() override { open(); }
  bool confines_files() const { return device_->sandbox().landlock > 0; }
  bool filters_calls() const { return device_->sandbox().seccomp; }
};

#define NEEDS_LANDLOCK() \
  if (!confines_files()) GTEST_SKIP() << "this kernel has no Landlock"
#define NEEDS_SECCOMP() \
  if (!filters_calls()) GTEST_SKIP() << "this kernel has no seccomp filters"

TEST_F(SandboxTest, SaysWhatTookHold) {
  EXPECT_EQ(device_->sandbox().landlock, landlock_abi());
  EXPECT_TRUE(device_->sandbox().limits);
  EXPECT_TRUE(device_->sandbox().undumpable);
  EXPECT_EQ(describe(SandboxLevel{4, true, true, true}), "landlock 4 + seccomp + limits");
  EXPECT_EQ(describe(SandboxLevel{0, false, true, true}), "limits");
  EXPECT_EQ(describe(SandboxLevel{}), "none");
}

// R16: the level is what was seen to hold.
TEST(R16SandboxLevel, APartThatDoesNotHoldIsTakenOut) {
  SandboxLevel level{7, true, true, true};
  keep_what_holds(level);  // in this process, which nothing confines
  EXPECT_EQ(level.landlock, 0);
  EXPECT_FALSE(level.seccomp);
}

TEST(R16SandboxLevel, EveryMissingPartIsAWarning) {
  EXPECT_TRUE(warnings_of({7, true, true, true}, "candidates").empty());
  const auto warnings = warnings_of({}, "candidates");
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings.front(), "candidates may read and write your files: this system lacks Landlock");
}

// R12: what files are worth beside their content, and other processes' settings.
TEST_F(SandboxTest, R12NoMetadataOfFilesAndNoSettingsOfTheJudge) {
  NEEDS_SECCOMP();
  const test::TemporaryDirectory outside;
  const std::string file = outside.path("theirs");
  std::ofstream(file) << "theirs";
  for (const char* attempt : {"change_mode", "change_owner", "change_attributes", "change_times"})
    EXPECT_EQ(answer_about(attempt, file), "Operation not permitted") << attempt;
  for (const char* attempt : {"pin_judge", "limit_judge", "socket_pair"})
    EXPECT_EQ(answer(attempt), "Operation not permitted") << attempt;
}

TEST_F(SandboxTest, R12WhatIsWrittenCanBeSeenAndCounted) {
  NEEDS_LANDLOCK();
  EXPECT_EQ(answer("remove_own_file"), "Permission denied");
  EXPECT_EQ(answer("unnamed_file"), "Operation not permitted");
}

TEST_F(SandboxTest, NoSockets) {
  NEEDS_SECCOMP();
  for (const char* attempt : {"internet", "internet6", "local_socket", "netlink"}) {
    EXPECT_EQ(answer(attempt), "Permission denied") << attempt;
  }
}

TEST_F(SandboxTest, NoProcessesAndNoPrograms) {
  NEEDS_SECCOMP();
  for (const char* attempt : {"fork", "vfork", "execute", "run_command"}) {
    EXPECT_EQ(answer(attempt), "Operation not permitted") << attempt;
  }
}

TEST_F(SandboxTest, NoHandsOnTheJudge) {
  NEEDS_SECCOMP();
  for (const char* attempt : {"trace_judge", "kill_judge", "kill_own_group", "read_judge_memory"}) {
    EXPECT_EQ(answer(attempt), "Operation not permitted") << attempt;
  }
}

TEST_F(SandboxTest, NoLookIntoTheJudge) {
  NEEDS_LANDLOCK();
  for (const char* attempt : {"open_judge_environment", "open_judge_memory"}) {
    EXPECT_EQ(answer(attempt), "Permission denied") << attempt;
  }
}

TEST_F(SandboxTest, NoWaysAroundIt) {
  NEEDS_SECCOMP();
  for (const char* attempt : {"raise_limit", "own_filter", "become_dumpable", "new_session", "io_uring", "bpf",
                              "userfaultfd", "perf_events", "keys", "mount", "namespaces", "shared_memory"}) {
    EXPECT_EQ(answer(attempt), "Operation not permitted") << attempt;
  }
}

TEST_F(SandboxTest, NoFilesOfTheUser) {
  NEEDS_LANDLOCK();
  const test::TemporaryDirectory outside;
  const std::string file = outside.path("secret");
  std::ofstream(file) << "secret";
  for (const char* attempt : {"read_file", "write_file", "truncate_file", "remove_file"}) {
    EXPECT_EQ(answer_about(attempt, file), "Permission denied") << attempt;
  }
  EXPECT_EQ(answer_about("write_file", outside.path("new")), "Permission denied");
  EXPECT_EQ(answer_about("list_directory", outside.path()), "Permission denied");
  for (const char* path : {"/etc/shadow", "/etc/passwd", "/root", "/home", "/var", "/tmp", "/dev/shm", "/dev/mem"}) {
    if (::access(path, F_OK) != 0) continue;
    EXPECT_EQ(answer_about("read_file", path), "Permission denied") << path;
  }
  EXPECT_EQ(DiskFileSystem().read(file).value(), "secret");
}

TEST_F(SandboxTest, NoFilesOfTheSystemAreWritten) {
  NEEDS_LANDLOCK();
  for (const char* path : {"/usr/whet_was_here", "/dev/shm/whet_was_here", "/tmp/whet_was_here"}) {
    EXPECT_EQ(answer_about("write_file", path), "Permission denied") << path;
  }
}

TEST_F(SandboxTest, ItsOwnDirectoryIsItsHome) {
  EXPECT_EQ(answer("write_home"), "open");
  EXPECT_EQ(answer("write_large_file"), "File too large");
}

TEST_F(SandboxTest, TheEnvironmentIsCleaned) {
  ::setenv("WHET_TEST_SECRET", "token", 1);
  open();
  EXPECT_EQ(answer_about("print_environment", "WHET_TEST_SECRET"), "not set");
  EXPECT_EQ(answer_about("print_environment", "PATH"), "set");
  ::unsetenv("WHET_TEST_SECRET");
}

TEST_F(SandboxTest, HonestCodeFindsWhatItNeeds) {
  for (const char* attempt : {"start_thread", "read_own_maps", "read_limits", "signal_self"}) {
    EXPECT_EQ(answer(attempt), "open") << attempt;
  }
  for (const char* path : {"/usr/lib", "/proc/cpuinfo", "/sys/devices/system/cpu", "/dev/null", "/dev/urandom"}) {
    EXPECT_EQ(answer_about("read_file", path), "open") << path;
  }
}

TEST_F(SandboxTest, WithoutItTheSameThingsWork) {
  RemoteSettings open_wide = settings();
  open_wide.sandbox = false;
  open(open_wide);
  EXPECT_EQ(describe(device_->sandbox()), "none");
  EXPECT_EQ(answer("internet"), "open");
  EXPECT_EQ(answer("fork"), "open");
  EXPECT_EQ(answer_about("read_file", "/etc/passwd"), "open");
}

}  // namespace sandbox_test
}  // namespace whet
