// The facts that rules can use, as one table: name, meaning, and how each is read from a profile.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diagnose/kernel_profile.h"

namespace whet {

// Facts by name, without those that are absent.
using Facts = std::map<std::string, double, std::less<>>;

struct FactRow {
  std::string_view name;     // "hot.load_shared"
  std::string_view meaning;  // with its unit
  std::optional<double> (*value)(const KernelProfile&);
};

// All facts; `hot` is the hot loop, or the whole body of a kernel without one.
std::span<const FactRow> fact_table();

Facts facts_of(const KernelProfile& profile);

}  // namespace whet
