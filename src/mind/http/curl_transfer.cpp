#include "mind/http/curl_transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "util/text.h"

namespace whet {

namespace {

constexpr int k_look_up_ms = 50;  // between questions whether to stop

double seconds_of(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

bool is_past(int64_t since_ns, int64_t now_ns, std::chrono::milliseconds limit) {
  return now_ns - since_ns > std::chrono::nanoseconds(limit).count();
}

// "text/event-stream; charset=utf-8" -> "text/event-stream".
std::string bare_type(std::string_view value) {
  return lower(trim(value.substr(0, value.find(';'))));
}

HttpEnd end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return HttpEnd::complete;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_OPERATION_TIMEDOUT:
      return HttpEnd::unreachable;  // only connecting has a time limit of libcurl's
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR:
      return HttpEnd::unsafe;
    default:
      return HttpEnd::dropped;
  }
}

}  // namespace

CurlTransfer::CurlTransfer(const CurlLibrary& curl, const HttpRequest& request, const HttpClient::OnBytes& on_bytes,
                           const Clock& clock)
    : curl_(curl), request_(request), on_bytes_(on_bytes), clock_(clock) {
  easy_ = curl_.easy_init();
  multi_ = curl_.multi_init();
}

CurlTransfer::~CurlTransfer() {
  if (easy_ && multi_) curl_.multi_remove_handle(multi_, easy_);
  if (easy_) curl_.easy_cleanup(easy_);
  if (multi_) curl_.multi_cleanup(multi_);
  for (curl_slist* header = headers_; header; header = header->next)
    ::explicit_bzero(header->data, std::strlen(header->data));
  curl_.slist_free_all(headers_);
}

void CurlTransfer::set_headers() {
  for (const std::string& header : request_.headers) headers_ = curl_.slist_append(headers_, header.c_str());
  headers_ = curl_.slist_append(headers_, "Expect:");  // else libcurl asks before it sends a long body
  if (!request_.key.is_empty()) {
    std::string header = request_.key_header + std::string(request_.key.reveal());
    headers_ = curl_.slist_append(headers_, header.c_str());
    ::explicit_bzero(header.data(), header.size());
  }
  curl_.easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
}

void CurlTransfer::set_options() {
  curl_.easy_setopt(easy_, CURLOPT_URL, request_.url.c_str());
  curl_.easy_setopt(easy_, CURLOPT_POST, 1L);
  curl_.easy_setopt(easy_, CURLOPT_POSTFIELDS, request_.body.data());
  curl_.easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  curl_.easy_setopt(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  curl_.easy_setopt(easy_, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_.easy_setopt(easy_, CURLOPT_SSL_VERIFYHOST, 2L);
  if (!request_.ca_file.empty()) {
    curl_.easy_setopt(easy_, CURLOPT_CAINFO, request_.ca_file.c_str());
    curl_.easy_setopt(easy_, CURLOPT_CAPATH, nullptr);
  }
  curl_.easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
  curl_.easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.limits.connect.count()));
  // A proxy would read an unencrypted request and its key.
  if (request_.url.starts_with("http:")) curl_.easy_setopt(easy_, CURLOPT_PROXY, "");
  curl_.easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &receive_header);
  curl_.easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  curl_.easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &receive_body);
  curl_.easy_setopt(easy_, CURLOPT_WRITEDATA, this);
}

size_t CurlTransfer::receive_header(char* bytes, size_t size, size_t count, void* self) {
  static_cast<CurlTransfer*>(self)->read_header({bytes, size * count});
  return size * count;
}

// Anything but the number of bytes makes libcurl end the transfer.
size_t CurlTransfer::receive_body(char* bytes, size_t size, size_t count, void* self) {
  return static_cast<CurlTransfer*>(self)->take_body({bytes, size * count}) ? size * count : 0;
}

// A status line begins a new head: interim replies (1xx) come before the real one.
void CurlTransfer::read_header(std::string_view line) {
  heard_ns_ = clock_.monotonic_ns();
  HttpHead& head = outcome_.head;
  if (line.starts_with("HTTP/")) {
    head = {};
    const size_t space = std::min(line.find(' '), line.size());
    std::from_chars(line.data() + std::min(space + 1, line.size()), line.data() + line.size(), head.status);
    return;
  }
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = lower(line.substr(0, colon));
  const std::string_view value = trim(line.substr(colon + 1));
  if (name == "content-type") head.content_type = bare_type(value);
  if (name == "retry-after") head.retry_after = value;
  if (name == "location") head.location = request_.key.scrubbed(value);
}

bool CurlTransfer::take_body(std::string_view bytes) {
  heard_ns_ = clock_.monotonic_ns();
  received_ += bytes.size();
  if (received_ > request_.limits.reply_bytes) {
    end(HttpEnd::too_large,
        "the reply is larger than " + format_bytes(static_cast<double>(request_.limits.reply_bytes)));
    return false;
  }
  if (on_bytes_(outcome_.head, bytes)) return true;
  end(HttpEnd::given_up, "the rest of the reply was not wanted");
  return false;
}

void CurlTransfer::end(HttpEnd how, std::string reason) {
  if (is_ended_) return;
  is_ended_ = true;
  outcome_.end = how;
  outcome_.reason = std::move(reason);
}

// Bytes that go out are a sign of life too.
bool CurlTransfer::is_over_limits() {
  const int64_t now = clock_.monotonic_ns();
  curl_off_t sent = 0;
  curl_.easy_getinfo(easy_, CURLINFO_SIZE_UPLOAD_T, &sent);
  if (sent != sent_) heard_ns_ = now;
  sent_ = sent;
  const HttpLimits& limits = request_.limits;
  if (is_past(started_ns_, now, limits.total))
    end(HttpEnd::too_long, fmt::format("the reply was not complete after {:g} s", seconds_of(limits.total)));
  else if (is_past(heard_ns_, now, std::max(limits.stall, outcome_.head.status == 0 ? limits.connect : limits.stall)))
    end(HttpEnd::stalled, fmt::format("the server was silent for {:g} s", seconds_of(limits.stall)));
  return is_ended_;
}

bool CurlTransfer::has_ended() {
  int left = 0;
  while (const CURLMsg* message = curl_.multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    end(end_of(code), code == CURLE_OK ? std::string() : std::string(curl_.easy_strerror(code)));
    return true;
  }
  return false;
}

HttpOutcome CurlTransfer::run(const std::function<bool()>& stopped) {
  if (!easy_ || !multi_) return {{}, HttpEnd::dropped, "libcurl has no memory left"};
  set_options();
  set_headers();
  curl_.multi_add_handle(multi_, easy_);
  started_ns_ = heard_ns_ = clock_.monotonic_ns();
  while (true) {
    int running = 0;
    if (curl_.multi_perform(multi_, &running) != CURLM_OK) end(HttpEnd::dropped, "libcurl failed");
    if (has_ended() || is_ended_ || is_over_limits()) break;
    if (stopped && stopped()) {
      end(HttpEnd::given_up, "the question was given up");
      break;
    }
    curl_.multi_wait(multi_, nullptr, 0, k_look_up_ms, nullptr);
  }
  return outcome_;
}

}  // namespace whet
