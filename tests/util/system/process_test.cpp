#include "util/system/process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "support/support.h"
#include "util/system/files.h"

namespace whet {
namespace process_test {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

ProcessCommand shell(std::string script, milliseconds timeout = milliseconds(10'000)) {
  return {{"sh", "-c", std::move(script)}, {}, {}, timeout};
}

Finished run(const ProcessCommand& command) {
  const auto finished = SystemProcessRunner().run(command);
  EXPECT_TRUE(finished.ok());
  return finished ? *finished : Finished{};
}

bool alive(int process) {
  return ::kill(process, 0) == 0;
}

// A killed grandchild stays a zombie until its new parent reaps it.
bool ends_soon(int process) {
  for (int i = 0; i < 200 && alive(process); ++i) std::this_thread::sleep_for(milliseconds(10));
  if (!alive(process)) return true;
  const auto status = DiskFileSystem().read("/proc/" + std::to_string(process) + "/stat");
  return !status || status->find(") Z") != std::string::npos;
}

TEST(Process, GivesExitCodeAndBothOutputs) {
  const Finished finished = run(shell("echo out; echo err >&2; exit 7"));
  EXPECT_EQ(finished.exit_code, 7);
  EXPECT_EQ(finished.out, "out\n");
  EXPECT_EQ(finished.err, "err\n");
  EXPECT_FALSE(finished.timed_out);
}

TEST(Process, DeathBySignalIs128PlusTheSignal) {
  EXPECT_EQ(run(shell("kill -SEGV $$")).exit_code, 128 + SIGSEGV);
}

TEST(Process, LargeOutputOnBothPipesArrivesWhole) {
  const Finished finished = run(shell("head -c 3000000 /dev/zero & head -c 2000000 /dev/zero >&2; wait"));
  EXPECT_EQ(finished.out.size(), 3'000'000u);
  EXPECT_EQ(finished.err.size(), 2'000'000u);
}

TEST(Process, AMissingProgramIsAnErrorThatNamesIt) {
  const auto finished = SystemProcessRunner().run({{"whet-no-such-program"}, {}, {}, milliseconds(1000)});
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().kind, ErrorKind::missing);
  EXPECT_NE(finished.error().what.find("whet-no-such-program"), std::string::npos);
}

TEST(Process, ATimeoutKillsTheWholeGroup) {
  const auto begin = Clock::now();
  const Finished finished = run(shell("sleep 60 & echo $!; wait", milliseconds(300)));
  EXPECT_TRUE(finished.timed_out);
  EXPECT_EQ(finished.exit_code, 128 + SIGKILL);
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
  EXPECT_TRUE(ends_soon(std::stoi(finished.out)));
}

TEST(Process, AProgramThatClosesItsStreamsStillMeetsItsTimeout) {
  const auto begin = Clock::now();
  const Finished finished = run(shell("exec >&- 2>&-; sleep 60", milliseconds(300)));
  EXPECT_TRUE(finished.timed_out);
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
}

TEST(Process, ABackgroundChildThatKeepsTheStreamsOpenDoesNotHoldUpItsParent) {
  const auto begin = Clock::now();
  const Finished finished = run(shell("sleep 60 & echo $!"));
  ::kill(std::stoi(finished.out), SIGKILL);
  EXPECT_FALSE(finished.timed_out);
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
}

TEST(Process, StdinIsEmpty) {
  EXPECT_EQ(run(shell("cat; echo end")).out, "end\n");
}

TEST(Process, RunsInTheDirectoryWithTheEnvironmentGiven) {
  const test::TemporaryDirectory directory;
  ProcessCommand command = shell("pwd; echo $WHET_TEST_VALUE; echo ${PATH:+path}");
  command.directory = directory.path();
  command.environment = {{"WHET_TEST_VALUE", "given"}};
  EXPECT_EQ(run(command).out, directory.path() + "\ngiven\npath\n");
}

TEST(Process, TheGivenEnvironmentReplacesOurs) {
  ::setenv("WHET_TEST_VALUE", "ours", 1);
  ProcessCommand command = shell("env | grep WHET_TEST_VALUE");
  command.environment = {{"WHET_TEST_VALUE", "theirs"}};
  EXPECT_EQ(run(command).out, "WHET_TEST_VALUE=theirs\n");
  ::unsetenv("WHET_TEST_VALUE");
}

TEST(Process, AMissingDirectoryIsNotBlamedOnTheProgram) {
  ProcessCommand command = shell("true");
  command.directory = "/nowhere/at/all";
  const auto finished = SystemProcessRunner().run(command);
  ASSERT_FALSE(finished.ok());
  EXPECT_NE(finished.error().what.find("/nowhere/at/all"), std::string::npos);
}

TEST(Process, FindsProgramsButNotDirectoriesOnThePath) {
  const test::TemporaryDirectory directory;
  ASSERT_TRUE(DiskFileSystem().make_directories(directory.path("sh")).ok());
  const std::string before = ::getenv("PATH");
  ::setenv("PATH", (directory.path() + ":" + before).c_str(), 1);
  const auto found = SystemProcessRunner().find_program("sh");
  ::setenv("PATH", before.c_str(), 1);
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(*found, directory.path("sh"));
  EXPECT_FALSE(SystemProcessRunner().find_program("whet-no-such-program"));
  EXPECT_EQ(SystemProcessRunner().find_program("/bin/sh"), "/bin/sh");
}

TEST(Process, ManyAtOnceDoNotDisturbEachOther) {
  std::vector<std::thread> threads;
  std::vector<std::string> outputs(16);
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&outputs, i] { outputs[i] = run(shell("sleep 0.05; echo " + std::to_string(i))).out; });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 16; ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

}  // namespace process_test
}  // namespace whet
