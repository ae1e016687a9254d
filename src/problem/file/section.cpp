#include "problem/file/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_longest_name = 128;
constexpr WordList k_language_words(
    "int float double char bool void long short signed unsigned const constexpr static for while if else return "
    "template "
    "typename class struct new delete this true false default switch case break continue");
constexpr WordList k_expression_words("and or not where ceil_div min max abs floor ceil round log2 pow");

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && name.size() <= k_longest_name && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string place_at(const std::string& file, int line) {
  return file + ":" + std::to_string(line);
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr size_t k_longest_shown = 80;
  std::string shown(text.substr(0, k_longest_shown));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return "`" + shown + (text.size() > k_longest_shown ? "...`" : "`");
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  const std::vector<std::string> near = near_names(name, known, 3);
  if (!near.empty()) return "did you mean `" + join(near, "` or `") + "`?";
  return known.empty() ? "there are none here" : "there are: " + join(known, ", ");
}

Result<Section> Section::open_names(const TomlValue& value, std::string title, const std::string& file) {
  if (!value.as_table()) {
    return bad_input(title + " is not a table", place_at(file, value.line),
                     "write " + title + " and key = value lines");
  }
  return Section(value, std::move(title), file);
}

Result<Section> Section::open(const TomlValue& value, std::string title, const std::string& file,
                              const std::vector<std::string_view>& keys) {
  TRY(section, open_names(value, std::move(title), file));
  for (const auto& [name, member] : section.members()) {
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) continue;
    const std::vector<std::string> known(keys.begin(), keys.end());
    const std::vector<std::string> near = near_names(name, known, 3);
    const std::string mend = (near.empty() ? "" : "did you mean `" + join(near, "` or `") + "`? ") + "keys of " +
                             section.title_ + ": " + join(known, ", ");
    return section.error(member.line, fmt::format("unknown key {} in {}", in_quotes(name), section.title_), mend);
  }
  return section;
}

int Section::line_of(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  return member ? member->line : table_->line;
}

Error Section::error(int line, std::string what, std::string mend) const {
  return bad_input(std::move(what), place_at(file_, line), std::move(mend));
}

Error Section::error(std::string_view key, std::string what, std::string mend) const {
  return error(line_of(key), std::move(what), std::move(mend));
}

Result<std::optional<std::string>> Section::text(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  if (!member) return std::optional<std::string>();
  if (!member->as_string() || member->as_string()->empty()) {
    return error(key, fmt::format("`{}` in {} is not text", key, title_), fmt::format("write {} = \"...\"", key));
  }
  return std::optional(*member->as_string());
}

Result<std::vector<std::string>> Section::texts(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  std::vector<std::string> result;
  if (!member) return result;
  const std::vector<TomlValue> alone{*member};
  for (const TomlValue& item : member->as_array() ? *member->as_array() : alone) {
    if (!item.as_string() || item.as_string()->empty())
      return error(item.line, fmt::format("`{}` in {} is not a list of texts", key, title_),
                   fmt::format("write {} = [\"...\"]", key));
    result.push_back(*item.as_string());
  }
  return result;
}

Result<std::string> Section::required_text(std::string_view key, const std::string& example) const {
  TRY(found, text(key));
  if (!found) return error(key, fmt::format("{} has no `{}`", title_, key), fmt::format("add {} = {}", key, example));
  return *found;
}

Result<std::optional<double>> Section::number(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  if (!member) return std::optional<double>();
  const std::optional<double> value = member->as_number();
  if (!value || !std::isfinite(*value)) {
    return error(key, fmt::format("`{}` in {} is not a number", key, title_), fmt::format("write {} = 1.0", key));
  }
  return value;
}

Result<std::optional<bool>> Section::flag(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  if (!member) return std::optional<bool>();
  if (!member->as_bool()) {
    return error(key, fmt::format("`{}` in {} is neither true nor false", key, title_),
                 fmt::format("write {} = true", key));
  }
  return std::optional(*member->as_bool());
}

Result<std::optional<Formula>> Section::formula(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  if (!member) return std::optional<Formula>();
  TRY(found, read_formula(*member, key, file_));
  return std::optional(found);
}

Result<std::vector<Formula>> Section::formulas(std::string_view key) const {
  const TomlValue* member = table_->find(key);
  std::vector<Formula> result;
  if (!member) return result;
  if (!member->as_array()) {
    TRY(one, read_formula(*member, key, file_));
    result.push_back(std::move(one));
    return result;
  }
  for (const TomlValue& item : *member->as_array()) {
    TRY(each, read_formula(item, key, file_));
    result.push_back(std::move(each));
  }
  return result;
}

Result<Formula> read_formula(const TomlValue& value, std::string_view key, const std::string& file) {
  std::string text;
  if (const std::string* written = value.as_string()) {
    text = *written;
  } else if (const auto whole = value.as_integer()) {
    text = std::to_string(*whole);
  } else if (const auto number = value.as_number(); number && std::isfinite(*number)) {
    text = fmt::format("{}", *number);
  } else {
    return bad_input(in_quotes(key) + " is neither a number nor an expression", place_at(file, value.line),
                     fmt::format("write {} = 256, or an expression in quotes", key));
  }
  TRY(expression, Expression::parse(text, place_at(file, value.line)));
  return Formula{std::move(expression), value.line};
}

Result<std::vector<const TomlValue*>> tables_of(const Section& root, std::string_view key, bool or_one) {
  std::vector<const TomlValue*> tables;
  const TomlValue* value = root.find(key);
  if (!value) return tables;
  if (or_one && value->as_table()) return std::vector{value};
  if (!value->as_array()) {
    return root.error(key, fmt::format("`{}` is not a list of tables", key), fmt::format("write [[{}]]", key));
  }
  for (const TomlValue& item : *value->as_array()) tables.push_back(&item);
  return tables;
}

Result<void> check_identifier(const std::string& name, const std::string& place) {
  if (is_identifier(name) && !k_language_words.holds(name)) return {};
  return bad_input(in_quotes(name) + " cannot be a name", place,
                   "use letters, digits and _, beginning with a letter, and not a keyword of C++");
}

Result<void> check_number_name(const std::string& name, const std::string& place) {
  TRY_VOID(check_identifier(name, place));
  if (!k_expression_words.holds(name)) return {};
  return bad_input(in_quotes(name) + " is reserved in expressions", place, "choose another name");
}

}  // namespace whet
