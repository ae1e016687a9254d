// What binds one launch, how far it is from its ceiling, and what to do about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/advice.h"
#include "diagnose/run_facts.h"
#include "profile/profile.h"

namespace whet {

// How much a finding matters, by the share of the time that its mending would save.
enum class FindingLevel { low, medium, high };
FindingLevel level_of(double rank);
std::string_view name_of(FindingLevel severity);

enum class BoundClass { memory, compute, latency, occupancy, launch, tail, mixed, unknown };
std::string_view name_of(BoundClass bound);

struct LaunchDiagnosis {
  Profile profile;
  CountedLines lines;  // empty: the collector does not see lines
  Facts facts;         // of the machine code and of the launch
  KernelAdvice advice;
  BoundClass bound = BoundClass::unknown;
  std::vector<CheckedAdvice> nvidia;  // NVIDIA's advice in the profile, compared with the findings
};

// From the facts bound.*, grid.tail and gain.occupancy.
BoundClass bound_class(const Facts& facts);

// `code_facts` are those of the machine code; empty: there is none. `run` is of the same profile.
LaunchDiagnosis diagnose_launch(Profile profile, CountedLines lines, Facts code_facts, RunKnowledge run,
                                const AdviceBook& book, const PlanRequest& request = without_consent());

}  // namespace whet
