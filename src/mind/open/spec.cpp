#include "mind/open/spec.h"

#include <algorithm>

#include "mind/open/address.h"
#include "util/ascii.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_forms = "write anthropic:MODEL, openai:MODEL@URL, exec:COMMAND or none";
constexpr const char* k_anthropic = "https://api.anthropic.com";
constexpr const char* k_openai = "https://api.openai.com/v1";
constexpr size_t k_longest_model = 200;

bool is_model_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("._-:/+").find(c) != std::string_view::npos;
}

Result<std::string> checked_model(std::string_view model, std::string_view spec) {
  if (model.empty()) return bad_input("`" + std::string(spec) + "` names no model", "--mind", k_forms);
  if (model.size() > k_longest_model || !std::all_of(model.begin(), model.end(), is_model_character))
    return bad_input("`" + std::string(model) + "` is no model's name", "--mind", k_forms);
  return std::string(model);
}

// MODEL or MODEL@URL.
Result<MindSpec> parse_server(MindKind kind, std::string_view rest, std::string_view spec, bool allows_plain_http) {
  const size_t at = rest.find('@');
  TRY(model, checked_model(rest.substr(0, at), spec));
  MindSpec made{kind, model, kind == MindKind::anthropic ? k_anthropic : k_openai, {}};
  if (at == std::string_view::npos) return made;
  TRY(address, check_address(rest.substr(at + 1), allows_plain_http));
  made.address = address;
  return made;
}

// The first word that sets no variable, without its folder.
std::string program_of(std::string_view command) {
  for (const std::string_view word : split(command, ' ')) {
    if (word.empty() || word.find('=') != std::string_view::npos) continue;
    const size_t slash = word.rfind('/');
    return std::string(slash == std::string_view::npos ? word : word.substr(slash + 1));
  }
  return "command";
}

}  // namespace

std::string MindSpec::kind_name() const {
  switch (kind) {
    case MindKind::none:
      return "none";
    case MindKind::anthropic:
      return "anthropic";
    case MindKind::openai:
      return "openai";
    case MindKind::exec:
      return "exec";
  }
  return {};
}

std::string MindSpec::name() const {
  if (kind == MindKind::none) return "none";
  return kind_name() + ":" + (kind == MindKind::exec ? program_of(command) : model);
}

Result<MindSpec> parse_mind_spec(std::string_view text, bool allows_plain_http) {
  if (text == "none") return MindSpec{};
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  if (kind == "anthropic") return parse_server(MindKind::anthropic, rest, text, allows_plain_http);
  if (kind == "openai") return parse_server(MindKind::openai, rest, text, allows_plain_http);
  if (kind != "exec") return bad_input("`" + std::string(kind) + "` is no kind of mind", "--mind", k_forms);
  if (trim(rest).empty()) return bad_input("`exec:` names no command", "--mind", k_forms);
  return MindSpec{MindKind::exec, {}, {}, std::string(trim(rest))};
}

}  // namespace whet
