// The server that command-line cases use speaks the protocols that whet reads.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "mind/open/open_mind.h"
#include "support/fake_patience.h"
#include "support/source_folder.h"
#include "support/support.h"
#include "util/system/child_process.h"
#include "util/system/process.h"
#include "util/text/json.h"

namespace whet {
namespace mind_server_script_test {

const std::string k_script = test::source_folder() + "/tests/cli/fixtures/mind/mind_server.py";

class ScriptServer : public testing::Test {
 protected:
  void answer(const std::string& name, const std::string& content) {
    std::filesystem::create_directories(folder_.path("answers"));
    std::ofstream(folder_.path("answers/" + name)) << content;
  }
  // Starts the script and returns its address.
  std::string start() {
    const auto python = SystemProcessRunner().find_program("python3");
    ChildCommand command;
    command.argv = {python.value(),           k_script,      folder_.path("answers"), "--requests",
                    folder_.path("requests"), "--port-file", folder_.path("port")};
    server_.emplace(ChildProcess::start(command).value());
    for (int i = 0; i < 1000 && !std::filesystem::exists(folder_.path("port")); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::string port;
    std::ifstream(folder_.path("port")) >> port;
    return "http://127.0.0.1:" + port;
  }
  std::string said_by(const std::string& spec) {
    test::FakePatience patience;
    MindOptions options;
    options.patience = &patience;
    const auto said = open_mind(spec, MindAccess{}, options).value()->ask({"rules", "kernel", {}}, {});
    return said ? (said->cut ? "cut: " : "") + said->text : "error: " + said.error().what;
  }
  std::string requests() const {
    std::ifstream file(folder_.path("requests"));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  test::TemporaryDirectory folder_;
  std::optional<ChildProcess> server_;
};

TEST_F(ScriptServer, GivesItsAnswersInTurnInBothProtocols) {
  answer("1.txt", "first \xE2\x88\x9A\n");
  answer("2.cut.txt", "second");
  answer("3.status", "529\nretry-after: 1\n\n{\"error\":{\"type\":\"overloaded_error\",\"message\":\"later\"}}");
  answer("4.dropped", "never seen as a whole, because it is cut");
  answer("5.txt", "last");
  const std::string url = start();
  EXPECT_EQ(said_by("anthropic:m@" + url), "first \xE2\x88\x9A\n");
  EXPECT_EQ(said_by("openai:m@" + url + "/v1"), "cut: second");
  EXPECT_EQ(said_by("openai:m@" + url + "/v1"), "last");
  EXPECT_EQ(said_by("anthropic:m@" + url), "last");
  const std::string lines = requests();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 6);
  const Json first = Json::parse(lines.substr(0, lines.find('\n'))).value();
  EXPECT_EQ(*first.find("path")->as_string(), "/v1/messages");
  EXPECT_FALSE(*first.find("key")->as_bool());
  EXPECT_EQ(*first.find("body")->find("model")->as_string(), "m");
}

TEST_F(ScriptServer, RunsACommandThatIsToldItsAddress) {
  answer("1.txt", "x");
  ProcessCommand command{{"python3", k_script, folder_.path("answers"), "--", "sh", "-c", "echo {url}; exit 5"}};
  const auto finished = SystemProcessRunner().run(command);
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(finished->exit_code, 5);
  EXPECT_EQ(finished->out.rfind("http://127.0.0.1:", 0), 0u);
}

}  // namespace mind_server_script_test
}  // namespace whet
