#include "diagnose/fact_metrics.h"

#include <set>

#include "diagnose/run_facts.h"

namespace whet {

namespace {

using NameSet = std::set<std::string>;

// A launch of which everything but the metrics is known: shares, work, arguments.
Profile profile_with(const NameSet& metrics, double value) {
  Profile profile;
  profile.shares.emplace();
  for (double& share : profile.shares->shares) share = 0.2;
  for (const std::string& name : metrics) profile.metrics.set(name, value, Origin::measured);
  return profile;
}

NameSet asked_with(const NameSet& facts, const NameSet& metrics, double value) {
  const Profile profile = profile_with(metrics, value);
  NameSet asked;
  RunKnowledge known;
  known.profile = &profile;
  known.must_move_bytes = known.flops = known.array_bytes = 1;
  known.function_share = known.fp64_line_share = 0.5;
  known.asked = &asked;
  for (const RunFactRow& row : run_fact_table()) {
    if (facts.contains(std::string(row.name))) (void)row.value(known);
  }
  return asked;
}

// NameSet without those that only whet's own GPU counts: their absence makes facts ask for others.
NameSet without_own(const NameSet& names) {
  NameSet left;
  for (const std::string& name : names) {
    if (!name.starts_with("whet__")) left.insert(name);
  }
  return left;
}

}  // namespace

std::vector<std::string> facts_of_rules(const std::vector<Rule>& rules) {
  NameSet names;
  for (const Rule& rule : rules) {
    names.insert(rule.when.identifiers().begin(), rule.when.identifiers().end());
    names.insert(rule.rank.identifiers().begin(), rule.rank.identifiers().end());
    names.insert(rule.evidence.begin(), rule.evidence.end());
    for (std::string& each : rule.finding.placeholders()) names.insert(std::move(each));
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> all_run_facts() {
  std::vector<std::string> names;
  for (const RunFactRow& row : run_fact_table()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> metrics_of_facts(const std::vector<std::string>& facts) {
  const NameSet wanted(facts.begin(), facts.end());
  constexpr double k_small = 0.5, k_large = 1000;  // either side of the limits that facts compare with
  NameSet asked = asked_with(wanted, {}, 0);
  for (size_t before = 0; before != asked.size();) {
    before = asked.size();
    for (const double value : {k_small, k_large}) {
      asked.merge(asked_with(wanted, asked, value));
      asked.merge(asked_with(wanted, without_own(asked), value));
    }
  }
  return {asked.begin(), asked.end()};
}

}  // namespace whet
