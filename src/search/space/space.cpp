#include "search/space/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "search/space/conflict.h"
#include "search/space/walk.h"
#include "util/text.h"

namespace whet::search {

namespace {

constexpr size_t k_most_values = UINT16_MAX;

Result<void> check_axis(const Axis& axis) {
  if (axis.values.empty())
    return bad_input(fmt::format("the tunable `{}` has no values", axis.name), {}, "list what it may be");
  if (axis.values.size() > k_most_values)
    return bad_input(fmt::format("the tunable `{}` has {} values", axis.name, axis.values.size()), {},
                     fmt::format("list at most {}", k_most_values));
  if (std::set<Value>(axis.values.begin(), axis.values.end()).size() < axis.values.size())
    return bad_input(fmt::format("the tunable `{}` lists a value twice", axis.name), {}, "list each value once");
  if (axis.preset >= axis.values.size())
    return bad_input(fmt::format("the default of the tunable `{}` is none of its values", axis.name), {},
                     "list the default among the values");
  return {};
}

Result<void> check_axes(const std::vector<Axis>& axes) {
  if (axes.empty()) return bad_input("there is nothing to tune", {}, "name at least one tunable with its values");
  std::set<std::string> names;
  for (const Axis& axis : axes) {
    if (!names.insert(axis.name).second)
      return bad_input(fmt::format("the tunable `{}` is named twice", axis.name), {}, "name it once");
    TRY_VOID(check_axis(axis));
  }
  return {};
}

std::vector<const BoundConstraint*> pointers(const std::vector<BoundConstraint>& constraints) {
  std::vector<const BoundConstraint*> all;
  for (const BoundConstraint& constraint : constraints) all.push_back(&constraint);
  return all;
}

// Numbers and booleans are ranked by value; texts keep their index, because their names have no order.
std::vector<uint16_t> ranks_of(const Axis& axis) {
  std::vector<uint16_t> ranks;
  for (size_t place = 0; place < axis.values.size(); ++place) {
    const Value& value = axis.values[place];
    const auto below = std::count_if(axis.values.begin(), axis.values.end(), [&](const Value& v) { return v < value; });
    ranks.push_back(
        static_cast<uint16_t>(std::holds_alternative<std::string>(value) ? place : static_cast<size_t>(below)));
  }
  return ranks;
}

std::vector<std::vector<uint16_t>> ranks_of(const std::vector<Axis>& axes) {
  std::vector<std::vector<uint16_t>> ranks;
  for (const Axis& axis : axes) ranks.push_back(ranks_of(axis));
  return ranks;
}

ConfigurationTable first_of(const ConfigurationTable& table, size_t axes) {
  ConfigurationTable first(axes);
  first.add(table[0]);
  return first;
}

bool fits(const Configuration& configuration, const std::vector<Axis>& axes) {
  if (configuration.size() != axes.size()) return false;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (configuration[i] >= axes[i].values.size()) return false;
  }
  return true;
}

Error nothing_found(size_t steps) {
  return bad_input(fmt::format("no configuration satisfies the constraints within {} steps", steps), {},
                   "loosen the constraints, or give the tunables fewer values");
}

}  // namespace

Result<Space> Space::build(std::vector<Axis> axes, const std::vector<Constraint>& constraints,
                           const Constants& constants, const SpaceLimits& limits) {
  TRY_VOID(check_axes(axes));
  auto shared = std::make_shared<Shared>();
  for (const Constraint& constraint : constraints) {
    TRY(bound, BoundConstraint::bind(constraint, axes, constants));
    shared->constraints.push_back(std::move(bound));
  }
  ConfigurationTable table(axes.size());
  const auto add = [&](ConfigurationView configuration) {
    if (table.size() == limits.configurations) return false;
    return table.add(configuration);
  };
  const WalkEnd end = Walk(axes, pointers(shared->constraints)).run(add, limits.steps);
  if (table.size() == 0)
    return end == WalkEnd::complete ? conflict_error(axes, shared->constraints) : nothing_found(limits.steps);
  shared->listed = end == WalkEnd::complete;
  shared->table = shared->listed ? std::move(table) : first_of(table, axes.size());
  shared->ranks = ranks_of(axes);
  shared->axes = std::move(axes);
  return Space(std::move(shared));
}

Result<Space> Space::listed(std::vector<Axis> axes, const std::vector<Configuration>& configurations) {
  TRY_VOID(check_axes(axes));
  if (configurations.empty()) return bad_input("the space lists no configuration", {}, "list at least one");
  auto shared = std::make_shared<Shared>();
  shared->table = ConfigurationTable(axes.size());
  for (const Configuration& configuration : configurations) {
    if (!fits(configuration, axes))
      return bad_input("a configuration of the list does not fit the tunables", {},
                       "give each tunable one of its values");
    shared->table.add(configuration);
  }
  shared->ranks = ranks_of(axes);
  shared->axes = std::move(axes);
  return Space(std::move(shared));
}

std::optional<size_t> Space::size() const {
  return shared_->listed ? std::optional(shared_->table.size()) : std::nullopt;
}

double Space::combinations() const {
  double count = 1;
  for (const Axis& axis : axes()) count *= static_cast<double>(axis.values.size());
  return count;
}

Configuration Space::at(size_t index) const {
  const ConfigurationView row = shared_->table[index];
  return {row.begin(), row.end()};
}

std::optional<size_t> Space::index_of(ConfigurationView configuration) const {
  return shared_->table.find(configuration);
}

bool Space::contains(ConfigurationView configuration) const {
  if (shared_->listed) return index_of(configuration).has_value();
  return std::all_of(shared_->constraints.begin(), shared_->constraints.end(),
                     [&](const BoundConstraint& constraint) { return constraint.holds(configuration); });
}

Configuration Space::sample(Random& random) const {
  if (shared_->listed) return at(random.below(shared_->table.size()));
  Configuration found;
  const auto keep = [&](ConfigurationView configuration) {
    found.assign(configuration.begin(), configuration.end());
    return false;
  };
  constexpr size_t k_steps = 1'000, k_tries = 20;  // an unlucky start is abandoned
  const Walk walk(axes(), pointers(shared_->constraints));
  for (size_t tries = 0; found.empty() && tries < k_tries; ++tries) walk.run(keep, k_steps, &random);
  return found.empty() ? at(0) : found;
}

std::vector<Configuration> Space::neighbours(const Configuration& configuration) const {
  std::vector<Configuration> found;
  Configuration other = configuration;
  for (size_t axis = 0; axis < axes().size(); ++axis) {
    for (size_t place = 0; place < axes()[axis].values.size(); ++place) {
      other[axis] = static_cast<uint16_t>(place);
      if (place != configuration[axis] && contains(other)) found.push_back(other);
    }
    other[axis] = configuration[axis];
  }
  return found;
}

std::optional<Configuration> Space::preset() const {
  Configuration configuration;
  for (const Axis& axis : axes()) configuration.push_back(static_cast<uint16_t>(axis.preset));
  return contains(configuration) ? std::optional(configuration) : std::nullopt;
}

Configuration Space::ranks(ConfigurationView configuration) const {
  Configuration ranks(configuration.size());
  for (size_t axis = 0; axis < ranks.size(); ++axis) ranks[axis] = shared_->ranks[axis][configuration[axis]];
  return ranks;
}

const Value& Space::value(const Configuration& configuration, size_t axis) const {
  return axes()[axis].values[configuration[axis]];
}

std::string Space::describe(const Configuration& configuration) const {
  std::vector<std::string> parts;
  for (size_t axis = 0; axis < axes().size(); ++axis)
    parts.push_back(axes()[axis].name + "=" + to_text(value(configuration, axis)));
  return join(parts, " ");
}

Result<Configuration> Space::find(const std::vector<std::pair<std::string, Value>>& values) const {
  Configuration configuration;
  for (const Axis& axis : axes()) {
    const auto given =
        std::find_if(values.begin(), values.end(), [&](const auto& pair) { return pair.first == axis.name; });
    if (given == values.end())
      return bad_input(fmt::format("the tunable `{}` has no value", axis.name), {}, "give it one");
    const auto place = std::find(axis.values.begin(), axis.values.end(), given->second);
    if (place == axis.values.end())
      return bad_input(fmt::format("the tunable `{}` cannot be {}", axis.name, to_text(given->second)), {},
                       "choose one of its values");
    configuration.push_back(static_cast<uint16_t>(place - axis.values.begin()));
  }
  return configuration;
}

}  // namespace whet::search
