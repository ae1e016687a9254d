// A server gets the key only if somebody vouches for its certificate.
#include <gtest/gtest.h>
#include <unistd.h>

#include <regex>
#include <thread>

#include "mind/http/curl_client.h"
#include "support/support.h"
#include "util/system/child_process.h"
#include "util/system/process.h"

namespace whet {
namespace curl_tls_test {

// A server that prints what it is sent and never answers.
class TlsServer : public testing::Test {
 protected:
  void SetUp() override {
    const auto openssl = SystemProcessRunner().find_program("openssl");
    if (!openssl) GTEST_SKIP() << "openssl is not installed";
    const std::string key = folder_.path("key.pem");
    const auto made = SystemProcessRunner().run(
        {{*openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
          "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2", "-keyout", key, "-out",
          certificate_}});
    ASSERT_TRUE(made.ok() && made->exit_code == 0) << made->err;
    ChildCommand command;  // it would end with its stdin
    command.argv = {"/bin/sh", "-c",
                    "sleep 60 | " + *openssl + " s_server -accept 127.0.0.1:0 -cert " + certificate_ + " -key " + key};
    command.environment = {{"PATH", "/usr/bin:/bin"}};
    server_.emplace(ChildProcess::start(command).value());
  }
  // Waits until what the server has printed matches, and returns the first group.
  std::string printed(const std::string& pattern, int tries) {
    std::smatch match;
    for (int i = 0; i < tries; ++i) {
      char bytes[4096];
      for (ssize_t got = 0; (got = ::read(server_->output(), bytes, sizeof bytes)) > 0;)
        printed_.append(bytes, static_cast<size_t>(got));
      if (std::regex_search(printed_, match, std::regex(pattern))) return match[1];
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return {};
  }
  HttpOutcome post(const std::string& host, const std::string& ca_file) {
    HttpRequest request;
    request.url = "https://" + host + ":" + printed("ACCEPT [^ \n]*:([0-9]+)", 500) + "/v1/messages";
    request.key_header = "x-api-key: ";
    request.key = SecretKey::from_text("sk-for-no-stranger", "test").value();
    request.ca_file = ca_file;
    request.limits.connect = std::chrono::milliseconds(5000);
    request.limits.stall = std::chrono::milliseconds(500);
    request.limits.total = std::chrono::milliseconds(1500);
    return CurlClient().post(request, [](const HttpHead&, std::string_view) { return true; }, {});
  }
  std::string key_seen(int tries) { return printed("x-api-key: ([-a-z]+)", tries); }

  test::TemporaryDirectory folder_;
  std::string certificate_ = folder_.path("certificate.pem");
  std::optional<ChildProcess> server_;
  std::string printed_;
};

TEST_F(TlsServer, WithACertificateOfItsOwnMakingGetsNoKey) {
  const HttpOutcome outcome = post("localhost", "");
  EXPECT_EQ(outcome.end, HttpEnd::unsafe) << outcome.reason;
  EXPECT_EQ(key_seen(20), "");
}

TEST_F(TlsServer, WhoseCertificateTheUserTrustsIsAsked) {
  const HttpOutcome outcome = post("localhost", certificate_);
  EXPECT_EQ(outcome.end, HttpEnd::too_long) << outcome.reason;
  EXPECT_EQ(key_seen(500), "sk-for-no-stranger");
}

TEST_F(TlsServer, WhoseCertificateIsForAnotherNameGetsNoKey) {
  const HttpOutcome outcome = post("127.0.0.1", certificate_);
  EXPECT_EQ(outcome.end, HttpEnd::unsafe) << outcome.reason;
  EXPECT_EQ(key_seen(20), "");
}

}  // namespace curl_tls_test
}  // namespace whet
