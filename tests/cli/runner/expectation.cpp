#include "runner/expectation.h"

#include <charconv>
#include <cmath>
#include <regex>

#include "util/text.h"
#include "util/text/json.h"

namespace whet::test {

namespace {

bool holds(const std::string& text, const std::string& wanted) {
  return text.find(wanted) != std::string::npos;
}

bool matches_a_line(const std::string& text, const std::regex& pattern) {
  for (const std::string_view line : split(text, '\n')) {
    if (std::regex_search(line.begin(), line.end(), pattern)) return true;
  }
  return false;
}

// One step of a path: "name" into an object, "[2]" into an array.
const Json* step_into(const Json* json, std::string_view step) {
  if (!step.starts_with('[')) return json->find(step);
  size_t index = 0;
  std::from_chars(step.data() + 1, step.data() + step.size(), index);
  const Json::Array* items = json->as_array();
  return items && index < items->size() ? &(*items)[index] : nullptr;
}

//   probes.gpu[0].name  ->  probes, gpu, [0], name
std::vector<std::string_view> steps_of(std::string_view path) {
  std::vector<std::string_view> steps;
  for (std::string_view part : split(path, '.')) {
    while (!part.empty()) {
      const size_t end = part.front() == '[' ? part.find(']') + 1 : part.find('[');
      steps.push_back(part.substr(0, end));
      part.remove_prefix(std::min(end, part.size()));
    }
  }
  return steps;
}

const Json* value_at(const Json& root, std::string_view path) {
  const Json* json = &root;
  for (const std::string_view step : steps_of(path)) {
    if (!(json = step_into(json, step))) return nullptr;
  }
  return json;
}

bool equals(const Json& json, const std::string& wanted) {
  if (const std::string* text = json.as_string()) return *text == wanted;
  const auto number = json.as_number();
  if (!number) return json.dump(-1) == wanted;
  double value = 0;
  const auto [end, status] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), value);
  const bool whole = status == std::errc() && end == wanted.data() + wanted.size();
  return whole && std::fabs(*number - value) <= 1e-12 * std::fabs(value);
}

std::optional<std::string> unmet_json(const std::string& text, const std::string& out) {
  const auto json = Json::parse(out);
  if (!json) return "stdout is not JSON: " + json.error().where;
  const size_t compared = text.find(" == ");
  const std::string path(trim(std::string_view(text).substr(0, compared)));
  const Json* value = value_at(*json, path);
  if (!value) return "stdout has no `" + path + "`";
  if (compared == std::string::npos) return std::nullopt;
  const std::string wanted(trim(std::string_view(text).substr(compared + 4)));
  if (equals(*value, wanted)) return std::nullopt;
  return "`" + path + "` is " + value->dump(-1) + ", not " + wanted;
}

}  // namespace

std::optional<std::string> unmet(const Expectation& expectation, const Finished& finished) {
  const std::string& text = expectation.text;
  const bool out = holds(finished.out, text), err = holds(finished.err, text);
  using Kind = Expectation::Kind;
  switch (expectation.kind) {
    case Kind::either:
      return out || err ? std::nullopt : std::optional("neither output holds: " + text);
    case Kind::out:
      return out ? std::nullopt : std::optional("stdout does not hold: " + text);
    case Kind::err:
      return err ? std::nullopt : std::optional("stderr does not hold: " + text);
    case Kind::neither:
      return out || err ? std::optional("an output holds: " + text) : std::nullopt;
    case Kind::json:
      return unmet_json(text, finished.out);
    case Kind::regex:
      break;
  }
  const std::regex pattern(text);
  const bool matched = matches_a_line(finished.out, pattern) || matches_a_line(finished.err, pattern);
  return matched ? std::nullopt : std::optional("no line of either output matches: " + text);
}

}  // namespace whet::test
