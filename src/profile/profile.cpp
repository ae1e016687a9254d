#include "profile/profile.h"

namespace whet {

void MetricSet::set(std::string name, double value, Origin origin) {
  Metric metric{name, value, origin};
  metrics_.insert_or_assign(std::move(name), std::move(metric));
}

std::optional<double> MetricSet::find(std::string_view name) const {
  const auto found = metrics_.find(name);
  return found == metrics_.end() ? std::nullopt : std::optional(found->second.value);
}

}  // namespace whet
