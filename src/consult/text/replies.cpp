#include "consult/text/replies.h"

#include "util/text/toml.h"

namespace whet::consult {

namespace {

constexpr const char* k_replies = "minds/replies.toml";

}  // namespace

Result<Replies> Replies::load(const Knowledge& knowledge) {
  TRY(text, knowledge.read(k_replies));
  TRY(document, parse_toml(text, std::string("knowledge/") + k_replies));
  std::map<std::string, std::string> texts;
  for (const TomlMember& member : *document.as_table()) {
    if (!member.value.as_string())
      return bad_input("`" + member.key + "` is not a text", std::string("knowledge/") + k_replies);
    texts[member.key] = *member.value.as_string();
  }
  return Replies(std::move(texts));
}

std::string Replies::text(const std::string& name, const PagePlaces& places) const {
  const auto found = texts_.find(name);
  if (found == texts_.end()) return {};
  auto filled = fill_text(found->second, places, k_replies);
  return filled ? std::move(*filled) : found->second;
}

}  // namespace whet::consult
