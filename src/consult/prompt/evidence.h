// What is known of a kernel's time, for a prompt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "consult/redact/redaction.h"
#include "diagnose/diagnosis_record.h"
#include "diagnose/plan.h"

namespace whet::consult {

struct KernelEvidence {
  std::string limited_by;               // "DRAM bandwidth 92 %, issue 41 %"
  std::vector<Finding> findings;        // highest rank first
  std::optional<Plan> plan;             // absent: it could not be counted
  std::optional<LaunchRecord> counted;  // of the longest launch
};

// How much of it is shown.
struct EvidenceScope {
  size_t lines = 8, instructions = 8;
  bool has_counters = false;
};
constexpr EvidenceScope k_usual_scope{}, k_wide_scope{24, 32, true};

std::string diagnosis_text(const KernelEvidence& evidence, const EvidenceScope& scope, Redaction& redaction);
// The lines with most of the issued instructions, what stands on them and what warps wait for there; as a data block.
std::string hot_lines_text(const KernelEvidence& evidence, const EvidenceScope& scope, Redaction& redaction);
std::string hot_code_text(const KernelEvidence& evidence, const EvidenceScope& scope);
std::string plan_text(const KernelEvidence& evidence);

}  // namespace whet::consult
