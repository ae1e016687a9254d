// The facts of a launch that rules can use: what its profile says, what its work is, and what each kind of waste costs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnose/facts.h"
#include "hardware/ceilings.h"
#include "profile/line_counts.h"
#include "profile/profile.h"

namespace whet {

// Everything known of one launch. What is absent makes the facts that need it absent.
struct RunKnowledge {
  const Profile* profile = nullptr;
  const Gpu* gpu = nullptr;                // absent: shares of ceilings are not known
  std::optional<double> must_move_bytes;   // by [work], or by the formula that the kernel computes
  std::optional<double> flops;             // in the same way
  std::optional<double> array_bytes;       // of all arguments together
  std::optional<bool> has_fp64_arguments;  // whether the kernel is given or returns any
  std::optional<double> function_share;    // of the issued instructions: lines that call precise math functions
  std::optional<std::vector<std::string>> patterns;  // what the kernel computes: "contraction (matrix product)"
};

struct RunFactRow {
  std::string_view name;     // "load.excess"
  std::string_view meaning;  // with its unit; shares are from 0 to 1
  std::optional<double> (*value)(const RunKnowledge&);
};

std::span<const RunFactRow> run_fact_table();

// Adds the facts of the launch to those of its machine code.
void add_run_facts(const RunKnowledge& run, Facts& facts);

}  // namespace whet
