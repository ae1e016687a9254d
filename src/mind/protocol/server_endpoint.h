// A language model behind an HTTP server.
#pragma once

#include "mind/http/http_client.h"
#include "mind/protocol/http_failure.h"
#include "mind/protocol/protocol.h"
#include "mind/retry/patience.h"
#include "mind/retry/try.h"

namespace whet {

struct ServerSettings {
  std::string name;  // "anthropic:MODEL"
  AskSettings ask;
  SecretKey key;
  std::string ca_file;  // see HttpRequest
  HttpLimits limits;
};

class ServerEndpoint : public Endpoint {
 public:
  ServerEndpoint(const Protocol& protocol, ServerSettings settings, HttpClient& http, const Patience& patience);

  std::string name() const override { return settings_.name; }
  TryOutcome try_once(const MindPrompt& prompt, const std::function<bool()>& stopped) override;

 private:
  struct Reading;
  TryOutcome outcome_of(const HttpOutcome& transfer, Reading& reading) const;
  TryFailure failure_of(const HttpOutcome& transfer, const Reading& reading) const;
  TryFailure scrubbed(TryFailure failure) const;

  const Protocol& protocol_;
  ServerSettings settings_;
  AskedServer server_;
  HttpClient& http_;
  const Patience& patience_;
};

}  // namespace whet
