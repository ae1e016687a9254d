#include "mind/money/prices.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "util/ascii.h"
#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

constexpr const char* k_prices_file = "minds/prices.toml";
constexpr double k_dearest = 1e6;  // dollars for a million tokens

std::string line_of(const std::string& file, const TomlValue& value) {
  return file + ":" + std::to_string(value.line);
}

bool is_price(double value) {
  return std::isfinite(value) && value >= 0 && value <= k_dearest;
}

Result<double> price_member(const TomlValue& table, std::string_view key, const std::string& file) {
  const TomlValue* value = table.find(key);
  const auto number = value ? value->as_number() : std::nullopt;
  if (number && is_price(*number)) return *number;
  return bad_input("`" + std::string(key) + "` must be dollars for a million tokens",
                   line_of(file, value ? *value : table));
}

// 0 when it is absent.
Result<int64_t> token_member(const TomlValue& table, std::string_view key, const std::string& file) {
  const TomlValue* value = table.find(key);
  if (!value) return int64_t{0};
  const auto number = value->as_integer();
  if (number && *number > 0) return *number;
  return bad_input("`" + std::string(key) + "` must be a number of tokens", line_of(file, *value));
}

// "-20251001", "-2025-10-01", "-latest".
bool is_date_suffix(std::string_view suffix) {
  if (suffix == "-latest") return true;
  std::string shape(suffix);
  for (char& c : shape)
    if (is_digit(c)) c = '0';
  return shape == "-00000000" || shape == "-0000-00-00";
}

using Sources = std::map<std::string, std::string>;  // by id: "URL, read DATE"

// The tables of an array of tables, each with known keys only.
Result<TomlArray> tables_of(const TomlValue& root, std::string_view name, const std::vector<std::string_view>& keys,
                            const std::string& file) {
  const TomlValue* found = root.find(name);
  if (!found || !found->as_array()) return bad_input("there is no [[" + std::string(name) + "]]", file);
  for (const TomlValue& table : *found->as_array()) TRY_VOID(check_keys(table, keys, file));
  return *found->as_array();
}

Result<Sources> read_sources(const TomlValue& root, const std::string& file) {
  Sources sources;
  TRY(tables, tables_of(root, "source", {"id", "url", "read", "note"}, file));
  for (const TomlValue& table : tables) {
    TRY(id, required_string(table, "id", file));
    TRY(url, required_string(table, "url", file));
    TRY(day, required_string(table, "read", file));
    if (!is_date_suffix("-" + day)) return bad_input("`read` must be a day, YYYY-MM-DD", line_of(file, table));
    sources[id] = url + ", read " + day;
  }
  return sources;
}

Result<MindPrice> read_price(const TomlValue& table, const Sources& sources, const std::string& file) {
  TRY(input, price_member(table, "input", file));
  TRY(cache_read, price_member(table, "cache_read", file));
  TRY(cache_write, price_member(table, "cache_write", file));
  TRY(output, price_member(table, "output", file));
  TRY(source, required_string(table, "source", file));
  const auto found = sources.find(source);
  if (found == sources.end()) return bad_input("there is no [[source]] `" + source + "`", line_of(file, table));
  TRY(most_input, token_member(table, "most_input", file));
  return MindPrice{input, cache_read, cache_write, output, found->second, most_input};
}

}  // namespace

std::optional<double> MindPrice::dollars(const MindUsage& usage) const {
  if (most_input > 0 && usage.input + usage.cache_read + usage.cache_written > most_input) return std::nullopt;
  const auto cost = [](int64_t tokens, double price) { return static_cast<double>(tokens) * price / 1e6; };
  return cost(usage.input, input) + cost(usage.cache_read, cache_read) + cost(usage.cache_written, cache_write) +
         cost(usage.output, output);
}

Result<MindPrices> MindPrices::load(const Knowledge& knowledge) {
  TRY(text, knowledge.read(k_prices_file));
  return read(text, std::string("knowledge/") + k_prices_file);
}

Result<MindPrices> MindPrices::read(std::string_view toml, const std::string& file) {
  TRY(root, parse_toml(toml, file));
  TRY_VOID(check_keys(root, {"source", "price"}, file));
  TRY(sources, read_sources(root, file));
  TRY(tables,
      tables_of(root, "price",
                {"kind", "models", "input", "cache_read", "cache_write", "output", "most_input", "source"}, file));
  MindPrices prices;
  for (const TomlValue& table : tables) {
    TRY(kind, required_string(table, "kind", file));
    TRY(models, optional_strings(table, "models", file));
    TRY(price, read_price(table, sources, file));
    if (models.empty()) return bad_input("`models` is missing", line_of(file, table));
    for (const std::string& model : models) {
      if (prices.find(kind, model)) return bad_input("`" + model + "` has two prices", line_of(file, table));
      prices.entries_.push_back({kind, model, price});
    }
  }
  return prices;
}

std::optional<MindPrice> MindPrices::find(std::string_view kind, std::string_view model) const {
  for (const Entry& entry : entries_) {
    if (entry.kind != kind || !model.starts_with(entry.model)) continue;
    const std::string_view rest = model.substr(entry.model.size());
    if (rest.empty() || is_date_suffix(rest)) return entry.price;
  }
  return std::nullopt;
}

Result<MindPrice> parse_price(std::string_view text) {
  std::vector<double> numbers;
  for (const std::string_view part : split(text, ',')) {
    const std::string_view word = trim(part);
    double number = -1;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (problem != std::errc() || end != word.data() + word.size() || !is_price(number)) number = -1;
    numbers.push_back(number);
  }
  const bool is_whole = std::all_of(numbers.begin(), numbers.end(), [](double number) { return number >= 0; });
  if (is_whole && numbers.size() == 2) return MindPrice{numbers[0], numbers[0], numbers[0], numbers[1], "as given"};
  if (is_whole && numbers.size() == 4) return MindPrice{numbers[0], numbers[1], numbers[2], numbers[3], "as given"};
  return bad_input("`" + std::string(text) + "` is no price", {},
                   "write dollars for a million tokens: INPUT,OUTPUT or INPUT,CACHE_READ,CACHE_WRITE,OUTPUT, as 3,15");
}

}  // namespace whet
