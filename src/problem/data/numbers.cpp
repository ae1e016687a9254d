#include "problem/data/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "problem/file/section.h"
#include "source/kernel/constants.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_largest_whole = 9007199254740992;  // 2^53: larger doubles are not all integers

std::vector<std::string> names_of(const std::vector<NamedNumber>& numbers) {
  std::vector<std::string> names;
  for (const NamedNumber& number : numbers) names.push_back(number.name);
  return names;
}

// "TILE = 64, ROWS = 16": the names in an expression with their values.
std::string values_text(const Expression& expression, const Numbers& numbers) {
  std::vector<std::string> parts;
  for (const std::string& name : expression.identifiers()) {
    if (const auto value = numbers.find(name)) parts.push_back(fmt::format("{} = {}", name, *value));
  }
  return join(parts, ", ");
}

}  // namespace

Result<Numbers> Numbers::collect(const Problem& problem, const ProblemCase& chosen, const ResolveOptions& options) {
  Numbers numbers(problem);
  TRY_VOID(numbers.add_dims(chosen, options));
  TRY_VOID(numbers.add_tunables(options));
  for (const ProblemDefine& define : problem.defines) {
    if (define.number) numbers.values_[define.name] = *define.number;
  }
  TRY_VOID(numbers.refuse_unknown(options.dims, numbers.dims_, "--dims"));
  TRY_VOID(numbers.refuse_unknown(options.tunables, numbers.tunables_, "--set"));
  TRY_VOID(numbers.check_constraints());
  return numbers;
}

Result<void> Numbers::add_dims(const ProblemCase& chosen, const ResolveOptions& options) {
  for (const Dimension& dimension : problem_->dims) {
    std::optional<int64_t> given;
    std::string where = problem_->place(chosen.line);
    for (const auto& [name, size] : chosen.dims) {
      if (name == dimension.name) given = size;
    }
    if (const auto option = options.dims.find(dimension.name); option != options.dims.end()) {
      given = option->second;
      where = "--dims " + dimension.name;
    }
    if (given && (*given <= 0 || static_cast<double>(*given) > k_largest_whole))
      return bad_input(fmt::format("dimension `{}` is {}", dimension.name, *given), where,
                       "give a size from 1 to 2^53");
    if (!given) {
      TRY(size, whole(dimension.value, fmt::format("dimension `{}`", dimension.name), 1));
      given = static_cast<int64_t>(size);
    }
    dims_.push_back({dimension.name, *given});
    values_[dimension.name] = static_cast<double>(*given);
  }
  return {};
}

Result<void> Numbers::add_tunables(const ResolveOptions& options) {
  for (const Tunable& tunable : problem_->tunables) {
    const auto option = options.tunables.find(tunable.name);
    const int64_t value = option != options.tunables.end()
                              ? option->second
                              : constant_value(problem_->source, tunable.name).value_or(tunable.values.front());
    tunables_.push_back({tunable.name, value});
    values_[tunable.name] = static_cast<double>(value);
  }
  return {};
}

Result<void> Numbers::refuse_unknown(const std::map<std::string, int64_t>& given, const std::vector<NamedNumber>& known,
                                     const std::string& flag) const {
  const std::vector<std::string> names = names_of(known);
  for (const auto& [name, value] : given) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return bad_input(
        fmt::format("{} has no {} {}", problem_->file, flag == "--dims" ? "dimension" : "tunable", in_quotes(name)),
        flag + " " + name, did_you_mean(name, names));
  }
  return {};
}

Result<void> Numbers::check_constraints() const {
  for (const Formula& constraint : problem_->constraints) {
    TRY(value, real(constraint, "the constraint"));
    if (value != 0) continue;
    return bad_input(fmt::format("{} does not hold with {}", in_quotes(constraint.expression.text()),
                                 values_text(constraint.expression, *this)),
                     problem_->place(constraint.line), "choose other values with --set, or correct `where`");
  }
  return {};
}

std::optional<double> Numbers::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

Result<double> Numbers::real(const Formula& formula, const std::string& what) const {
  const Evaluation outcome = formula.expression.evaluate([this](std::string_view name) { return find(name); });
  if (outcome.value) return *outcome.value;
  const std::string why = outcome.undefined.empty() ? "nothing gives " + join(outcome.absent, ", ") : outcome.undefined;
  return bad_input(fmt::format("{} has no value: {} in {}", what, why, in_quotes(formula.expression.text())),
                   problem_->place(formula.line),
                   "correct the expression, or the sizes: " + values_text(formula.expression, *this));
}

Result<uint64_t> Numbers::whole(const Formula& formula, const std::string& what, uint64_t least) const {
  TRY(value, real(formula, what));
  const std::string text = in_quotes(formula.expression.text());
  const std::string where = problem_->place(formula.line);
  if (value != std::floor(value))
    return bad_input(fmt::format("{} is {}, not a whole number: {}", what, value, text), where,
                     "use ceil_div(a, b) or floor(a / b)");
  if (value < static_cast<double>(least))
    return bad_input(fmt::format("{} is {}: {}", what, value, text), where, fmt::format("make it {} or more", least));
  if (value > k_largest_whole)
    return bad_input(fmt::format("{} is {}, more than whet counts exactly: {}", what, value, text), where,
                     "choose smaller sizes");
  return static_cast<uint64_t>(value);
}

Result<std::map<std::string, int64_t>> parse_assignments(const std::string& text, const std::string& flag) {
  std::map<std::string, int64_t> result;
  if (text.empty()) return result;
  for (const std::string_view part : split(text, ',')) {
    const size_t equals = std::min(part.find('='), part.size());
    const std::string name(trim(part.substr(0, equals)));
    std::string_view digits = trim(part.substr(std::min(equals + 1, part.size())));
    int64_t unit = 1;
    for (const auto& [letter, factor] :
         {std::pair{'K', int64_t{1} << 10}, {'M', int64_t{1} << 20}, {'G', int64_t{1} << 30}}) {
      if (digits.ends_with(letter)) unit = factor;
    }
    if (unit > 1) digits.remove_suffix(1);
    int64_t value = 0, scaled = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (name.empty() || error != std::errc() || end != digits.data() + digits.size() ||
        __builtin_mul_overflow(value, unit, &scaled)) {
      const bool is_fraction = digits.find_first_not_of("+-0123456789.eEf") == std::string_view::npos &&
                               digits.find('.') != std::string_view::npos;
      return bad_input(in_quotes(part) + " is not a name and a size", flag,
                       is_fraction ? "sizes are whole numbers; a floating-point number is the `value` of its [[args]]"
                                   : "write " + flag + " M=4096,N=1024");
    }
    result[name] = scaled;
  }
  return result;
}

}  // namespace whet
