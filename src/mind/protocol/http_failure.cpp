#include "mind/protocol/http_failure.h"

#include "mind/retry/retry_after.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_longest_message = 500;

// One line of at most `k_longest_message` printable characters; bytes of UTF-8 pass.
std::string plain_line(std::string_view text) {
  std::string line(trim(text.substr(0, k_longest_message)));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  return line;
}

std::string mend_of(const AskedServer& server, int status) {
  switch (status) {
    case 400:
      return "the server does not take the request; its message says why";
    case 401:
      return "the key is wrong or missing: set " + server.protocol->key_variable() + " or WHET_MIND_KEY to a valid one";
    case 402:
      return "the account has no credit left";
    case 403:
      return "this key may not use the model `" + server.model + "`: use another key, or another model";
    case 404:
      return "the server knows no model `" + server.model + "` or no such address: check both after `--mind`";
    case 413:
      return "the prompt is too long for this server";
    default:
      return {};
  }
}

bool status_passes(int status) {
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

std::string message_of(const AskedServer& server, std::string_view body, std::optional<ServerComplaint>& complaint) {
  if (const auto json = Json::parse(body)) complaint = server.protocol->complaint(*json);
  return plain_line(complaint ? complaint->message : std::string(body));
}

}  // namespace

TryFailure refused_by_status(const AskedServer& server, const HttpHead& head, std::string_view body,
                             int64_t now_unix_seconds) {
  if (head.status >= 300 && head.status < 400)
    return {failed(server.name + " sends on to another address, which is not followed: " + plain_line(head.location),
                   server.address, "if you trust it, give that address after `--mind`")};
  std::optional<ServerComplaint> complaint;
  const std::string message = message_of(server, body, complaint);
  TryFailure failure;
  failure.error = failed(
      server.name + " answers with status " + std::to_string(head.status) + (message.empty() ? "" : ": " + message),
      server.address, mend_of(server, head.status));
  // An account without credit also answers 429, for ever.
  const bool is_out_of_credit = complaint && complaint->type == "insufficient_quota";
  if (is_out_of_credit) failure.error.mend = mend_of(server, 402);
  failure.passes = status_passes(head.status) && !is_out_of_credit;
  failure.wait = read_retry_after(head.retry_after, now_unix_seconds);
  return failure;
}

TryFailure transfer_failed(const AskedServer& server, const HttpOutcome& outcome) {
  TryFailure failure;
  failure.error = failed(server.name + " could not be asked: " + outcome.reason, server.address);
  failure.passes = true;
  switch (outcome.end) {
    case HttpEnd::unreachable:
      failure.error.mend = "check the address and the network";
      break;
    case HttpEnd::unsafe:
      failure.error.mend =
          "the server's certificate is not trusted, and no key was sent: check the address; for a server of your own "
          "set WHET_MIND_CA to a file with its certificate";
      failure.passes = false;
      break;
    case HttpEnd::no_library:
      failure.error.kind = ErrorKind::missing;
      failure.passes = false;
      break;
    case HttpEnd::too_large:
    case HttpEnd::too_long:
    case HttpEnd::given_up:
      failure.passes = false;
      break;
    default:
      break;
  }
  return failure;
}

TryFailure complained(const AskedServer& server, const ServerComplaint& complaint) {
  TryFailure failure;
  failure.error =
      failed(server.name + " gave up its answer: " + plain_line(complaint.type) + ": " + plain_line(complaint.message),
             server.address);
  failure.passes = complaint.passes;
  return failure;
}

}  // namespace whet
