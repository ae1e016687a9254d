#include "write/launcher/host_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "util/text.h"

namespace whet::write {

HostSizes::HostSizes(const Problem& problem, const ResolvedCase& at_first, const std::vector<HostParameter>& parameters,
                     FreshNames& names)
    : problem_(problem),
      at_first_(at_first),
      parameters_(parameters),
      names_(names),
      numbers_([this](const std::string& each) { return name(each); }) {}

// The whole number that is passed as it is.
const HostParameter* HostSizes::teller(const Dimension& dimension) const {
  for (const HostParameter& each : parameters_) {
    if (each.is_array || is_floating(each.element) || each.element == ElementType::boolean) continue;
    const std::string value(trim(each.value));
    if (value.empty() ? each.argument == dimension.name : value == dimension.name) return &each;
  }
  return nullptr;
}

std::string HostSizes::add(const std::string& dimension, const std::string& parameter) {
  sizes_.push_back({names_.fresh(dimension + "_size"), parameter});
  return variables_[dimension] = sizes_.back().variable;
}

std::optional<std::string> HostSizes::size_of(const Dimension& dimension) {
  if (const auto known = variables_.find(dimension.name); known != variables_.end()) return known->second;
  if (const HostParameter* const parameter = teller(dimension)) return add(dimension.name, parameter->name);
  if (!may_add_) return std::nullopt;
  further_.push_back({dimension.name, names_.fresh(dimension.name)});
  return add(dimension.name, further_.back().parameter);
}

std::optional<std::string> HostSizes::name(const std::string& name) {
  for (const Dimension& dimension : problem_.dims) {
    if (dimension.name == name) return size_of(dimension);
  }
  for (const NamedNumber& tunable : at_first_.tunables) {
    if (tunable.name == name) return std::to_string(tunable.value);
  }
  for (const ProblemDefine& define : problem_.defines) {
    if (define.name == name && define.number && *define.number == std::floor(*define.number))
      return fmt::format("{:.0f}", *define.number);
  }
  return std::nullopt;
}

Result<std::string> HostSizes::number(const Expression& formula) {
  return numbers_.text(formula);
}

std::optional<std::string> HostSizes::known_number(const Expression& formula) {
  may_add_ = false;
  auto text = numbers_.text(formula);
  may_add_ = true;
  if (!text) return std::nullopt;
  return std::move(*text);
}

void HostSizes::relate(const std::string& variable, const Expression& formula, std::vector<HostCondition>& found) {
  const auto value = known_number(formula);
  const bool is_itself = std::any_of(sizes_.begin(), sizes_.end(), [&](const HostSize& each) {
    return value == each.variable && each.parameter == variable;
  });
  if (!value || is_itself) return;
  std::vector<HostCondition> needed = numbers_.take_conditions();
  std::move(needed.begin(), needed.end(), std::back_inserter(found));
  found.push_back({fmt::format("{} != {}", variable, *value), fmt::format("{} is {}", variable, formula.text())});
}

std::vector<HostCondition> HostSizes::relations(bool are_fused) {
  std::vector<HostCondition> found;
  for (const HostParameter& each : parameters_) {
    const auto formula = each.value.empty() ? Result<Expression>(bad_input("")) : Expression::parse(each.value);
    if (formula && !each.is_array && !is_floating(each.element)) relate(each.name, *formula, found);
  }
  for (const Dimension& dimension : problem_.dims) {
    const HostParameter* const parameter = are_fused ? teller(dimension) : nullptr;
    if (parameter && !dimension.value.expression.identifiers().empty())
      relate(parameter->name, dimension.value.expression, found);
  }
  return found;
}

}  // namespace whet::write
