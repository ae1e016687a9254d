// Asks a real server through the whole of a mind, and says how that went.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mind/open/open_mind.h"
#include "support/fake_patience.h"
#include "support/mind_server.h"

namespace whet::test {

constexpr const char* k_test_key = "sk-test-0123456789-secret";

// The environment of a process that has nothing but a key.
class KeyEnvironment : public EnvironmentVariables {
 public:
  explicit KeyEnvironment(std::string key = k_test_key) : key_(std::move(key)) {}
  std::optional<std::string> get(const std::string& name) const override {
    return name == "WHET_MIND_KEY" && !key_.empty() ? std::optional(key_) : std::nullopt;
  }
  void erase(const std::string&) override {}

 private:
  std::string key_;
};

struct AskedMind {
  std::optional<MindAnswer> answer;
  Error error;
  std::vector<RecordedRequest> requests;
  std::vector<std::chrono::milliseconds> waits;
  std::vector<MindUsage> lost;
};

inline AskedMind ask_server(const std::string& kind, std::vector<ServerReply> replies,
                            const MindPrompt& prompt = {"rules", "kernel", {}},
                            std::chrono::milliseconds stall = std::chrono::seconds(20)) {
  AskedMind asked;
  FakePatience patience;
  const MindServer server(std::move(replies));
  KeyEnvironment environment;
  MindOptions options;
  options.patience = &patience;
  options.stall = stall;
  options.longest_answer = 1234;
  options.on_lost = [&](const MindUsage& usage) { asked.lost.push_back(usage); };
  const std::string spec = kind + ":model-1@" + server.url() + (kind == "openai" ? "/v1" : "");
  const auto mind = open_mind(spec, take_mind_access(environment), options).value()->ask(prompt, {});
  if (mind)
    asked.answer = *mind;
  else
    asked.error = mind.error();
  asked.requests = server.requests();
  asked.waits = patience.waits;
  return asked;
}

inline ServerReply stream_reply(const std::string& kind, const std::string& text, const std::string& reason = {}) {
  ServerReply reply;
  if (kind == "anthropic")
    reply.body = reason.empty() ? anthropic_stream(text) : anthropic_stream(text, reason);
  else
    reply.body = reason.empty() ? openai_stream(text) : openai_stream(text, reason);
  return reply;
}

}  // namespace whet::test
