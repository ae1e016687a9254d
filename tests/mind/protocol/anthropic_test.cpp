#include <gtest/gtest.h>

#include "protocol/asked_server.h"
#include "util/text/json.h"

namespace whet {
namespace anthropic_test {

using test::ask_server;
using test::AskedMind;
using test::ServerReply;

const std::string k_start = "data: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":4}}}\n\n";
const std::string k_delta =
    "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}\n\n";
const std::string k_stop = "data: {\"type\":\"message_stop\"}\n\n";

AskedMind ask_stream(const std::string& body, std::vector<ServerReply> further = {}) {
  ServerReply reply;
  reply.body = body;
  further.insert(further.begin(), reply);
  return ask_server("anthropic", further);
}

std::string text_delta(const std::string& json) {
  return "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":" + json + "}\n\n";
}

TEST(Anthropic, TheRequestIsThatOfTheMessagesApi) {
  ServerReply reply;
  reply.body = test::anthropic_stream("ok");
  const AskedMind asked = ask_server("anthropic", {reply}, {"rules", "kernel", {{"", "say something"}}});
  const test::RecordedRequest& request = asked.requests.at(0);
  EXPECT_EQ(request.path, "/v1/messages");
  EXPECT_EQ(request.headers.at("x-api-key"), test::k_test_key);
  EXPECT_EQ(request.headers.at("anthropic-version"), "2023-06-01");
  EXPECT_EQ(request.headers.at("content-type"), "application/json");
  EXPECT_EQ(request.body,
            R"x({"model":"model-1","max_tokens":1234,"stream":true,"system":[{"type":"text","text":"rules",)x"
            R"x("cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text",)x"
            R"x("text":"kernel"}]},{"role":"assistant","content":[{"type":"text","text":"(nothing)"}]},)x"
            R"x({"role":"user","content":[{"type":"text","text":"say something"}]}]})x");
}

TEST(Anthropic, UsageIsThatOfTheLastCount) {
  ServerReply reply;
  reply.body = test::anthropic_stream("ok");
  EXPECT_EQ(ask_server("anthropic", {reply}).answer->usage, (MindUsage{11, 7, 5, 3, true}));
}

TEST(Anthropic, ThoughtsAndUnknownEventsAreNotTheAnswer) {
  const AskedMind asked = ask_stream(
      k_start + text_delta(R"({"type":"thinking_delta","thinking":"hm"})") +
      text_delta(R"({"type":"signature_delta","signature":"x"})") + "data: {\"type\":\"new_kind\",\"x\":1}\n\n" +
      text_delta(R"({"type":"text_delta","text":"yes"})") + "data: {\"type\":\"ping\"}\n\n" + k_delta + k_stop);
  EXPECT_EQ(asked.answer->text, "yes");
}

TEST(Anthropic, AnErrorInTheStreamPassesOrNotAsItsTypeSays) {
  ServerReply whole;
  whole.body = test::anthropic_stream("ok");
  const auto error = [](const std::string& type) {
    return "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"why\"}}\n\n";
  };
  const AskedMind overloaded = ask_stream(k_start + error("overloaded_error"), {whole});
  EXPECT_EQ(overloaded.answer->text, "ok");
  EXPECT_EQ(overloaded.lost, (std::vector<MindUsage>{{4, 0, 0, 0, true}}));
  const AskedMind invalid = ask_stream(k_start + error("invalid_request_error"), {whole});
  ASSERT_FALSE(invalid.answer.has_value());
  EXPECT_NE(invalid.error.what.find("invalid_request_error: why"), std::string::npos);
}

TEST(Anthropic, EventsOutOfOrderBreakTheProtocol) {
  for (const std::string& body : {k_stop, k_delta + k_stop, k_start + k_stop, k_start + k_start + k_delta + k_stop,
                                  text_delta(R"({"type":"text_delta","text":"x"})") + k_start + k_delta + k_stop,
                                  k_start + text_delta(R"({"type":"text_delta"})") + k_delta + k_stop,
                                  std::string("data: {\"type\":\"message_start\"}\n\n") + k_delta + k_stop,
                                  k_start + "data: {\"type\":\"error\"}\n\n"}) {
    const AskedMind asked = ask_stream(body);
    ASSERT_FALSE(asked.answer.has_value()) << body;
    EXPECT_NE(asked.error.what.find("breaks the protocol"), std::string::npos) << asked.error.what;
  }
}

TEST(Anthropic, ACutConnectionTellsWhatItCost) {
  ServerReply cut, whole;
  cut.body = whole.body = test::anthropic_stream("a long enough answer");
  cut.ending = ServerReply::Ending::dropped;
  cut.ends_after = cut.body.size() / 2;
  EXPECT_EQ(ask_server("anthropic", {cut, whole}).lost, (std::vector<MindUsage>{{11, 7, 5, 1, true}}));
}

}  // namespace anthropic_test
}  // namespace whet
