#include "search/space/constraint.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet::search {

namespace {

constexpr size_t k_largest_table = 1 << 16;  // largest number of combinations that is tabulated

// Gives every text value a number of its own, far above usual values of tunables.
std::map<std::string, double, std::less<>> number_texts(const std::vector<Axis>& axes) {
  constexpr double k_first = 1 << 30;
  std::map<std::string, double, std::less<>> numbers;
  for (const Axis& axis : axes) {
    for (const Value& value : axis.values) {
      if (const auto* text = std::get_if<std::string>(&value))
        numbers.emplace(*text, k_first + static_cast<double>(numbers.size()));
    }
  }
  return numbers;
}

double number_of(const Value& value, const std::map<std::string, double, std::less<>>& texts) {
  if (const auto* number = std::get_if<int64_t>(&value)) return static_cast<double>(*number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
  return texts.at(std::get<std::string>(value));
}

Error unknown_name(const std::string& name, const Constraint& constraint, const std::vector<Axis>& axes,
                   const Constants& constants) {
  std::vector<std::string> known;
  for (const Axis& axis : axes) known.push_back(axis.name);
  for (const auto& [constant, value] : constants) known.push_back(constant);
  return bad_input(
      fmt::format("the constraint `{}` uses `{}`, which is no tunable", constraint.expression.text(), name),
      constraint.place, "use one of: " + join(near_names(name, known, 8), ", "));
}

}  // namespace

Result<BoundConstraint> BoundConstraint::bind(const Constraint& constraint, const std::vector<Axis>& axes,
                                              const Constants& constants) {
  BoundConstraint bound(constraint);
  const auto texts = number_texts(axes);
  for (const std::string& name : constraint.expression.identifiers()) {
    const auto axis = std::find_if(axes.begin(), axes.end(), [&](const Axis& a) { return a.name == name; });
    if (axis != axes.end())
      bound.scope_.push_back(static_cast<size_t>(axis - axes.begin()));
    else if (const auto constant = constants.find(name); constant != constants.end())
      bound.known_.emplace(name, constant->second);
    else if (const auto text = texts.find(name); text != texts.end())
      bound.known_.emplace(name, text->second);
    else
      return unknown_name(name, constraint, axes, constants);
  }
  std::sort(bound.scope_.begin(), bound.scope_.end());
  for (size_t i = 0; i < bound.scope_.size(); ++i) {
    const Axis& axis = axes[bound.scope_[i]];
    bound.axis_names_.emplace(axis.name, i);
    auto& numbers = bound.numbers_.emplace_back();
    for (const Value& value : axis.values) numbers.push_back(number_of(value, texts));
  }
  bound.tabulate();
  return bound;
}

size_t BoundConstraint::combinations() const {
  size_t count = 1;
  for (const auto& numbers : numbers_) {
    if (count > k_largest_table) break;
    count *= numbers.size();
  }
  return count;
}

bool BoundConstraint::evaluate(ConfigurationView configuration) const {
  const auto lookup = [&](std::string_view name) -> std::optional<double> {
    if (const auto axis = axis_names_.find(name); axis != axis_names_.end())
      return numbers_[axis->second][configuration[scope_[axis->second]]];
    const auto known = known_.find(name);
    return known != known_.end() ? std::optional(known->second) : std::nullopt;
  };
  return constraint_.expression.evaluate(lookup).holds();
}

void BoundConstraint::tabulate() {
  const size_t count = combinations();
  if (count > k_largest_table) return;
  std::vector<bool> truths(count);
  Configuration configuration(scope_.empty() ? 0 : scope_.back() + 1);
  for (size_t code = 0; code < count; ++code) {
    size_t rest = code;
    for (size_t i = scope_.size(); i-- > 0; rest /= numbers_[i].size())
      configuration[scope_[i]] = static_cast<uint16_t>(rest % numbers_[i].size());
    truths[code] = evaluate(configuration);
  }
  truths_ = std::move(truths);
}

bool BoundConstraint::holds(ConfigurationView configuration) const {
  if (truths_.empty()) return evaluate(configuration);
  size_t code = 0;
  for (size_t i = 0; i < scope_.size(); ++i) code = code * numbers_[i].size() + configuration[scope_[i]];
  return truths_[code];
}

}  // namespace whet::search
