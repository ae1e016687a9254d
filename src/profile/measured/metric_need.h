// The numbers that somebody wants of a launch, and which metrics of a GPU tell them.
#pragma once

#include <string>
#include <vector>

#include "profile/measured_shares.h"
#include "profile/ncu/ncu_names.h"

namespace whet {

// One number, with the metrics that can tell it: the first that the GPU has is collected.
struct MetricNeed {
  std::vector<std::string> names;
  bool is_named = true;  // it is asked for by the first name, whichever metric told it
};

// What is collected, and what is not.
struct ChosenMetrics {
  struct StandIn {
    std::string wanted, collected;
  };
  std::vector<std::string> names;      // each once
  std::vector<StandIn> stand_ins;      // collected in the place of others
  std::vector<std::string> not_known;  // first names of numbers that no metric of the GPU tells
};

// Metrics that describe the launch, or that whet finds out itself; no counter has them.
bool is_no_counter(const std::string& metric);

// A number for each resource and for each name, with what the tables say about metrics of the same meaning. Of stall
// reasons, whose shares are of all, one needs them all.
std::vector<MetricNeed> needs_of(const std::vector<std::string>& names, const std::vector<ResourceMetrics>& resources,
                                 const NcuNames& table);

std::vector<std::string> all_names(const std::vector<MetricNeed>& needs);
ChosenMetrics choose_metrics(const std::vector<MetricNeed>& needs, const std::vector<std::string>& known);

}  // namespace whet
