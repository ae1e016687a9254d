// The HTTP client over libcurl.
#pragma once

#include <memory>
#include <mutex>

#include "mind/http/http_client.h"
#include "util/clock.h"
#include "util/system/libraries.h"

namespace whet {

struct CurlLibrary;

// Certificates are verified. Any number of threads may use it at once.
class CurlClient : public HttpClient {
 public:
  explicit CurlClient(Libraries& libraries = system_libraries()) : libraries_(libraries) {}
  HttpOutcome post(const HttpRequest& request, const OnBytes& on_bytes, const std::function<bool()>& stopped) override;

 private:
  Result<std::shared_ptr<const CurlLibrary>> library();

  Libraries& libraries_;
  std::mutex opening_;
  std::shared_ptr<const CurlLibrary> library_;  // once it is open
  SystemClock clock_;
};

}  // namespace whet
