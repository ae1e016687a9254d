// R15: what a process has made goes with it, however it ends.
#include "util/system/leavings.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/support.h"
#include "util/system/child_process.h"
#include "util/system/private_directory.h"
#include "util/system/process.h"

namespace whet {
namespace leavings_test {

class R15Leavings : public testing::Test {
 protected:
  void SetUp() override { ::setenv("TMPDIR", place_.path().c_str(), 1); }
  void TearDown() override { ::unsetenv("TMPDIR"); }
  bool is_empty() const { return std::filesystem::is_empty(place_.path()); }
  bool becomes_empty() const {
    for (int i = 0; i < 300 && !is_empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is_empty();
  }
  // A process with a directory and a child that sleeps; ready when a byte comes.
  pid_t start_busy_process() {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t process = ::fork();
    if (process == 0) {
      clear_leavings_on_signals();
      auto directory = PrivateDirectory::make("whet-scratch");
      std::ofstream(directory->path() + "/content") << "content";
      auto child = ChildProcess::start({{"/bin/sleep", "1000"}, {}, {}});
      const pid_t pid = child->pid();
      (void)!::write(ends[1], &pid, sizeof pid);
      for (;;) ::pause();
    }
    EXPECT_EQ(::read(ends[0], &child_, sizeof child_), static_cast<ssize_t>(sizeof child_));
    ::close(ends[0]), ::close(ends[1]);
    return process;
  }
  bool child_is_gone() const {
    for (int i = 0; i < 300 && ::kill(child_, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return ::kill(child_, 0) != 0;
  }

  const test::TemporaryDirectory place_;
  pid_t child_ = 0;
};

TEST_F(R15Leavings, SignalsEndChildrenAndRemoveDirectories) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT}) {
    const pid_t process = start_busy_process();
    EXPECT_FALSE(is_empty());
    ASSERT_EQ(::kill(process, number), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 128 + number) << number;
    EXPECT_TRUE(is_empty()) << number;
    EXPECT_TRUE(child_is_gone()) << number;
  }
}

TEST_F(R15Leavings, WhatAKilledProcessLeftIsRemovedByTheNext) {
  const pid_t process = start_busy_process();
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  ::kill(child_, SIGKILL);
  EXPECT_FALSE(is_empty());
  remove_abandoned_directories();
  EXPECT_TRUE(becomes_empty());
}

TEST_F(R15Leavings, NothingIsRemovedThatIsInUseOrOfSomebodyElse) {
  const auto used = PrivateDirectory::make("whet-runner");
  ASSERT_TRUE(used) << describe(used.error());
  std::filesystem::create_directories(place_.path("whet-runner-backup"));
  remove_abandoned_directories();
  EXPECT_TRUE(std::filesystem::exists(used->path()));
  EXPECT_TRUE(std::filesystem::exists(place_.path("whet-runner-backup")));
}

TEST_F(R15Leavings, ADirectoryGoesThoughItsOwnerClosedIt) {
  {
    const auto own = PrivateDirectory::make("whet-runner");
    std::filesystem::create_directories(own->path() + "/a/b");
    std::filesystem::permissions(own->path() + "/a", std::filesystem::perms::none);
  }
  EXPECT_TRUE(is_empty());
}

TEST(R15Output, AProgramThatPrintsWithoutEndIsStopped) {
  SystemProcessRunner processes;
  ProcessCommand command{{"/bin/sh", "-c", "while :; do echo 0123456789012345678901234567890123456789; done"}};
  command.output_bytes = 1 << 20;
  const auto finished = processes.run(command);
  ASSERT_TRUE(finished);
  EXPECT_TRUE(finished->too_much_output);
  EXPECT_NE(finished->exit_code, 0);
  EXPECT_LT(finished->out.size(), 2u << 20);
}

}  // namespace leavings_test
}  // namespace whet
