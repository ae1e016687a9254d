#include "profile/measured_shares.h"

#include <algorithm>

#include "util/text/toml.h"

namespace whet {

namespace {

constexpr const char* k_table = "profile/resources.toml";
constexpr double k_tells_alone = 0.75;  // of the time: what is not measured cannot be more

std::optional<Resource> resource_with_key(std::string_view key) {
  for (const ResourceRow& row : resource_table()) {
    if (row.key == key) return row.resource;
  }
  return std::nullopt;
}

Result<ResourceMetrics> read_row(const TomlValue& row, const std::string& file) {
  const std::string place = file + ":" + std::to_string(row.line);
  TRY_VOID(check_keys(row, {"key", "metrics", "reachable"}, file));
  TRY(key, required_string(row, "key", file));
  TRY(metrics, optional_strings(row, "metrics", file));
  const auto resource = resource_with_key(key);
  if (!resource) return bad_input("there is no resource `" + key + "`", place, "src/profile/resource.h has them");
  const TomlValue* const reachable = row.find("reachable");
  const double share = reachable ? reachable->as_number().value_or(0) : 1;
  if (share <= 0 || share > 1) return bad_input("`reachable` is a share between 0 and 1", place);
  if (metrics.empty()) return bad_input("the resource `" + key + "` has no metrics", place);
  return ResourceMetrics{*resource, std::move(metrics), share};
}

}  // namespace

Result<std::vector<ResourceMetrics>> parse_resource_metrics(std::string_view text, const std::string& file) {
  TRY(root, parse_toml(text, file));
  TRY_VOID(check_keys(root, {"resource"}, file));
  std::vector<ResourceMetrics> table;
  const TomlValue* const rows = root.find("resource");
  if (!rows || !rows->as_array()) return bad_input("there is no [[resource]]", file);
  for (const TomlValue& each : *rows->as_array()) {
    TRY(row, read_row(each, file));
    table.push_back(std::move(row));
  }
  return table;
}

Result<std::vector<ResourceMetrics>> load_resource_metrics(const Knowledge& knowledge) {
  TRY(text, knowledge.read(k_table));
  return parse_resource_metrics(text, std::string("knowledge/") + k_table);
}

std::optional<TimeShares> measured_shares(const MetricSet& metrics, const std::vector<ResourceMetrics>& table) {
  TimeShares shares;
  bool has_memory = false, has_issue = false;
  double largest = 0;
  for (const ResourceMetrics& row : table) {
    const auto name = std::find_if(row.metrics.begin(), row.metrics.end(),
                                   [&](const std::string& each) { return metrics.find(each).has_value(); });
    if (name == row.metrics.end()) continue;
    shares.set(row.resource, std::min(1.0, *metrics.find(*name) / 100 / row.reachable));
    largest = std::max(largest, shares.share(row.resource));
    has_memory |= row.resource == Resource::dram;
    has_issue |= row.resource == Resource::issue;
  }
  if (!(has_memory && has_issue) && largest < k_tells_alone) return std::nullopt;
  shares.explain_rest_by_latency();
  return shares;
}

}  // namespace whet
