// A command as a child: what it prints, what it tells meanwhile, and how it is stopped.
#include "serve/command/command_run.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <thread>

namespace whet::serve {
namespace command_run_test {

using Clock = std::chrono::steady_clock;

CommandOutput run_shell(
    const std::string& script, const std::stop_token& stop = {}, const TellProgress& tell = [](auto) {}) {
  return ProgramRunner("/bin/sh", "/", {{"GREETING", "hello"}}).run({"-c", script}, stop, tell).value();
}

// Ends soon after the process itself; a zombie of another parent may need a moment.
bool has_gone(pid_t pid) {
  for (int i = 0; i < 200 && ::kill(pid, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return ::kill(pid, 0) != 0;
}

TEST(CommandRun, KeepsTheStreamsApart) {
  const CommandOutput output = run_shell("echo $GREETING; echo oops >&2; pwd; exit 3");
  EXPECT_EQ(output.out, "hello\n/\n");
  EXPECT_EQ(output.err, "oops\n");
  EXPECT_EQ(output.end.exit_code, 3);
  EXPECT_FALSE(output.was_stopped);
}

TEST(CommandRun, HearsProgressAndTextOnTheSocket) {
  std::vector<std::string> told;
  const CommandOutput output = run_shell(
      R"(echo '{"progress":"one"}' >&3; echo nonsense >&3; echo '{"progress":3}' >&3; printf '%s\n' '{"text":"a\n"}' >&3)",
      {}, [&](std::string_view text) { told.emplace_back(text); });
  EXPECT_EQ(told, std::vector<std::string>{"one"});
  EXPECT_EQ(output.text, "a\n");
}

TEST(CommandRun, IsStoppedWithItsChildren) {
  std::stop_source stop;
  std::vector<pid_t> child;
  const auto begin = Clock::now();
  const CommandOutput output =
      run_shell(R"(sleep 1000 & echo "{\"progress\":\"$!\"}" >&3; wait)", stop.get_token(), [&](std::string_view text) {
        child.push_back(std::stoi(std::string(text)));
        stop.request_stop();
      });
  EXPECT_TRUE(output.was_stopped);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  ASSERT_EQ(child.size(), 1u);
  EXPECT_TRUE(has_gone(child.front()));
}

TEST(CommandRun, IsKilledIfItDoesNotListen) {
  std::stop_source stop;
  const CommandOutput output = run_shell(R"(trap '' TERM; echo '{"progress":"x"}' >&3; while :; do sleep 0.05; done)",
                                         stop.get_token(), [&](auto) { stop.request_stop(); });
  EXPECT_TRUE(output.was_stopped);
  EXPECT_EQ(output.end.signal, SIGKILL);
}

TEST(CommandRun, IsStoppedWhenItPrintsTooMuch) {
  const CommandOutput output = run_shell("yes");
  EXPECT_TRUE(output.is_too_large);
  EXPECT_LT(output.out.size(), 20u << 20);
}

TEST(CommandRun, EndsWithTheProgramEvenIfAChildHoldsItsStreams) {
  const auto begin = Clock::now();
  const CommandOutput output = run_shell("sleep 20 & echo done");
  EXPECT_EQ(output.out, "done\n");
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

TEST(CommandRun, SaysWhichSignalEndedIt) {
  EXPECT_EQ(run_shell("kill -SEGV $$").end.signal, SIGSEGV);
}

TEST(CommandRun, AMissingProgramIsAnError) {
  const auto output = ProgramRunner("/no/such/program", "/").run({}, {}, [](auto) {});
  ASSERT_FALSE(output);
  EXPECT_NE(output.error().what.find("/no/such/program"), std::string::npos);
}

}  // namespace command_run_test
}  // namespace whet::serve
