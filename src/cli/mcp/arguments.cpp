#include "cli/mcp/arguments.h"

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

bool is_positional(const Option& option) {
  return !option.names.starts_with('-');
}

bool is_path(const Option& option) {
  return option.value_name == "FILE" || option.value_name == "DIR";
}

// The last name, which is the long one.
std::string long_name(const Option& option) {
  return std::string(split(option.names, ',').back());
}

Json type_of(const Option& option) {
  if (std::holds_alternative<bool*>(option.target)) return Json::Object{{"type", "boolean"}};
  if (std::holds_alternative<int*>(option.target)) return Json::Object{{"type", "integer"}};
  const bool is_list = std::holds_alternative<std::vector<std::string>*>(option.target);
  Json text = Json::Object{{"type", "string"}};
  if (!option.choices.empty())
    text["enum"] = json_array(option.choices, [](const std::string& choice) { return choice; });
  return is_list ? Json(Json::Object{{"type", "array"}, {"items", text}}) : text;
}

// The texts of one argument: a number in digits, each item of a list.
std::vector<std::string> texts_of(const Json& value) {
  if (const auto* number = value.as_integer()) return {std::to_string(*number)};
  if (const auto* text = value.as_string()) return {*text};
  std::vector<std::string> texts;
  for (const Json& item : *value.as_array()) texts.push_back(*item.as_string());
  return texts;
}

Result<std::string> admitted_text(const Option& option, const std::string& text, const PathGuard& guard) {
  if (is_path(option)) return guard.admit(text);
  if (text.find('\0') != std::string::npos) return bad_input("`" + argument_name(option) + "` holds a zero byte");
  if (is_positional(option) && text.starts_with('-'))
    return bad_input("`" + argument_name(option) + "` must not begin with a dash: `" + text + "`");
  if (long_name(option) == "--flag") TRY_VOID(guard.check_flag(text));
  return text;
}

}  // namespace

std::string argument_name(const Option& option) {
  std::string name = long_name(option);
  name.erase(0, name.find_first_not_of('-'));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

Json input_schema(const std::vector<Option>& options) {
  Json properties = Json::object(), required = Json::array();
  for (const Option& option : options) {
    Json property = type_of(option);
    property["description"] = option.help;
    properties[argument_name(option)] = std::move(property);
    if (option.required) required.push_back(argument_name(option));
  }
  return Json::Object{
      {"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

Result<std::vector<std::string>> argument_words(const std::vector<Option>& options, const Json& values,
                                                const PathGuard& guard) {
  std::vector<std::string> words, positionals;
  for (const Option& option : options) {
    const Json* value = values.find(argument_name(option));
    if (!value) continue;
    if (const bool* is_on = value->as_bool()) {
      if (*is_on) words.push_back(long_name(option));
      continue;
    }
    for (const std::string& text : texts_of(*value)) {
      TRY(admitted, admitted_text(option, text, guard));
      if (is_positional(option))
        positionals.push_back(std::move(admitted));
      else
        words.push_back(long_name(option) + "=" + admitted);
    }
  }
  words.insert(words.end(), positionals.begin(), positionals.end());
  return words;
}

}  // namespace whet
