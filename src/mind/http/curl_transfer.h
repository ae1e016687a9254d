// One transfer by libcurl.
#pragma once

#include "mind/http/curl_library.h"
#include "mind/http/http_client.h"
#include "util/clock.h"

namespace whet {

class CurlTransfer {
 public:
  CurlTransfer(const CurlLibrary& curl, const HttpRequest& request, const HttpClient::OnBytes& on_bytes,
               const Clock& clock);
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;
  ~CurlTransfer();

  HttpOutcome run(const std::function<bool()>& stopped);

 private:
  static size_t receive_header(char* bytes, size_t size, size_t count, void* self);
  static size_t receive_body(char* bytes, size_t size, size_t count, void* self);
  void set_options();
  void set_headers();
  void read_header(std::string_view line);
  bool take_body(std::string_view bytes);
  bool is_over_limits();
  // True when libcurl has ended the transfer; sets the outcome.
  bool has_ended();
  void end(HttpEnd how, std::string reason);

  const CurlLibrary& curl_;
  const HttpRequest& request_;
  const HttpClient::OnBytes& on_bytes_;
  const Clock& clock_;
  CURL* easy_ = nullptr;
  CURLM* multi_ = nullptr;
  curl_slist* headers_ = nullptr;
  HttpOutcome outcome_;
  bool is_ended_ = false;
  uint64_t received_ = 0;  // bytes of the body
  curl_off_t sent_ = 0;
  int64_t started_ns_ = 0, heard_ns_ = 0;
};

}  // namespace whet
