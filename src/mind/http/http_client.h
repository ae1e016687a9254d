// HTTP as minds need it: one POST whose reply is read while it arrives.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mind/key/secret_key.h"

namespace whet {

struct HttpLimits {
  std::chrono::milliseconds connect{20'000};
  // Of silence: a reply may drip as slowly as it likes, but a model that thinks says nothing for minutes.
  std::chrono::milliseconds stall{300'000};
  std::chrono::milliseconds total{3'600'000};
  uint64_t reply_bytes = 64ull << 20;
};

struct HttpRequest {
  std::string url;
  std::vector<std::string> headers;  // "name: value"
  std::string key_header;            // what stands before the key: "authorization: Bearer "
  SecretKey key;                     // none: no such header
  std::string body;
  std::string ca_file;  // certificates to trust in place of the system's; none: the system's
  HttpLimits limits;
};

// What is known before the first byte of the body.
struct HttpHead {
  int status = 0;            // 0: no reply
  std::string content_type;  // lower case, without parameters
  std::string retry_after;   // as it was sent
  std::string location;      // of a redirect, which is never followed
};

enum class HttpEnd {
  complete,
  unreachable,  // no connection: name, network, refused
  unsafe,       // the server's certificate cannot be trusted
  dropped,      // the connection was cut, or the reply is not HTTP
  stalled,      // silent for too long
  too_long,     // the total limit
  too_large,    // more bytes than the limit
  given_up,     // `stopped` said yes, or `on_bytes` said no
  no_library,   // libcurl is not on this machine
};

struct HttpOutcome {
  HttpHead head;
  HttpEnd end = HttpEnd::complete;
  std::string reason;  // unless it is complete; without the key
};

class HttpClient {
 public:
  // Gets each piece of the body; false ends the transfer.
  using OnBytes = std::function<bool(const HttpHead& head, std::string_view bytes)>;

  virtual ~HttpClient() = default;
  // `stopped` is asked several times a second. Redirects are not followed: they would carry the key along.
  virtual HttpOutcome post(const HttpRequest& request, const OnBytes& on_bytes,
                           const std::function<bool()>& stopped) = 0;
};

}  // namespace whet
