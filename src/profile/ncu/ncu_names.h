// The metrics that whet reads in reports of Nsight Compute: their names, what they count, and how its details page
// calls them. knowledge/profile/ncu_names.toml is the table.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profile/ncu/unit.h"
#include "util/system/knowledge.h"

namespace whet {

struct NcuMetricName {
  std::string name;
  NcuQuantity quantity = NcuQuantity::number;
  std::vector<std::string> shown;  // on the details page, as the versions call it
  std::vector<std::string> same;   // metrics whose value may stand for this one where it was not collected
};

class NcuNames {
 public:
  static Result<NcuNames> load(const Knowledge& knowledge);
  static Result<NcuNames> parse(std::string_view text, const std::string& file);

  // The metric of this name, or nullptr for one that whet does not use.
  const NcuMetricName* find(std::string_view name) const;
  // The metrics that a page shows under this name; several only when they count different things.
  std::vector<const NcuMetricName*> shown_as(std::string_view shown) const;
  const std::map<std::string, NcuMetricName, std::less<>>& all() const { return names_; }

 private:
  Result<void> add(NcuMetricName name, const std::string& place);

  std::map<std::string, NcuMetricName, std::less<>> names_;
  std::multimap<std::string, std::string, std::less<>> shown_;  // what is shown -> name
};

}  // namespace whet
