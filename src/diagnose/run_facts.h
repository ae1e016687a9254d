// The facts of a launch that rules can use: what its profile says, what its work is, and what each kind of waste costs.
#pragma once

#include <optional>
#include <set>
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
  std::optional<double> function_share;    // of the issued instructions: lines that call precise fp32 functions
  std::optional<double> fp64_line_share;   // of the issued instructions: lines that compute in fp64
  std::optional<std::vector<std::string>> patterns;  // what the kernel computes: "contraction (matrix product)"
  std::vector<std::string> product_types;            // of a contraction: element types of what it multiplies, "bf16"
  std::set<std::string>* asked = nullptr;            // receives the names of metrics that facts ask for
};

struct RunFactRow {
  std::string_view name;     // "load.excess"
  std::string_view meaning;  // with its unit; shares are from 0 to 1
  std::optional<double> (*value)(const RunKnowledge&);
};

std::span<const RunFactRow> run_fact_table();

// meaning.* and product.*: what the kernel computes.
bool is_of_meaning(std::string_view fact);

// Adds the facts meaning.* and product.* alone: of a kernel that was not run. Nothing: what it computes is not known.
void add_meaning_facts(const std::optional<std::vector<std::string>>& patterns,
                       const std::vector<std::string>& product_types, Facts& facts);

// Adds the facts of the launch to those of its machine code.
void add_run_facts(const RunKnowledge& run, Facts& facts);

}  // namespace whet
