// What a reply that is no answer means to the user: wrong key, unknown model, overload.
#pragma once

#include "mind/http/http_client.h"
#include "mind/protocol/protocol.h"
#include "mind/retry/try.h"

namespace whet {

struct AskedServer {
  std::string name;     // "anthropic:MODEL"
  std::string address;  // where it is asked
  const Protocol* protocol = nullptr;
  std::string model;
};

// A reply with a status that is no success; `body` is the beginning of what it said.
TryFailure refused_by_status(const AskedServer& server, const HttpHead& head, std::string_view body,
                             int64_t now_unix_seconds);
// A transfer that ended in another way than with the reply's end.
TryFailure transfer_failed(const AskedServer& server, const HttpOutcome& outcome);
// An error that was reported in the stream.
TryFailure complained(const AskedServer& server, const ServerComplaint& complaint);

}  // namespace whet
