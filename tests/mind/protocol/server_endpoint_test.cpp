// Both protocols against a real server through the real client.
#include "mind/protocol/server_endpoint.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "protocol/asked_server.h"

namespace whet {
namespace server_endpoint_test {

using std::chrono::milliseconds;
using test::ask_server;
using test::AskedMind;
using test::error_reply;
using test::k_test_key;
using test::ServerReply;
using test::stream_reply;
using Ending = ServerReply::Ending;

const std::string k_text = "__global__ void k(float* p) { p[0] = 1.0f; } // \xE2\x88\x9A \"quoted\"\n";

bool mentions_key(const Error& error) {
  return describe(error).find(std::string(k_test_key).substr(0, 10)) != std::string::npos;
}

class EachProtocol : public testing::TestWithParam<const char*> {
 protected:
  ServerReply whole() const { return stream_reply(GetParam(), k_text); }
  AskedMind ask(std::vector<ServerReply> replies) const { return ask_server(GetParam(), std::move(replies)); }
};

TEST_P(EachProtocol, AnAnswerIsReadWhole) {
  const AskedMind asked = ask({whole()});
  ASSERT_TRUE(asked.answer.has_value()) << describe(asked.error);
  EXPECT_EQ(asked.answer->text, k_text);
  EXPECT_FALSE(asked.answer->cut);
  EXPECT_TRUE(asked.lost.empty());
  EXPECT_EQ(asked.requests.size(), 1u);
}

TEST_P(EachProtocol, TheStreamMayBeSplitAtEveryByte) {
  const ServerReply reply = stream_reply(GetParam(), "p[0] = 1; // \xE2\x88\x9A\n");
  std::vector<ServerReply> replies;
  for (size_t at = 1; at < reply.body.size(); ++at) {
    replies.push_back(reply);
    replies.back().splits = {at};
  }
  const size_t count = replies.size();
  const test::MindServer server(std::move(replies));
  test::KeyEnvironment environment;
  const std::string spec = std::string(GetParam()) + ":m@" + server.url();
  const auto mind = open_mind(spec, take_mind_access(environment)).value();
  for (size_t i = 0; i < count; ++i) {
    const auto answer = mind->ask({"rules", "kernel", {}}, {});
    ASSERT_TRUE(answer.ok()) << i << describe(answer.error());
    ASSERT_EQ(answer->text, "p[0] = 1; // \xE2\x88\x9A\n") << i;
  }
}

TEST_P(EachProtocol, SeveralThreadsMayAskAtOnce) {
  const test::MindServer server({whole()});
  test::KeyEnvironment environment;
  const auto mind = open_mind(std::string(GetParam()) + ":m@" + server.url(), take_mind_access(environment)).value();
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&] {
      const auto answer = mind->ask({"rules", "kernel", {}}, {});
      right += answer && answer->text == k_text;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 16);
}

TEST_P(EachProtocol, TheStreamMayComeByteByByteAndWithoutChunks) {
  for (const bool chunked : {true, false}) {
    ServerReply reply = whole();
    reply.piece = 1;
    reply.chunked = chunked;
    EXPECT_EQ(ask({reply}).answer->text, k_text);
  }
}

TEST_P(EachProtocol, LinesMayEndInCarriageReturns) {
  ServerReply reply = whole();
  std::string body;
  for (const char c : reply.body) body += c == '\n' ? std::string("\r\n") : std::string(1, c);
  reply.body = body;
  EXPECT_EQ(ask({reply}).answer->text, k_text);
}

TEST_P(EachProtocol, AnAnswerCutByItsLengthIsMarked) {
  const std::string reason = std::string(GetParam()) == "anthropic" ? "max_tokens" : "length";
  EXPECT_TRUE(ask({stream_reply(GetParam(), k_text, reason)}).answer->cut);
}

TEST_P(EachProtocol, AnAnswerThatEndsForAnotherReasonIsNotUsed) {
  for (const char* reason : {"refusal", "content_filter", "tool_use", "something_new"}) {
    const AskedMind asked = ask({stream_reply(GetParam(), k_text, reason)});
    ASSERT_FALSE(asked.answer.has_value());
    EXPECT_NE(asked.error.what.find(reason), std::string::npos);
    EXPECT_EQ(asked.requests.size(), 1u);
  }
}

// Wherever the connection is cut, what came is no answer, and the question is asked again.
TEST_P(EachProtocol, ADroppedConnectionIsNeverAnAnswer) {
  const ServerReply reply = whole();
  for (size_t at = 0; at + 2 < reply.body.size(); at += 37) {
    ServerReply dropped = reply;
    dropped.ending = Ending::dropped;
    dropped.ends_after = at;
    const AskedMind asked = ask({dropped, reply});
    ASSERT_TRUE(asked.answer.has_value()) << at << describe(asked.error);
    ASSERT_EQ(asked.answer->text, k_text) << at;
    ASSERT_EQ(asked.requests.size(), 2u) << at;
  }
}

TEST_P(EachProtocol, AStreamThatEndsWithoutItsLastEventIsNeverAnAnswer) {
  const ServerReply reply = whole();
  for (size_t at = 0; at + 2 < reply.body.size(); at += 41) {
    ServerReply ended = reply;
    ended.body = reply.body.substr(0, at);
    const AskedMind asked = ask({ended, reply});
    ASSERT_TRUE(asked.answer.has_value()) << at << describe(asked.error);
    ASSERT_EQ(asked.requests.size(), 2u) << at;
  }
}

TEST_P(EachProtocol, ASilentServerIsAskedAgain) {
  ServerReply silent = whole();
  silent.ending = Ending::silent;
  silent.ends_after = silent.body.size() / 2;
  const AskedMind asked = ask_server(GetParam(), {silent, whole()}, {"rules", "kernel", {}}, milliseconds(400));
  EXPECT_EQ(asked.answer->text, k_text);
  EXPECT_EQ(asked.requests.size(), 2u);
}

TEST_P(EachProtocol, AServerThatDropsForEverEndsInAClearError) {
  ServerReply dropped = whole();
  dropped.ending = Ending::dropped;
  dropped.ends_after = 100;
  const AskedMind asked = ask({dropped});
  ASSERT_FALSE(asked.answer.has_value());
  EXPECT_EQ(asked.requests.size(), 6u);
  EXPECT_NE(asked.error.what.find("(tried 6 times)"), std::string::npos);
  EXPECT_NE(asked.error.where.find("http://127.0.0.1:"), std::string::npos);
}

TEST_P(EachProtocol, ASlowDripIsAnAnswer) {
  ServerReply drip = stream_reply(GetParam(), "x");
  drip.piece = drip.body.size() / 8;
  drip.pause = milliseconds(100);  // all of it takes longer than the silence allowed
  EXPECT_EQ(ask_server(GetParam(), {drip}, {"rules", "kernel", {}}, milliseconds(600)).answer->text, "x");
}

TEST_P(EachProtocol, TooManyRequestsWaitAsLongAsTheServerAsks) {
  const AskedMind asked = ask({error_reply(429, "rate_limit_error", "slow down", {"retry-after: 20"}), whole()});
  EXPECT_EQ(asked.answer->text, k_text);
  EXPECT_EQ(asked.waits, (std::vector<milliseconds>{milliseconds(20250)}));
  const AskedMind dated =
      ask({error_reply(429, "rate_limit_error", "slow down", {"Retry-After: Sun, 09 Sep 2001 01:46:50 GMT"}), whole()});
  EXPECT_EQ(dated.waits, (std::vector<milliseconds>{milliseconds(10250)}));
}

TEST_P(EachProtocol, FailuresOfTheServerAreTriedAgain) {
  for (const int status : {408, 409, 429, 500, 502, 503, 504, 529}) {
    const AskedMind asked = ask({error_reply(status, "overloaded_error", "later"), whole()});
    ASSERT_TRUE(asked.answer.has_value()) << status;
    EXPECT_EQ(asked.requests.size(), 2u) << status;
  }
}

TEST_P(EachProtocol, FailuresOfTheRequestAreNotTriedAgainAndSayHowToMendThem) {
  const std::vector<std::pair<int, std::string>> mends = {{400, "its message says why"},
                                                          {401, "the key is wrong"},
                                                          {402, "no credit"},
                                                          {403, "`model-1`"},
                                                          {404, "`model-1`"},
                                                          {413, "too long"}};
  for (const auto& [status, mend] : mends) {
    const AskedMind asked = ask({error_reply(status, "invalid_request_error", "the server's own words"), whole()});
    ASSERT_FALSE(asked.answer.has_value()) << status;
    EXPECT_EQ(asked.requests.size(), 1u) << status;
    EXPECT_NE(asked.error.what.find("the server's own words"), std::string::npos);
    EXPECT_NE(asked.error.mend.find(mend), std::string::npos) << asked.error.mend;
  }
}

TEST_P(EachProtocol, AnAccountWithoutCreditIsNotAskedAgain) {
  const AskedMind asked = ask({error_reply(429, "insufficient_quota", "You exceeded your quota"), whole()});
  EXPECT_EQ(asked.requests.size(), 1u);
  EXPECT_EQ(asked.error.mend, "the account has no credit left");
}

TEST_P(EachProtocol, ErrorsThatAreNotOfTheProtocolAreShown) {
  ServerReply page = error_reply(404, "", "");
  page.content_type = "text/html";
  page.body = "<html>\n<h1>Not\x01 here</h1>";
  const AskedMind asked = ask({page});
  EXPECT_NE(asked.error.what.find("status 404: <html> <h1>Not  here</h1>"), std::string::npos) << asked.error.what;
}

TEST_P(EachProtocol, AReplyOfAnotherTypeIsRefused) {
  ServerReply json = whole();
  json.content_type = "application/json";
  const AskedMind asked = ask({json, whole()});
  ASSERT_FALSE(asked.answer.has_value());
  EXPECT_NE(asked.error.what.find("`application/json` in place of a stream"), std::string::npos);
  EXPECT_EQ(asked.requests.size(), 1u);
}

TEST_P(EachProtocol, MalformedEventsAreRefused) {
  for (const char* event : {"data: {\"type\":\n\n", "data: [1,2]\n\n", "data: nonsense\n\n", "data: \xff\xfe\n\n",
                            "event: message_start\ndata: {\"a\":\"\xc3\"}\n\n"}) {
    ServerReply reply = whole();
    reply.body.insert(reply.body.find("\n\n") + 2, event);
    const AskedMind asked = ask({reply, whole()});
    ASSERT_FALSE(asked.answer.has_value()) << event;
    EXPECT_NE(asked.error.what.find("breaks the protocol"), std::string::npos) << asked.error.what;
    EXPECT_EQ(asked.requests.size(), 1u);
  }
}

TEST_P(EachProtocol, AnEndlessEventIsRefused) {
  ServerReply reply = whole();
  reply.body = "data: " + std::string(9 << 20, 'x');
  const AskedMind asked = ask({reply});
  EXPECT_NE(asked.error.what.find("an event of more than"), std::string::npos) << asked.error.what;
}

TEST_P(EachProtocol, ARedirectIsNotFollowed) {
  ServerReply redirect = whole();
  redirect.status = 302;
  redirect.headers = {"location: https://elsewhere.example/v1"};
  const AskedMind asked = ask({redirect, whole()});
  ASSERT_FALSE(asked.answer.has_value());
  EXPECT_NE(asked.error.what.find("https://elsewhere.example/v1"), std::string::npos);
  EXPECT_EQ(asked.requests.size(), 1u);
}

TEST_P(EachProtocol, NoErrorShowsTheKeyEvenIfTheServerRepeatsIt) {
  const std::string key = k_test_key;
  std::vector<ServerReply> replies = {error_reply(401, "authentication_error", "bad key " + key),
                                      error_reply(400, "x", "key " + key.substr(0, 16) + "***"),
                                      stream_reply(GetParam(), "x", key)};
  ServerReply raw = error_reply(403, "", "");
  raw.body = "your request: x-api-key: " + key;
  replies.push_back(raw);
  ServerReply redirect = raw;
  redirect.status = 301;
  redirect.headers = {"location: https://elsewhere.example/?key=" + key};
  replies.push_back(redirect);
  ServerReply type = whole();
  type.content_type = "text/" + key;
  replies.push_back(type);
  ServerReply event = whole();
  event.body = "data: " + key + "\n\n";
  replies.push_back(event);
  for (const ServerReply& reply : replies) {
    const AskedMind asked = ask({reply});
    ASSERT_FALSE(asked.answer.has_value());
    EXPECT_FALSE(mentions_key(asked.error)) << describe(asked.error);
    EXPECT_NE(describe(asked.error).find("(key)"), std::string::npos) << describe(asked.error);
  }
}

TEST_P(EachProtocol, AnAnswerThatRepeatsTheKeyIsNotUsed) {
  const AskedMind asked = ask({stream_reply(GetParam(), std::string("// ") + k_test_key)});
  ASSERT_FALSE(asked.answer.has_value());
  EXPECT_FALSE(mentions_key(asked.error));
}

TEST_P(EachProtocol, TheSameConstantPartIsSentByteForByte) {
  const MindPrompt first{"rules \"and\"\n\xE2\x88\x9A", "one", {}}, second{first.constant, "two", {{"a", "b"}}};
  const auto body_of = [&](const MindPrompt& prompt) {
    return ask_server(GetParam(), {whole()}, prompt).requests[0].body;
  };
  const std::string one = body_of(first), two = body_of(second);
  const size_t until = one.find("one");
  ASSERT_NE(until, std::string::npos);
  EXPECT_EQ(one.substr(0, until), two.substr(0, until));
}

INSTANTIATE_TEST_SUITE_P(Mind, EachProtocol, testing::Values("anthropic", "openai"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace server_endpoint_test
}  // namespace whet
