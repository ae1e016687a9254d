#include "diagnose/launch_diagnosis.h"

#include <algorithm>

namespace whet {

namespace {

constexpr double k_medium = 0.1, k_high = 0.3;  // of the time saved
constexpr double k_rules = 0.5;                 // a part of the time that is called what binds
constexpr double k_long_tail = 1.35;

double fact_or(const Facts& facts, std::string_view name, double otherwise) {
  const auto found = facts.find(name);
  return found == facts.end() ? otherwise : found->second;
}

}  // namespace

FindingLevel level_of(double rank) {
  return rank >= k_high ? FindingLevel::high : rank >= k_medium ? FindingLevel::medium : FindingLevel::low;
}

std::string_view name_of(FindingLevel severity) {
  constexpr std::string_view k_names[] = {"low", "medium", "high"};
  return k_names[static_cast<size_t>(severity)];
}

std::string_view name_of(BoundClass bound) {
  constexpr std::string_view k_names[] = {"memory", "compute", "latency", "occupancy",
                                          "launch", "tail",    "mixed",   "unknown"};
  return k_names[static_cast<size_t>(bound)];
}

BoundClass bound_class(const Facts& facts) {
  if (!facts.contains("bound.memory")) return BoundClass::unknown;
  if (fact_or(facts, "bound.launch", 0) > k_rules) return BoundClass::launch;
  if (fact_or(facts, "grid.tail", 1) > k_long_tail) return BoundClass::tail;
  const double memory = fact_or(facts, "bound.memory", 0), compute = fact_or(facts, "bound.compute", 0),
               latency = fact_or(facts, "bound.latency", 0);
  if (memory > k_rules) return BoundClass::memory;
  if (compute > k_rules) return BoundClass::compute;
  if (latency <= k_rules) return BoundClass::mixed;
  return fact_or(facts, "gain.occupancy", 1) > 1 / (1 - k_high) ? BoundClass::occupancy : BoundClass::latency;
}

LaunchDiagnosis diagnose_launch(Profile profile, CountedLines lines, Facts code_facts, RunKnowledge run,
                                const AdviceBook& book, const PlanRequest& request) {
  LaunchDiagnosis found;
  run.profile = &profile;
  found.facts = std::move(code_facts);
  add_run_facts(run, found.facts);
  found.bound = bound_class(found.facts);
  found.advice = advise(book, found.facts, request);
  found.nvidia = check_advice(profile.advice, found.advice.diagnosis, book.run, found.facts, book.nvidia);
  found.profile = std::move(profile);
  found.lines = std::move(lines);
  return found;
}

}  // namespace whet
