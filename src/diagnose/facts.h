// The numbers rules speak of, as one table: name, meaning, and how it is read from a profile.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diagnose/kernel_profile.h"

namespace whet {

// Absent facts are left out.
using Facts = std::map<std::string, double, std::less<>>;

struct FactRow {
  std::string_view name;     // "hot.load_shared"
  std::string_view meaning;  // with its unit
  std::optional<double> (*value)(const KernelProfile&);
};

// Every fact there is; `hot` is the hot loop, or the whole body of a kernel without one.
std::span<const FactRow> fact_table();

Facts facts_of(const KernelProfile& profile);

}  // namespace whet
