#include "mind/open/open_mind.h"

#include "mind/command/command_mind.h"
#include "mind/http/curl_client.h"
#include "mind/open/address.h"
#include "mind/protocol/server_endpoint.h"
#include "mind/retry/retrying_mind.h"

namespace whet {

namespace {

HttpClient& system_http() {
  static CurlClient client;
  return client;
}

// A company's own key goes to its own server alone.
KeyUse key_use_of(const MindSpec& spec) {
  const std::string host = host_of(spec.address);
  if (spec.kind == MindKind::anthropic && host == "api.anthropic.com") return KeyUse::anthropic;
  if (spec.kind == MindKind::openai && host == "api.openai.com") return KeyUse::openai;
  return KeyUse::other;
}

// A server on this machine may do without a key.
Result<SecretKey> key_of(const MindSpec& spec, const MindAccess& access) {
  const KeyUse use = key_use_of(spec);
  TRY(key, access.key_for(use));
  if (!key.is_empty() || is_local_host(host_of(spec.address))) return key;
  const std::string own = use == KeyUse::anthropic ? "ANTHROPIC_API_KEY or "
                          : use == KeyUse::openai  ? "OPENAI_API_KEY or "
                                                   : "";
  return missing("there is no key for " + host_of(spec.address), "--mind " + spec.name(),
                 "set " + own + "WHET_MIND_KEY, or WHET_MIND_KEY_FILE to a file that only you can read" +
                     (use == KeyUse::other ? "; any word will do for a server that takes no key" : ""));
}

Result<std::unique_ptr<Mind>> open_server(const MindSpec& spec, const MindAccess& access, const MindOptions& options) {
  ServerSettings settings;
  settings.name = spec.name();
  settings.ask = {spec.model, spec.address, options.longest_answer};
  TRY(key, key_of(spec, access));
  settings.key = std::move(key);
  settings.ca_file = access.ca_file;
  settings.limits.stall = options.stall;
  settings.limits.total = options.total;
  Patience& patience = options.patience ? *options.patience : system_patience();
  const Protocol& protocol = spec.kind == MindKind::anthropic ? anthropic_protocol() : openai_protocol();
  auto endpoint = std::make_unique<ServerEndpoint>(protocol, std::move(settings),
                                                   options.http ? *options.http : system_http(), patience);
  RetryPolicy policy;
  policy.tries = options.tries;
  return std::unique_ptr<Mind>(std::make_unique<RetryingMind>(std::move(endpoint), policy, patience, options.on_lost));
}

std::unique_ptr<Mind> open_command(const MindSpec& spec, const MindAccess& access, const MindOptions& options) {
  CommandSettings settings;
  settings.command = spec.command;
  settings.name = spec.name();
  settings.limit = options.command;
  settings.environment = environment_without(access.key_variables);
  return std::make_unique<CommandMind>(std::move(settings));
}

}  // namespace

Result<std::unique_ptr<Mind>> open_mind(const MindSpec& spec, const MindAccess& access, const MindOptions& options) {
  switch (spec.kind) {
    case MindKind::none:
      return std::unique_ptr<Mind>();
    case MindKind::exec:
      return open_command(spec, access, options);
    case MindKind::anthropic:
    case MindKind::openai:
      break;
  }
  return open_server(spec, access, options);
}

Result<std::unique_ptr<Mind>> open_mind(std::string_view spec, const MindAccess& access, const MindOptions& options) {
  TRY(parsed, parse_mind_spec(spec, access.allows_plain_http));
  return open_mind(parsed, access, options);
}

bool tells_usage(MindKind kind) {
  return kind != MindKind::exec;
}

}  // namespace whet
