// A program that is talked to: what it is given, what it is not, and how it ends.
#include "util/system/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>

#include <string>

namespace whet {
namespace child_process_test {

using std::chrono::milliseconds;

ChildProcess shell(const std::string& line) {
  return ChildProcess::start({{"/bin/sh", "-c", line}, {}, {{"GREETING", "hello"}}}).value();
}

// All it prints, to its end.
std::string output_of(ChildProcess& child) {
  std::string text;
  char buffer[4096];
  for (pollfd watched{child.output(), POLLIN, 0}; ::poll(&watched, 1, 5000) > 0;) {
    const ssize_t got = ::read(child.output(), buffer, sizeof buffer);
    if (got <= 0) break;
    text.append(buffer, static_cast<size_t>(got));
  }
  return text;
}

TEST(ChildProcess, HasTheGivenEnvironmentAndNoOther) {
  ChildProcess child = shell("echo $GREETING-$HOME-; echo oops >&2");
  EXPECT_EQ(output_of(child), "hello--\noops\n");
  EXPECT_EQ(child.ended(milliseconds(5000))->exit_code, 0);
}

TEST(ChildProcess, HasErrorsApartIfAsked) {
  ChildProcess child =
      ChildProcess::start({.argv = {"/bin/sh", "-c", "echo out; echo oops >&2"}, .errors_apart = true}).value();
  EXPECT_EQ(output_of(child), "out\n");
  char buffer[64] = {};
  pollfd watched{child.errors(), POLLIN, 0};
  ASSERT_EQ(::poll(&watched, 1, 5000), 1);
  ASSERT_GT(::read(child.errors(), buffer, sizeof buffer - 1), 0);
  EXPECT_STREQ(buffer, "oops\n");
}

TEST(ChildProcess, IsAskedToEndBeforeItIsKilled) {
  ChildProcess child = shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
  char buffer[64] = {};
  pollfd watched{child.output(), POLLIN, 0};
  ASSERT_EQ(::poll(&watched, 1, 5000), 1);
  ASSERT_GT(::read(child.output(), buffer, sizeof buffer - 1), 0);
  EXPECT_EQ(child.end(milliseconds(5000)).exit_code, 7);
}

TEST(ChildProcess, IsTalkedToThroughItsSocket) {
  ChildProcess child = shell("read word <&3; echo \"got $word\" >&3");
  ASSERT_EQ(::write(child.socket(), "word\n", 5), 5);
  pollfd watched{child.socket(), POLLIN, 0};
  ASSERT_EQ(::poll(&watched, 1, 5000), 1);
  char buffer[64] = {};
  const ssize_t got = ::read(child.socket(), buffer, sizeof buffer);
  EXPECT_EQ(std::string(buffer, static_cast<size_t>(got)), "got word\n");
}

TEST(ChildProcess, InheritsNoOtherFiles) {
  const int leaky = ::open("/dev/null", O_RDONLY);  // without close-on-exec, as careless libraries do
  ChildProcess child = shell("ls /proc/self/fd | tr '\\n' ' '");
  ::close(leaky);
  EXPECT_EQ(output_of(child), "0 1 2 3 4 ");  // 4 is the listing of the directory itself
}

TEST(ChildProcess, IsKilledWithItsChildren) {
  ChildProcess child = shell("sleep 1000 & echo $!; wait");
  char buffer[64] = {};
  pollfd watched{child.output(), POLLIN, 0};
  ASSERT_EQ(::poll(&watched, 1, 5000), 1);
  ASSERT_GT(::read(child.output(), buffer, sizeof buffer - 1), 0);
  EXPECT_FALSE(child.ended(milliseconds(0)));
  const ChildEnd end = child.kill();
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(output_of(child), "");  // ends: nobody holds the pipe any more
}

TEST(ChildProcess, SaysHowItEnded) {
  ChildProcess quiet = shell("exit 5");
  EXPECT_EQ(quiet.ended(milliseconds(5000))->exit_code, 5);
  EXPECT_EQ(quiet.kill().exit_code, 5);
  ChildProcess loud = shell("kill -SEGV $$");
  EXPECT_EQ(loud.ended(milliseconds(5000))->signal, SIGSEGV);
}

TEST(ChildProcess, AProgramThatIsNotThereIsAnError) {
  const auto started = ChildProcess::start({{"/nowhere/program"}, {}, {}});
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().kind, ErrorKind::missing);
}

}  // namespace child_process_test
}  // namespace whet
