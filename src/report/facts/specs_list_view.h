// Every GPU and compute capability that whet has facts about.
#pragma once

#include <string>
#include <vector>

#include "hardware/fact_sheet.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct SpecsListView {
  struct Gpu {
    std::string id, name, capability;
    Fact multiprocessors;  // sm_count, or cu_count
    Fact memory;
    Fact bandwidth;
    std::vector<std::string> aliases, driver_names;
  };
  struct Capability {
    std::string id, name;
    std::vector<std::string> aliases;
  };
  std::vector<Gpu> gpus;
  std::vector<Capability> capabilities;
};

SpecsListView collect_list(const std::vector<FactSheet>& gpus, const std::vector<FactSheet>& capabilities);
void render(const SpecsListView& view, Canvas& canvas);
Json to_json(const SpecsListView& view);

}  // namespace whet
