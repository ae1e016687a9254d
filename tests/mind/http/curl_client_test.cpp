#include "mind/http/curl_client.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/mind_server.h"

namespace whet {
namespace curl_client_test {

using std::chrono::milliseconds;
using test::MindServer;
using test::ServerReply;
using Ending = ServerReply::Ending;

struct Posted {
  HttpOutcome outcome;
  std::string body;
};

HttpRequest request_to(const std::string& url) {
  HttpRequest request;
  request.url = url + "/path";
  request.headers = {"content-type: application/json"};
  request.key_header = "x-api-key: ";
  request.key = SecretKey::from_text("sk-test-secret-key", "test").value();
  request.body = "{\"a\":1}";
  request.limits = {milliseconds(2000), milliseconds(20'000), milliseconds(60'000), 1 << 20};
  return request;
}

Posted post(const HttpRequest& request, const std::function<bool()>& stopped = {}) {
  Posted posted;
  CurlClient client;
  posted.outcome = client.post(
      request,
      [&](const HttpHead&, std::string_view bytes) {
        posted.body += bytes;
        return true;
      },
      stopped);
  return posted;
}

Posted post_to(const ServerReply& reply, milliseconds stall = milliseconds(20'000)) {
  const MindServer server({reply});
  HttpRequest request = request_to(server.url());
  request.limits.stall = stall;
  return post(request);
}

ServerReply reply_with(const std::string& body) {
  ServerReply reply;
  reply.body = body;
  return reply;
}

TEST(CurlClient, SendsHeadersKeyAndBodyAndReadsTheReply) {
  ServerReply reply = reply_with("hello");
  reply.headers = {"Retry-After: 7"};
  const MindServer server({reply});
  const Posted posted = post(request_to(server.url()));
  EXPECT_EQ(posted.outcome.end, HttpEnd::complete) << posted.outcome.reason;
  EXPECT_EQ(posted.outcome.head.status, 200);
  EXPECT_EQ(posted.outcome.head.content_type, "text/event-stream");
  EXPECT_EQ(posted.outcome.head.retry_after, "7");
  EXPECT_EQ(posted.body, "hello");
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, "/path");
  EXPECT_EQ(requests[0].headers.at("x-api-key"), "sk-test-secret-key");
  EXPECT_EQ(requests[0].headers.at("content-type"), "application/json");
  EXPECT_EQ(requests[0].headers.count("expect"), 0u);
  EXPECT_EQ(requests[0].body, "{\"a\":1}");
}

TEST(CurlClient, ALargeBodyArrivesWhole) {
  const MindServer server({reply_with("ok")});
  HttpRequest request = request_to(server.url());
  request.body = std::string(5 << 20, 'b');
  EXPECT_EQ(post(request).outcome.end, HttpEnd::complete);
  EXPECT_EQ(server.requests()[0].body, request.body);
}

TEST(CurlClient, WithoutAKeyThereIsNoHeaderForIt) {
  const MindServer server({reply_with("ok")});
  HttpRequest request = request_to(server.url());
  request.key = SecretKey();
  (void)post(request);
  EXPECT_EQ(server.requests()[0].headers.count("x-api-key"), 0u);
}

TEST(CurlClient, ASlowDripIsReadToItsEnd) {
  ServerReply reply = reply_with("0123456789");
  reply.piece = 1;
  reply.pause = milliseconds(120);  // all of it takes longer than the silence allowed
  const Posted posted = post_to(reply, milliseconds(900));
  EXPECT_EQ(posted.outcome.end, HttpEnd::complete) << posted.outcome.reason;
  EXPECT_EQ(posted.body, "0123456789");
}

TEST(CurlClient, SilenceIsNotWaitedOut) {
  ServerReply reply = reply_with("0123456789");
  reply.ending = Ending::silent;
  reply.ends_after = 4;
  const Posted posted = post_to(reply, milliseconds(300));
  EXPECT_EQ(posted.outcome.end, HttpEnd::stalled);
  EXPECT_EQ(posted.outcome.reason, "the server was silent for 0.3 s");
  EXPECT_EQ(posted.body, "0123");
}

TEST(CurlClient, AServerThatTakesTheQuestionAndSaysNothingIsNotWaitedFor) {
  ServerReply reply = reply_with("");
  reply.ending = Ending::mute;
  const MindServer server({reply});
  HttpRequest request = request_to(server.url());
  request.limits.connect = request.limits.stall = milliseconds(300);
  EXPECT_EQ(post(request).outcome.end, HttpEnd::stalled);
}

TEST(CurlClient, ADripThatNeverEndsMeetsTheTotalLimit) {
  ServerReply reply = reply_with(std::string(1000, 'x'));
  reply.piece = 1;
  reply.pause = milliseconds(20);
  const MindServer server({reply});
  HttpRequest request = request_to(server.url());
  request.limits.total = milliseconds(300);
  EXPECT_EQ(post(request).outcome.end, HttpEnd::too_long);
}

TEST(CurlClient, ACutConnectionIsNoEnd) {
  for (const bool chunked : {true, false}) {
    ServerReply reply = reply_with("0123456789");
    reply.chunked = chunked;
    reply.ending = Ending::dropped;
    reply.ends_after = 4;
    EXPECT_EQ(post_to(reply).outcome.end, HttpEnd::dropped) << chunked;
  }
}

TEST(CurlClient, AReplyThatIsTooLargeIsGivenUp) {
  const Posted posted = post_to(reply_with(std::string(3 << 20, 'x')));
  EXPECT_EQ(posted.outcome.end, HttpEnd::too_large);
  EXPECT_LE(posted.body.size(), 1u << 20);
}

TEST(CurlClient, ARedirectIsNotFollowed) {
  const MindServer other({reply_with("stolen")});
  ServerReply redirect = reply_with("");
  redirect.status = 307;
  redirect.headers = {"location: " + other.url() + "/sk-test-secret-key"};
  const Posted posted = post_to(redirect);
  EXPECT_EQ(posted.outcome.head.status, 307);
  EXPECT_EQ(posted.outcome.head.location, other.url() + "/(key)");
  EXPECT_TRUE(other.requests().empty());
}

TEST(CurlClient, StopsWhenItIsTold) {
  ServerReply reply = reply_with("0123456789");
  reply.ending = Ending::silent;
  const MindServer server({reply});
  HttpRequest request = request_to(server.url());
  request.limits.stall = milliseconds(60'000);
  int questions = 0;
  EXPECT_EQ(post(request, [&] { return ++questions > 3; }).outcome.end, HttpEnd::given_up);
}

TEST(CurlClient, AServerThatIsNotThereIsUnreachable) {
  std::string url;
  {
    const MindServer gone({reply_with("")});
    url = gone.url();
  }
  EXPECT_EQ(post(request_to(url)).outcome.end, HttpEnd::unreachable);
  EXPECT_EQ(post(request_to("http://no-such-host.invalid")).outcome.end, HttpEnd::unreachable);
}

TEST(CurlClient, WhatIsNotTlsGetsNoKey) {
  const MindServer plain({reply_with("ok")});
  HttpRequest request = request_to("https" + plain.url().substr(4));
  request.limits.connect = milliseconds(300);
  const Posted posted = post(request);
  EXPECT_NE(posted.outcome.end, HttpEnd::complete);
  EXPECT_TRUE(plain.requests().empty());
}

TEST(CurlClient, AnUnencryptedRequestUsesNoProxy) {
  const MindServer proxy({reply_with("read by the proxy")}), server({reply_with("direct")});
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  const Posted posted = post(request_to(server.url()));
  ::unsetenv("http_proxy");
  EXPECT_EQ(posted.body, "direct");
  EXPECT_TRUE(proxy.requests().empty());
}

class NoLibraries : public Libraries {
 public:
  void* open(const std::string&, std::string& why_not) override {
    why_not = "not found";
    return nullptr;
  }
  void* symbol(void*, const char*) override { return nullptr; }
  std::string path(void*) override { return {}; }
};

TEST(CurlClient, WithoutLibcurlItSaysWhatToInstall) {
  NoLibraries none;
  CurlClient client(none);
  const HttpOutcome outcome = client.post(request_to("http://127.0.0.1:1"), {}, {});
  EXPECT_EQ(outcome.end, HttpEnd::no_library);
  EXPECT_NE(outcome.reason.find("apt-get install libcurl4"), std::string::npos);
}

}  // namespace curl_client_test
}  // namespace whet
