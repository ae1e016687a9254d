// R15: however a command ends, neither a folder nor a process of its stays.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "judge_fixture.h"
#include "support/support.h"

namespace whet {
namespace ended_commands_test {

class R15EndedCommands : public test::JudgeTest {
 protected:
  void SetUp() override {
    JudgeTest::SetUp();
    std::ofstream(candidate_) << "extern \"C\" void solve(const float*, const float*, float*, int, float) {\n"
                                 "  for (volatile int i = 0;; i = i + 1) {\n  }\n}\n";
  }

  // `whet check` of a candidate that never returns.
  pid_t start() {
    const std::string problem = test::k_adversarial + "scale_add";
    std::vector<std::string> words = {WHET_PROGRAM, "check",    problem,       "--candidate",
                                      candidate_,   "--device", "virtual:h200"};
    std::vector<std::string> variables = {"TMPDIR=" + place_.path(), "WHET_CACHE=" + cache_,
                                          "PATH=" + std::string(std::getenv("PATH")), "HOME=" + place_.path()};
    std::vector<char*> argv, environment;
    for (std::string& word : words) argv.push_back(word.data());
    for (std::string& variable : variables) environment.push_back(variable.data());
    argv.push_back(nullptr), environment.push_back(nullptr);
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, place_.path("out").c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, place_.path("err").c_str(), O_WRONLY | O_CREAT, 0600);
    EXPECT_EQ(::posix_spawn(&pid, WHET_PROGRAM, &actions, nullptr, argv.data(), environment.data()), 0);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
  }

  std::vector<pid_t> children(pid_t of) const {
    std::ifstream file("/proc/" + std::to_string(of) + "/task/" + std::to_string(of) + "/children");
    std::vector<pid_t> all;
    for (pid_t child = 0; file >> child;) all.push_back(child);
    return all;
  }
  size_t folders() const {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(place_.path()))
      count += entry.path().filename().native().starts_with("whet-");
    return count;
  }
  // Until its runners are there, host code and GPU.
  bool is_at_work(pid_t command) const {
    for (int i = 0; i < 6000 && folders() < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    return folders() >= 2 && !children(command).empty();
  }
  static bool are_gone(const std::vector<pid_t>& processes) {
    for (int i = 0; i < 500; ++i) {
      bool gone = true;
      for (const pid_t process : processes) gone = gone && ::kill(process, 0) != 0;
      if (gone) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  const test::TemporaryDirectory place_;
  const std::string candidate_ = place_.path("hangs.cu");
};

TEST_F(R15EndedCommands, SignalsLeaveNothing) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT}) {
    const pid_t command = start();
    ASSERT_TRUE(is_at_work(command)) << DiskFileSystem().read(place_.path("err")).value();
    const std::vector<pid_t> started = children(command);
    ::kill(command, number);
    int status = 0;
    ASSERT_EQ(::waitpid(command, &status, 0), command);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 128 + number) << number;
    EXPECT_EQ(folders(), 0u) << number;
    EXPECT_TRUE(are_gone(started)) << number;
  }
}

TEST_F(R15EndedCommands, ARunnerThatIsKilledLeavesNothing) {
  const pid_t command = start();
  ASSERT_TRUE(is_at_work(command));
  for (const pid_t child : children(command)) ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(command, &status, 0), command);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(folders(), 0u);
}

TEST_F(R15EndedCommands, ACommandThatIsKilledTakesItsProcessesAlong) {
  const pid_t command = start();
  ASSERT_TRUE(is_at_work(command));
  const std::vector<pid_t> started = children(command);
  ::kill(command, SIGKILL);
  ASSERT_EQ(::waitpid(command, nullptr, 0), command);
  EXPECT_TRUE(are_gone(started));
}

}  // namespace ended_commands_test
}  // namespace whet
