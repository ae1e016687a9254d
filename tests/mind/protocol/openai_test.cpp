#include <gtest/gtest.h>

#include "mind/protocol/protocol.h"
#include "protocol/asked_server.h"

namespace whet {
namespace openai_test {

using test::ask_server;
using test::AskedMind;
using test::ServerReply;

AskedMind ask_stream(const std::string& body, std::vector<ServerReply> further = {}) {
  ServerReply reply;
  reply.body = body;
  further.insert(further.begin(), reply);
  return ask_server("openai", further);
}

std::string chunk(const std::string& delta, const std::string& reason = "null") {
  return "data: {\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + reason + "}]}\n\n";
}

const std::string k_done = "data: [DONE]\n\n";

TEST(OpenAi, TheRequestIsThatOfChatCompletions) {
  ServerReply reply;
  reply.body = test::openai_stream("ok");
  const AskedMind asked = ask_server("openai", {reply}, {"rules", "kernel", {{"try", "wrong"}}});
  const test::RecordedRequest& request = asked.requests.at(0);
  EXPECT_EQ(request.path, "/v1/chat/completions");
  EXPECT_EQ(request.headers.at("authorization"), std::string("Bearer ") + test::k_test_key);
  EXPECT_EQ(request.body,
            R"({"model":"model-1","max_tokens":1234,"stream":true,"stream_options":{"include_usage":true},"messages":[)"
            R"({"role":"system","content":"rules"},{"role":"user","content":"kernel"},)"
            R"({"role":"assistant","content":"try"},{"role":"user","content":"wrong"}]})");
}

TEST(OpenAi, ItsOwnServersGetTheNewNameOfTheLimit) {
  const HttpRequest request = openai_protocol().request({"m", "https://api.openai.com/v1", 99}, {"", "kernel", {}});
  EXPECT_NE(request.body.find("\"max_completion_tokens\":99"), std::string::npos);
  EXPECT_EQ(request.body.find("\"max_tokens\""), std::string::npos);
  EXPECT_EQ(request.body.find("system"), std::string::npos);
}

TEST(OpenAi, CachedTokensAreNotCountedTwice) {
  ServerReply reply;
  reply.body = test::openai_stream("ok");
  EXPECT_EQ(ask_server("openai", {reply}).answer->usage, (MindUsage{11, 7, 0, 3, true}));
}

TEST(OpenAi, AServerThatDoesNotSayWhatItUsesIsNotAssumedToUseNothing) {
  const AskedMind asked = ask_stream(chunk("{\"content\":\"x\"}") + chunk("{}", "\"stop\"") + k_done);
  EXPECT_EQ(asked.answer->text, "x");
  EXPECT_FALSE(asked.answer->usage.known);
}

TEST(OpenAi, ThoughtsAndOtherChoicesAreNotTheAnswer) {
  const AskedMind asked = ask_stream(
      chunk("{\"reasoning_content\":\"hm\",\"content\":null}") + chunk("{\"reasoning\":\"hm\"}") +
      "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"},\"finish_reason\":\"stop\"}]}\n\n" +
      ": keep-alive\n\n" + chunk("{\"content\":\"yes\"}") + chunk("{}", "\"stop\"") + k_done);
  EXPECT_EQ(asked.answer->text, "yes");
}

TEST(OpenAi, WhatBreaksTheProtocolIsRefused) {
  for (const std::string& body :
       {k_done, chunk("{\"content\":\"x\"}") + k_done, chunk("{\"content\":5}", "\"stop\"") + k_done,
        std::string("data: {\"choices\":5}\n\n") + k_done}) {
    const AskedMind asked = ask_stream(body);
    ASSERT_FALSE(asked.answer.has_value()) << body;
    EXPECT_NE(asked.error.what.find("breaks the protocol"), std::string::npos) << asked.error.what;
  }
}

TEST(OpenAi, AnErrorInTheStreamPassesOrNotAsItsCodeSays) {
  ServerReply whole;
  whole.body = test::openai_stream("ok");
  for (const char* passing : {R"({"message":"why","type":"server_error"})", R"({"message":"why","code":502})",
                              R"({"message":"why","code":429})", R"("why")"})
    EXPECT_TRUE(ask_stream(std::string("data: {\"error\":") + passing + "}\n\n", {whole}).answer.has_value())
        << passing;
  for (const char* lasting : {R"({"message":"why","code":"model_not_found"})", R"({"message":"why","code":400})",
                              R"({"message":"why","type":"invalid_request_error"})"}) {
    const AskedMind asked = ask_stream(std::string("data: {\"error\":") + lasting + "}\n\n", {whole});
    ASSERT_FALSE(asked.answer.has_value()) << lasting;
    EXPECT_NE(asked.error.what.find("why"), std::string::npos);
  }
}

}  // namespace openai_test
}  // namespace whet
