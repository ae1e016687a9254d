// A compiler cannot reach what its candidate should not.
#include "judge/sandbox/confined_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "judge/sandbox/landlock.h"
#include "support/support.h"

namespace whet {
namespace confined_command_test {

class ConfinedCommandTest : public testing::Test {
 protected:
  // Runs a shell line, confined to a directory of its own.
  Finished run(const std::string& line, const std::optional<std::string>& bubblewrap = {}) {
    ProcessCommand command;
    command.argv = {"/bin/sh", "-c", line};
    const Confinement confinement{work_.path(), {sources_.path()}};
    return processes_.run(confined(command, confinement, bubblewrap, WHET_PROGRAM)).value();
  }
  void expect_confined(const std::optional<std::string>& bubblewrap) {
    std::ofstream(sources_.path("kernel.cu")) << "source";
    std::ofstream(secrets_.path("secret")) << "secret";
    EXPECT_EQ(run("cat " + sources_.path("kernel.cu"), bubblewrap).out, "source");
    EXPECT_EQ(run("echo made > " + work_.path("result"), bubblewrap).exit_code, 0);
    EXPECT_EQ(DiskFileSystem().read(work_.path("result")).value(), "made\n");
    EXPECT_EQ(run("echo $HOME $TMPDIR", bubblewrap).out, work_.path() + " " + work_.path() + "\n");
    EXPECT_NE(run("cat " + secrets_.path("secret"), bubblewrap).exit_code, 0);
    EXPECT_NE(run("echo changed > " + sources_.path("kernel.cu"), bubblewrap).exit_code, 0);
    EXPECT_NE(run("cat /etc/shadow", bubblewrap).exit_code, 0);
    EXPECT_EQ(DiskFileSystem().read(sources_.path("kernel.cu")).value(), "source");
    EXPECT_EQ(run("exit 7", bubblewrap).exit_code, 7);
  }

  SystemProcessRunner processes_;
  const test::TemporaryDirectory work_, sources_, secrets_;
};

TEST_F(ConfinedCommandTest, WithoutBubblewrapLandlockConfines) {
  if (landlock_abi() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  expect_confined(std::nullopt);
}

TEST_F(ConfinedCommandTest, WithBubblewrapToo) {
  const auto bubblewrap = working_bubblewrap(processes_);
  if (!bubblewrap) GTEST_SKIP() << "no bubblewrap that works";
  expect_confined(bubblewrap);
}

TEST_F(ConfinedCommandTest, TheHostCompilerWorksInside) {
  std::ofstream(sources_.path("a.cpp")) << "#include <vector>\nint main() { return std::vector<int>(3).size(); }\n";
  const Finished built = run("c++ " + sources_.path("a.cpp") + " -o " + work_.path("a") + " && " + work_.path("a"));
  EXPECT_EQ(built.exit_code, 3) << built.err;
}

TEST_F(ConfinedCommandTest, ThereIsNoNetworkInside) {
  std::ofstream(sources_.path("a.cpp"))
      << "#include <sys/socket.h>\nint main() { return socket(AF_INET, SOCK_STREAM, 0) < 0; }\n";
  EXPECT_EQ(run("c++ " + sources_.path("a.cpp") + " -o " + work_.path("a") + " && " + work_.path("a")).exit_code, 1);
}

TEST_F(ConfinedCommandTest, AProgramThatIsNotThereIsNamed) {
  ProcessCommand command;
  command.argv = {"no_such_compiler", "-O2"};
  const Finished finished = processes_.run(confined(command, {work_.path(), {}}, {}, WHET_PROGRAM)).value();
  EXPECT_EQ(finished.exit_code, 4);
  EXPECT_NE(finished.err.find("cannot start `no_such_compiler`"), std::string::npos) << finished.err;
}

TEST_F(ConfinedCommandTest, ABubblewrapThatDoesNotWorkIsNotUsed) {
  const auto tried_with = [](int exit_code) {
    test::FakeProcessRunner fake;
    const auto answer = [=](const ProcessCommand&) { return Finished{exit_code, false, "", ""}; };
    fake.install("bwrap", answer);  // found by its name, started by its path
    fake.install("/usr/bin/bwrap", answer);
    return std::pair(working_bubblewrap(fake), fake.started);
  };
  test::FakeProcessRunner none;
  EXPECT_FALSE(working_bubblewrap(none));
  EXPECT_FALSE(tried_with(1).first);
  EXPECT_EQ(tried_with(0).first, "/usr/bin/bwrap");
  const auto words = tried_with(0).second.at(0).argv;
  EXPECT_NE(std::find(words.begin(), words.end(), "--unshare-all"), words.end());
}

}  // namespace confined_command_test
}  // namespace whet
