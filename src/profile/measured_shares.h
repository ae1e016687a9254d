// How busy each resource was during a measured launch, from metrics in percent of a peak. The table of metrics is
// knowledge/profile/resources.toml.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/profile.h"
#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet {

struct ResourceMetrics {
  Resource resource = Resource::dram;
  std::vector<std::string> metrics;  // the first that a profile has counts
  double reachable = 1;              // share of the peak that good kernels get
};

// An error has file and line.
Result<std::vector<ResourceMetrics>> parse_resource_metrics(std::string_view text, const std::string& file);
Result<std::vector<ResourceMetrics>> load_resource_metrics(const Knowledge& knowledge);

// What the shares leave of the time is called latency; so there is nothing if the profile does not tell of both DRAM
// and issue, unless what it tells of takes most of the time.
std::optional<TimeShares> measured_shares(const MetricSet& metrics, const std::vector<ResourceMetrics>& table);

}  // namespace whet
