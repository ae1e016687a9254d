#include "search/recorded/space_t1.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "search/recorded/python_expression.h"
#include "search/recorded/recorded_space.h"
#include "util/text.h"

namespace whet::search {

namespace {

constexpr size_t k_most_values_of_file = 65535;

Error bad_values(std::string_view text) {
  return bad_input(fmt::format("whet cannot read the values `{}`", text.substr(0, 80)), {},
                   "write them as [1, 2, 4], range(1, 9) or [EXPRESSION for NAME in range(1, 9)]");
}

// The text between `open` and `close`; nothing when they do not enclose it.
std::optional<std::string_view> inside(std::string_view text, std::string_view open, char close) {
  if (!text.starts_with(open) || text.size() <= open.size() || text.back() != close) return std::nullopt;
  return trim(text.substr(open.size(), text.size() - open.size() - 1));
}

Result<double> number_of(std::string_view python, const NumberLookup& lookup) {
  TRY(translated, from_python(python));
  TRY(expression, Expression::parse(translated));
  const Evaluation evaluation = expression.evaluate(lookup);
  if (!evaluation.value) return bad_values(python);
  return *evaluation.value;
}

// "1, 9" -> 1 ... 8; "0, 64, 16" -> 0 16 32 48.
Result<std::vector<double>> read_range(std::string_view inner) {
  std::vector<double> bounds;
  for (const std::string_view part : split(inner, ',')) {
    TRY(bound, number_of(part, [](std::string_view) { return std::nullopt; }));
    bounds.push_back(bound);
  }
  if (bounds.empty() || bounds.size() > 3) return bad_values(inner);
  const double first = bounds.size() == 1 ? 0 : bounds[0], end = bounds.size() == 1 ? bounds[0] : bounds[1];
  const double step = bounds.size() == 3 ? bounds[2] : 1;
  if (step == 0 || (end - first) / step > static_cast<double>(k_most_values_of_file)) return bad_values(inner);
  std::vector<double> values;
  for (double value = first; step > 0 ? value < end : value > end; value += step) values.push_back(value);
  return values;
}

Value as_value(double number) {
  if (number == std::floor(number) && std::fabs(number) < 1e15) return static_cast<int64_t>(number);
  return fmt::format("{}", number);
}

Result<Value> read_literal(std::string_view text) {
  text = trim(text);
  if (text == "True" || text == "False") return Value(text == "True");
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return Value(std::string(text.substr(1, text.size() - 2)));
  TRY(number, number_of(text, [](std::string_view) { return std::nullopt; }));
  return as_value(number);
}

// "2**i for i in range(5)"
Result<std::vector<Value>> read_comprehension(std::string_view text, size_t at_for) {
  const size_t at_in = text.find(" in ", at_for);
  if (at_in == std::string_view::npos) return bad_values(text);
  const std::string_view expression = text.substr(0, at_for), name = trim(text.substr(at_for + 5, at_in - at_for - 5));
  const auto range = inside(trim(text.substr(at_in + 4)), "range(", ')');
  if (!range) return bad_values(text);
  TRY(steps, read_range(*range));
  std::vector<Value> values;
  for (const double step : steps) {
    TRY(number, number_of(expression, [&](std::string_view wanted) -> std::optional<double> {
          return wanted == name ? std::optional(step) : std::nullopt;
        }));
    values.push_back(as_value(number));
  }
  return values;
}

Result<std::vector<Value>> read_python_list(std::string_view text) {
  text = trim(text);
  if (const auto listed = inside(text, "list(", ')')) text = *listed;
  std::vector<Value> values;
  if (const auto range = inside(text, "range(", ')')) {
    TRY(numbers, read_range(*range));
    for (const double number : numbers) values.push_back(as_value(number));
    return values;
  }
  const auto inner = inside(text, "[", ']');
  if (!inner) return bad_values(text);
  if (const size_t at_for = inner->find(" for "); at_for != std::string_view::npos)
    return read_comprehension(*inner, at_for);
  for (const std::string_view part : split(*inner, ',')) {
    if (trim(part).empty()) continue;
    TRY(value, read_literal(part));
    values.push_back(std::move(value));
  }
  return values;
}

Result<std::vector<Value>> read_values(const Json& json) {
  if (const std::string* text = json.as_string()) return read_python_list(*text);
  std::vector<Value> values;
  for (const Json& item : json.as_array() ? *json.as_array() : Json::Array()) {
    const auto value = value_of(item);
    if (!value) return bad_values(item.dump(-1));
    values.push_back(*value);
  }
  return values;
}

Result<Axis> read_axis(const Json& json) {
  const Json *name = json.find("Name"), *values = json.find("Values"), *preset = json.find("Default");
  if (!name || !name->as_string() || !values)
    return bad_input("a tuning parameter lacks its name or its values", "TuningParameters", "give both");
  auto read = read_values(*values);
  if (!read) {
    Error error = read.error();
    error.where = "TuningParameters, `" + *name->as_string() + "`";
    return error;
  }
  Axis axis{*name->as_string(), std::move(*read), 0};
  const auto wanted = preset ? value_of(*preset) : std::nullopt;
  const auto place = std::find(axis.values.begin(), axis.values.end(), wanted);
  if (wanted && place != axis.values.end()) axis.preset = static_cast<size_t>(place - axis.values.begin());
  return axis;
}

Result<Constraint> read_condition(const Json& json, size_t index) {
  const std::string place = fmt::format("Conditions[{}]", index);
  const Json* expression = json.find("Expression");
  if (!expression || !expression->as_string()) return bad_input("a condition lacks its expression", place, "give one");
  auto translated = from_python(*expression->as_string());
  if (!translated) {
    Error error = translated.error();
    error.where = place;
    return error;
  }
  TRY(parsed, Expression::parse(*translated, place));
  return Constraint{parsed, place};
}

}  // namespace

Result<T1Space> read_t1(std::string_view text) {
  TRY(file, Json::parse(text));
  const Json* space = file.find("ConfigurationSpace");
  const Json* parameters = space ? space->find("TuningParameters") : nullptr;
  if (!parameters || !parameters->as_array())
    return bad_input("this is no T1 file", {}, "it has ConfigurationSpace with TuningParameters");
  T1Space read;
  const Json* kernel = file.find("KernelSpecification");
  const Json* name = kernel ? kernel->find("KernelName") : nullptr;
  if (name && name->as_string()) read.kernel = *name->as_string();
  for (const Json& parameter : *parameters->as_array()) {
    TRY(axis, read_axis(parameter));
    read.axes.push_back(std::move(axis));
  }
  const Json* conditions = space->find("Conditions");
  for (const Json& condition : conditions && conditions->as_array() ? *conditions->as_array() : Json::Array()) {
    TRY(constraint, read_condition(condition, read.constraints.size()));
    read.constraints.push_back(std::move(constraint));
  }
  return read;
}

}  // namespace whet::search
