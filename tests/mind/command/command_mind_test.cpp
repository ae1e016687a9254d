#include "mind/command/command_mind.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "support/support.h"

namespace whet {
namespace command_mind_test {

using std::chrono::milliseconds;

struct Said {
  std::string text, error, details;
};

Said ask_command(const std::string& command, const MindPrompt& prompt = {}, milliseconds limit = milliseconds(20'000),
                 const std::function<bool()>& stopped = {}) {
  CommandSettings settings;
  settings.command = command;
  settings.name = "exec:test";
  settings.limit = limit;
  settings.most_output = 1 << 20;
  settings.environment = environment_without({"WHET_TEST_KEY"});
  const auto answer = CommandMind(settings).ask(prompt, stopped);
  if (answer) return {answer->text, "", ""};
  return {"", answer.error().what, answer.error().details};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(CommandMind, ReadsThePromptAndAnswers) {
  const MindPrompt prompt{"rules", "kernel", {{"first try", "it is wrong"}}};
  const std::string text = "rules\n\nkernel\n\n# Your answer\n\nfirst try\n\n# What came of it\n\nit is wrong\n";
  EXPECT_EQ(prompt_text(prompt), text);
  EXPECT_EQ(ask_command("cat", prompt).text, text);
  EXPECT_EQ(ask_command("cat /dev/stdin", prompt).text, text);
}

TEST(CommandMind, ALongPromptDoesNotBlockACommandThatAnswersFirst) {
  const MindPrompt prompt{"", std::string(4 << 20, 'p'), {}};
  EXPECT_EQ(ask_command("echo early; wc -c", prompt).text.substr(0, 13), "early\n4194307");
  EXPECT_EQ(ask_command("echo unread", prompt).text, "unread\n");
}

TEST(CommandMind, ThatFailsIsAnErrorWithWhatItSaid) {
  const Said failed = ask_command("echo no licence >&2; echo half an answer; exit 3");
  EXPECT_EQ(failed.error, "the command of --mind ended with exit code 3");
  EXPECT_EQ(failed.details, "no licence");
  EXPECT_EQ(ask_command("kill -9 $$").error, "the command of --mind was killed by signal 9");
  EXPECT_EQ(ask_command("no_such_agent_anywhere").error, "the command of --mind was not found");
  EXPECT_EQ(ask_command("true").error, "the command of --mind said nothing");
}

TEST(CommandMind, ThatHangsIsKilledWithItsChildren) {
  const test::TemporaryDirectory folder;
  const auto start = std::chrono::steady_clock::now();
  const Said said = ask_command("(sleep 1; touch " + folder.path("late") + ") & sleep 60", {}, milliseconds(300));
  EXPECT_EQ(said.error, "the command of --mind gave no answer within 0 s");
  EXPECT_LT(seconds_since(start), 10);
  std::this_thread::sleep_for(milliseconds(1300));
  EXPECT_FALSE(std::ifstream(folder.path("late")).good());
}

TEST(CommandMind, AChildThatItLeavesBehindDelaysNothingAndIsKilled) {
  const test::TemporaryDirectory folder;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask_command("(sleep 1; touch " + folder.path("late") + "; sleep 60) & echo done").text, "done\n");
  EXPECT_LT(seconds_since(start), 10);
  std::this_thread::sleep_for(milliseconds(1300));
  EXPECT_FALSE(std::ifstream(folder.path("late")).good());
}

TEST(CommandMind, ThatPrintsGigabytesIsStoppedAndNothingOfThemIsKept) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask_command("yes").error, "the command of --mind printed more than 1.0 MiB");
  EXPECT_EQ(ask_command("yes | head -c 1048577").error, "the command of --mind printed more than 1.0 MiB");
  EXPECT_EQ(ask_command("yes | head -c 1048576").text.size(), 1048576u);
  const Said said = ask_command("head -c 40000000 /dev/zero | tr '\\0' e >&2; exit 1");
  EXPECT_EQ(said.error, "the command of --mind ended with exit code 1");
  EXPECT_LE(said.details.size(), 2000u);
  EXPECT_LT(seconds_since(start), 30);
}

TEST(CommandMind, IsGivenUpWhenAsked) {
  int questions = 0;
  EXPECT_EQ(ask_command("sleep 60", {}, milliseconds(20'000), [&] { return ++questions > 3; }).error,
            "the command of --mind was stopped");
}

TEST(CommandMind, DoesNotSeeKeys) {
  ::setenv("WHET_TEST_KEY", "sk-not-for-commands", 1);
  const std::string text = ask_command("env; cat /proc/$$/environ").text;
  ::unsetenv("WHET_TEST_KEY");
  EXPECT_EQ(text.find("sk-not-for"), std::string::npos);
  EXPECT_NE(text.find("PATH="), std::string::npos);
}

}  // namespace command_mind_test
}  // namespace whet
