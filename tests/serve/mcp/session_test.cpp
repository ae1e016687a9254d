// A session as a client sees it, line by line.
#include "serve/mcp/session.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>

#include "serve/mcp/fake_catalogue.h"

namespace whet::serve {
namespace session_test {

class SessionTest : public testing::Test {
 protected:
  // The next line that the session sends; null if none comes in time.
  Json next() {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, std::chrono::seconds(10), [this] { return !sent_.empty(); })) return {};
    const std::string line = sent_.front();
    sent_.pop_front();
    return Json::parse(line).value();
  }
  bool is_silent() {
    std::unique_lock lock(mutex_);
    return !arrived_.wait_for(lock, std::chrono::milliseconds(50), [this] { return !sent_.empty(); });
  }
  void send(const std::string& line) { session_.receive(line); }
  Json ask(const std::string& method, const std::string& params = "{}", int id = 1) {
    send(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method + R"(","params":)" + params +
         "}");
    return next();
  }
  Json begin(const std::string& version = "2025-06-18") {
    return ask("initialize",
               R"({"protocolVersion":")" + version + R"(","capabilities":{},"clientInfo":{"name":"t","version":"1"}})");
  }
  static int64_t code(const Json& answer) {
    const Json* error = answer.find("error");
    return error ? *error->find("code")->as_integer() : 0;
  }
  static std::string text(const Json& answer, size_t block = 0) {
    return *answer.find("result")->find("content")->as_array()->at(block).find("text")->as_string();
  }
  static bool is_error(const Json& answer) { return *answer.find("result")->find("isError")->as_bool(); }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::string> sent_;
  const Catalogue catalogue_ = test::fake_catalogue();
  const test::FakeResources resources_;
  const test::FakeCommands commands_;
  Session session_{catalogue_, resources_, commands_, [this](const std::string& line) {
                     const std::lock_guard lock(mutex_);
                     sent_.push_back(line);
                     arrived_.notify_all();
                   }};
};

TEST_F(SessionTest, AKnownVersionIsAgreedOn) {
  for (const char* version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    Session session(catalogue_, resources_, commands_, [&](const std::string& line) {
      EXPECT_EQ(*Json::parse(line)->find("result")->find("protocolVersion")->as_string(), version);
    });
    session.receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" +
                    std::string(version) + "\"}}");
  }
}

TEST_F(SessionTest, AnUnknownVersionIsAnsweredWithTheNewest) {
  EXPECT_EQ(*begin("1999-01-01").find("result")->find("protocolVersion")->as_string(), "2025-11-25");
}

TEST_F(SessionTest, NothingButPingComesBeforeInitialize) {
  EXPECT_EQ(code(ask("tools/list")), -32600);
  EXPECT_TRUE(ask("ping").find("result"));
  EXPECT_EQ(code(ask("initialize", "{}")), -32602);
  begin();
  EXPECT_EQ(code(begin()), -32600);
}

TEST_F(SessionTest, ListsWhatThereIs) {
  begin();
  const Json tools = ask("tools/list");
  EXPECT_TRUE(tools.find("result")->find("tools")->as_array()->at(0).find("outputSchema"));
  EXPECT_EQ(code(ask("tools/list", R"({"cursor":"x"})")), -32602);
  EXPECT_EQ(ask("resources/list").find("result")->find("resources")->as_array()->size(), 1u);
  EXPECT_EQ(ask("resources/templates/list").find("result")->find("resourceTemplates")->as_array()->size(), 1u);
  EXPECT_EQ(ask("prompts/list").find("result")->find("prompts")->as_array()->size(), 1u);
}

TEST_F(SessionTest, AToolAnswersWithTextAndStructure) {
  begin();
  const Json answer = ask("tools/call", R"({"name":"echo","arguments":{"word":"hi"}})");
  EXPECT_EQ(text(answer), "said hi");
  EXPECT_EQ(*answer.find("result")->find("structuredContent")->find("said")->as_string(), "hi");
  EXPECT_FALSE(is_error(answer));
}

TEST_F(SessionTest, OlderClientsGetTheStructureAsText) {
  begin("2024-11-05");
  EXPECT_FALSE(ask("tools/list").find("result")->find("tools")->as_array()->at(0).find("outputSchema"));
  const Json answer = ask("tools/call", R"({"name":"echo","arguments":{"word":"hi"}})");
  EXPECT_FALSE(answer.find("result")->find("structuredContent"));
  EXPECT_EQ(text(answer, 1), R"({"said":"hi"})");
}

TEST_F(SessionTest, WrongArgumentsAreResultsThatSayHowToMendThem) {
  begin();
  for (const char* arguments : {"{}", R"({"word":3})", R"({"word":"x","more":1})", R"({"word":"forbidden"})"}) {
    const Json answer = ask("tools/call", R"({"name":"echo","arguments":)" + std::string(arguments) + "}");
    EXPECT_TRUE(is_error(answer)) << arguments;
    EXPECT_NE(text(answer).find("fix: "), std::string::npos) << arguments;
  }
}

TEST_F(SessionTest, AMalformedCallIsAProtocolError) {
  begin();
  EXPECT_EQ(code(ask("tools/call", R"({"name":"ecko"})")), -32602);
  EXPECT_EQ(code(ask("tools/call", R"({"name":3})")), -32602);
  EXPECT_EQ(code(ask("tools/call", R"({"name":"echo","arguments":[1]})")), -32602);
  EXPECT_EQ(code(ask("no/such")), -32601);
  send("{nonsense");
  EXPECT_EQ(code(next()), -32700);
  send("7");
  EXPECT_EQ(code(next()), -32600);
  session_.refuse_long_line();
  EXPECT_EQ(code(next()), -32600);
}

TEST_F(SessionTest, BlankLinesNotificationsAndResponsesAreNotAnswered) {
  begin();
  for (const char* line : {"", "  \r", R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                           R"({"jsonrpc":"2.0","method":"unknown"})", R"({"jsonrpc":"2.0","id":5,"result":{}})",
                           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}})"})
    send(line);
  EXPECT_TRUE(is_silent());
}

TEST_F(SessionTest, ALongCallBlocksNothingAndCanBeCancelled) {
  begin();
  send(R"({"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"echo","arguments":{"word":"wait"}}})");
  EXPECT_TRUE(ask("ping", "{}", 2).find("result"));
  EXPECT_EQ(text(ask("tools/call", R"({"name":"echo","arguments":{"word":"hi"}})", 3)), "said hi");
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}})");
  EXPECT_TRUE(is_silent());
}

TEST_F(SessionTest, AnIdIsUsedOnceAtATime) {
  begin();
  send(R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"word":"wait"}}})");
  EXPECT_EQ(code(ask("tools/call", R"({"name":"echo","arguments":{"word":"hi"}})", 4)), -32600);
}

TEST_F(SessionTest, ProgressIsToldToThoseWhoAskForIt) {
  begin();
  const Json told = ask("tools/call", R"({"name":"echo","arguments":{"word":"hi"},"_meta":{"progressToken":"t"}})");
  EXPECT_EQ(*told.find("method")->as_string(), "notifications/progress");
  EXPECT_EQ(*told.find("params")->find("progressToken")->as_string(), "t");
  EXPECT_EQ(*told.find("params")->find("message")->as_string(), "saying");
  EXPECT_TRUE(next().find("result"));
}

TEST_F(SessionTest, TheEndStopsWhatRuns) {
  begin();
  send(R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"word":"wait"}}})");
  session_.end();
  EXPECT_TRUE(is_silent());
}

TEST_F(SessionTest, ResourcesAreReadOrNotFound) {
  begin();
  EXPECT_EQ(*ask("resources/read", R"({"uri":"fake://one"})")
                 .find("result")
                 ->find("contents")
                 ->as_array()
                 ->at(0)
                 .find("text")
                 ->as_string(),
            "1");
  EXPECT_EQ(code(ask("resources/read", R"({"uri":"fake://two"})")), -32002);
  EXPECT_EQ(code(ask("resources/read", R"({"uri":"fake://broken"})")), -32603);
  EXPECT_EQ(code(ask("resources/read", "{}")), -32602);
}

TEST_F(SessionTest, PromptsAreFilledIn) {
  begin();
  const Json answer = ask("prompts/get", R"({"name":"greet","arguments":{"who":"you"}})");
  EXPECT_EQ(*answer.find("result")->find("messages")->as_array()->at(0).find("content")->find("text")->as_string(),
            "Hello you!");
  EXPECT_EQ(code(ask("prompts/get", R"({"name":"greet"})")), -32602);
  EXPECT_EQ(code(ask("prompts/get", R"({"name":"greet","arguments":{"who":"you","what":"x"}})")), -32602);
  EXPECT_EQ(code(ask("prompts/get", R"({"name":"none"})")), -32602);
}

TEST_F(SessionTest, BatchesExistInOneVersion) {
  const char* batch = R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},
    {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"word":"hi"}}}, 3])";
  begin("2025-03-26");
  send(batch);
  EXPECT_EQ(next().as_array()->size(), 3u);
  Session newer(catalogue_, resources_, commands_, [&](const std::string& line) { sent_.push_back(line); });
  newer.receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})");
  next();
  newer.receive(batch);
  EXPECT_EQ(code(next()), -32600);
}

}  // namespace session_test
}  // namespace whet::serve
