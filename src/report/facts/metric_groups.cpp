#include "report/facts/metric_groups.h"

namespace whet {

namespace {

constexpr size_t k_others = 4;  // "instructions": what no part of a name tells

struct GroupPart {
  std::string_view part;
  size_t group;
};

// A metric belongs to the first row whose part its name contains.
constexpr GroupPart k_parts[] = {
    {"launch__", 0},      {"maximum_warps", 0}, {"waves_per", 0},    {"whet__block_work", 0},
    {"time_duration", 1}, {"pct_of_peak", 1},   {"whet__time", 1},   {"per_second", 1},
    {"issue_stalled", 2}, {"pcsamp", 2},        {"warps_active", 2}, {"sass_thread_inst_executed_op_", 3},
    {"lookup_hit", 7},    {"hit_rate", 7},      {"lts__", 7},        {"dram__", 7},
    {"mem_shared", 6},    {"op_shared", 6},     {"op_ldsm", 6},      {"whet__shared", 6},
    {"mem_global", 5},    {"mem_local", 5},     {"op_global", 5},    {"op_local", 5},
    {"op_ldgsts", 5},     {"whet__global", 5},  {"whet__atomic", 5},
};

}  // namespace

const std::vector<std::string>& metric_group_titles() {
  static const std::vector<std::string> titles{"launch",
                                               "time and throughput",
                                               "warps and what they wait for",
                                               "arithmetic of lanes",
                                               "instructions",
                                               "global and local memory",
                                               "shared memory",
                                               "caches and DRAM"};
  return titles;
}

size_t metric_group(std::string_view metric) {
  for (const GroupPart& row : k_parts) {
    if (metric.find(row.part) != std::string_view::npos) return row.group;
  }
  return k_others;
}

}  // namespace whet
