#include "mind/open/open_mind.h"

#include <gtest/gtest.h>

#include <map>

#include "mind/http/http_client.h"
#include "support/fake_patience.h"

namespace whet {
namespace open_mind_test {

using Variables = std::map<std::string, std::string>;

class MapEnvironment : public EnvironmentVariables {
 public:
  explicit MapEnvironment(Variables variables) : variables_(std::move(variables)) {}
  std::optional<std::string> get(const std::string& name) const override {
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
  }
  void erase(const std::string& name) override { variables_.erase(name); }

 private:
  Variables variables_;
};

// Remembers where which key went.
class RecordingClient : public HttpClient {
 public:
  HttpOutcome post(const HttpRequest& request, const OnBytes&, const std::function<bool()>&) override {
    sent.push_back(request.url + " " + request.key_header + std::string(request.key.reveal()));
    return {{}, HttpEnd::unsafe, "no"};
  }
  std::vector<std::string> sent;
};

std::string sent_to(const std::string& spec, Variables variables) {
  MapEnvironment environment(std::move(variables));
  RecordingClient client;
  MindOptions options;
  options.http = &client;
  const auto mind = open_mind(spec, take_mind_access(environment), options);
  if (!mind) return mind.error().what;
  (void)(*mind)->ask({}, {});
  return client.sent.at(0);
}

TEST(OpenMind, NoneIsNobody) {
  EXPECT_EQ(open_mind("none", MindAccess{}).value(), nullptr);
}

TEST(OpenMind, ACompanysKeyReachesItsOwnServerOnly) {
  const Variables keys = {{"ANTHROPIC_API_KEY", "key-a"}, {"OPENAI_API_KEY", "key-o"}};
  EXPECT_EQ(sent_to("anthropic:m", keys), "https://api.anthropic.com/v1/messages x-api-key: key-a");
  EXPECT_EQ(sent_to("openai:m", keys), "https://api.openai.com/v1/chat/completions authorization: Bearer key-o");
  EXPECT_EQ(sent_to("openai:m@https://other.example/v1", keys), "there is no key for other.example");
  EXPECT_EQ(sent_to("anthropic:m@https://other.example", keys), "there is no key for other.example");
  EXPECT_EQ(sent_to("openai:m@https://api.anthropic.com/v1", keys), "there is no key for api.anthropic.com");
  EXPECT_EQ(sent_to("openai:m@http://localhost:1/v1", keys),
            "http://localhost:1/v1/chat/completions authorization: Bearer ");
  EXPECT_EQ(sent_to("openai:m@https://other.example/v1", {{"WHET_MIND_KEY", "key-w"}}),
            "https://other.example/v1/chat/completions authorization: Bearer key-w");
}

TEST(OpenMind, WithoutAKeyTheErrorSaysWhichVariablesToSet) {
  const auto anthropic = open_mind("anthropic:m", MindAccess{}),
             other = open_mind("openai:m@https://a.example", MindAccess{});
  EXPECT_EQ(anthropic.error().kind, ErrorKind::missing);
  EXPECT_NE(anthropic.error().mend.find("ANTHROPIC_API_KEY or WHET_MIND_KEY"), std::string::npos);
  EXPECT_NE(other.error().mend.find("any word will do"), std::string::npos);
}

TEST(OpenMind, ACommandAnswersWithoutSeeingKeys) {
  ::setenv("OPENAI_API_KEY", "sk-never-seen", 1);
  const auto mind = open_mind("exec:env; cat", MindAccess{});
  const auto answer = mind.value()->ask({"rules", "kernel", {}}, {});
  ::unsetenv("OPENAI_API_KEY");
  ASSERT_TRUE(answer.ok());
  EXPECT_NE(answer->text.find("rules\n\nkernel\n"), std::string::npos);
  EXPECT_EQ(answer->text.find("sk-never-seen"), std::string::npos);
  EXPECT_FALSE(answer->usage.known);
  EXPECT_FALSE(tells_usage(MindKind::exec));
}

TEST(OpenMind, AnUnsafeServerIsNotAskedAgain) {
  MapEnvironment environment(Variables{{"WHET_MIND_KEY", "key-w"}});
  RecordingClient client;
  test::FakePatience patience;
  MindOptions options;
  options.http = &client;
  options.patience = &patience;
  const auto answer = open_mind("anthropic:m", take_mind_access(environment), options).value()->ask({}, {});
  EXPECT_NE(answer.error().mend.find("certificate"), std::string::npos);
  EXPECT_EQ(client.sent.size(), 1u);
}

}  // namespace open_mind_test
}  // namespace whet
