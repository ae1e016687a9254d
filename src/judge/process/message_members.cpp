#include "judge/process/message_members.h"

namespace whet {

namespace {

constexpr std::string_view k_kinds[] = {"bad_input", "missing", "failed", "bug"};

constexpr size_t k_most_shown = 16384;

}  // namespace

std::string shown_text(std::string_view text) {
  std::string kept(text.substr(0, k_most_shown));
  for (char& c : kept) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) c = '?';
  }
  if (text.size() > k_most_shown) kept += "...";
  return kept;
}

Error lacks_member(std::string_view name) {
  return bad_input("`" + std::string(name) + "` is missing or of the wrong type", "a message between processes");
}

Result<uint64_t> whole_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  const int64_t* value = member ? member->as_integer() : nullptr;
  if (!value || *value < 0) return lacks_member(name);
  return static_cast<uint64_t>(*value);
}

Result<double> number_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  const auto value = member ? member->as_number() : std::nullopt;
  if (!value) return lacks_member(name);
  return *value;
}

Result<std::string> text_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member || !member->as_string()) return lacks_member(name);
  return *member->as_string();
}

bool flag_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  return member && member->as_bool() && *member->as_bool();
}

Result<const Json::Array*> list_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member || !member->as_array()) return lacks_member(name);
  return member->as_array();
}

Result<std::vector<std::string>> texts_member(const Json& json, std::string_view name) {
  TRY(items, list_member(json, name));
  std::vector<std::string> texts;
  for (const Json& item : *items) {
    if (!item.as_string()) return lacks_member(name);
    texts.push_back(*item.as_string());
  }
  return texts;
}

Json to_json(const Error& error) {
  Json json = Json::object();
  json["kind"] = k_kinds[static_cast<size_t>(error.kind)];
  json["what"] = error.what;
  json["where"] = error.where;
  json["mend"] = error.mend;
  json["details"] = error.details;
  return json;
}

Error error_from(const Json& json) {
  const auto text = [&](std::string_view name) {
    auto found = text_member(json, name);
    return found ? shown_text(*found) : std::string();
  };
  Error error{ErrorKind::failed, text("what"), text("where"), text("mend"), text("details")};
  const std::string kind = text("kind");
  for (size_t i = 0; i < std::size(k_kinds); ++i) {
    if (kind == k_kinds[i]) error.kind = static_cast<ErrorKind>(i);
  }
  return error;
}

}  // namespace whet
