#include "mind/protocol/server_endpoint.h"

#include <algorithm>

namespace whet {

namespace {

constexpr size_t k_largest_event = 8 << 20;  // bytes
constexpr size_t k_kept_error = 64 << 10;    // bytes of a reply that is no answer
constexpr size_t k_longest_text = 16 << 20;  // bytes of an answer

bool is_stream(const HttpHead& head) {
  return head.status == 200 && head.content_type == "text/event-stream";
}

// A key of a few characters, for a server that wants none, is no secret.
bool repeats_key(std::string_view text, const SecretKey& key) {
  constexpr size_t k_secret = 8;
  return key.reveal().size() >= k_secret && text.find(key.reveal()) != std::string_view::npos;
}

}  // namespace

// What has arrived so far.
struct ServerEndpoint::Reading {
  std::unique_ptr<AnswerReader> reader;
  EventStream events{k_largest_event};
  std::string other_body;  // of a reply that is no stream
  std::optional<Error> malformed;

  // False: nothing that follows matters.
  bool take(const HttpHead& head, std::string_view bytes) {
    if (!is_stream(head)) {
      other_body += bytes.substr(0, k_kept_error - std::min(k_kept_error, other_body.size()));
      return other_body.size() < k_kept_error;
    }
    const auto read = events.add(bytes, [this](const ServerEvent& event) { return reader->take(event); });
    if (!read) malformed = read.error();
    if (reader->answer.text.size() > k_longest_text) malformed = bad_input("the answer is too long to be kernels");
    return !malformed && !reader->complaint && !reader->is_complete;
  }
};

ServerEndpoint::ServerEndpoint(const Protocol& protocol, ServerSettings settings, HttpClient& http,
                               const Patience& patience)
    : protocol_(protocol),
      settings_(std::move(settings)),
      server_{settings_.name, settings_.ask.address, &protocol, settings_.ask.model},
      http_(http),
      patience_(patience) {}

TryOutcome ServerEndpoint::try_once(const MindPrompt& prompt, const std::function<bool()>& stopped) {
  HttpRequest request = protocol_.request(settings_.ask, prompt);
  request.key = settings_.key;
  request.ca_file = settings_.ca_file;
  request.limits = settings_.limits;
  Reading reading;
  reading.reader = protocol_.reader();
  const HttpOutcome transfer = http_.post(
      request, [&](const HttpHead& head, std::string_view bytes) { return reading.take(head, bytes); }, stopped);
  return outcome_of(transfer, reading);
}

// An answer counts only when the stream has told its end: what a cut connection leaves is no answer.
TryOutcome ServerEndpoint::outcome_of(const HttpOutcome& transfer, Reading& reading) const {
  const bool is_whole = is_stream(transfer.head) && reading.reader->is_complete && !reading.malformed &&
                        reading.reader->other_end.empty() && !reading.reader->complaint;
  if (is_whole && repeats_key(reading.reader->answer.text, settings_.key))
    return TryFailure{failed(server_.name + " repeats the key in its answer, which is not used", server_.address,
                             "do not trust this server; change the key")};
  if (is_whole) return std::move(reading.reader->answer);
  TryFailure failure = scrubbed(failure_of(transfer, reading));
  failure.usage = reading.reader->answer.usage;
  return failure;
}

TryFailure ServerEndpoint::failure_of(const HttpOutcome& transfer, const Reading& reading) const {
  const AnswerReader& reader = *reading.reader;
  if (reading.malformed)
    return {failed(server_.name + " breaks the protocol: " + reading.malformed->what, server_.address,
                   "check that the address is that of such an API")};
  if (reader.complaint) return complained(server_, *reader.complaint);
  if (reader.is_complete)
    return {failed(server_.name + " ended its answer with `" + reader.other_end + "`", server_.address,
                   reader.other_end == "refusal" || reader.other_end == "content_filter"
                       ? "the model will not work on this; use another one"
                       : "")};
  if (transfer.head.status > 200)
    return refused_by_status(server_, transfer.head, reading.other_body, patience_.unix_seconds());
  if (transfer.head.status == 200 && !is_stream(transfer.head))
    return {failed(server_.name + " answers with `" + transfer.head.content_type + "` in place of a stream of events",
                   server_.address, "check that the address is that of such an API")};
  if (transfer.end != HttpEnd::complete) return transfer_failed(server_, transfer);
  return {failed(server_.name + " ended its answer in the middle", server_.address), true};
}

TryFailure ServerEndpoint::scrubbed(TryFailure failure) const {
  for (std::string* text : {&failure.error.what, &failure.error.where, &failure.error.mend, &failure.error.details})
    *text = settings_.key.scrubbed(*text);
  return failure;
}

}  // namespace whet
