#include "mind/http/curl_client.h"

#include <signal.h>

#include <ctime>

#include "mind/http/curl_transfer.h"

namespace whet {

namespace {

// TLS libraries write to sockets that the other side has closed; the signal of that would end the process.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;
  ~NoPipeSignal() {
    const timespec at_once{};
    if (!sigismember(&before_, SIGPIPE)) ::sigtimedwait(&pipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{}, before_{};
};

}  // namespace

Result<std::shared_ptr<const CurlLibrary>> CurlClient::library() {
  const std::lock_guard lock(opening_);
  if (library_) return library_;
  TRY(opened, CurlLibrary::open(libraries_));
  library_ = std::make_shared<const CurlLibrary>(opened);
  return library_;
}

HttpOutcome CurlClient::post(const HttpRequest& request, const OnBytes& on_bytes,
                             const std::function<bool()>& stopped) {
  const auto curl = library();
  if (!curl) return {{}, HttpEnd::no_library, curl.error().what + ": " + curl.error().mend};
  const NoPipeSignal guard;
  CurlTransfer transfer(**curl, request, on_bytes, clock_);
  return transfer.run(stopped);
}

}  // namespace whet
