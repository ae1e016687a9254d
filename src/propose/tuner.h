// The built-in proposer: varies the tunables of a kernel.
#pragma once

#include <memory>
#include <optional>

#include "problem/tuning.h"
#include "propose/proposal.h"
#include "search/strategy/strategy.h"

namespace whet {

struct TunerSettings {
  std::string strategy;  // empty: chosen by the size of the space
  uint64_t seed = 1;
  size_t budget = 200;  // candidates planned
  // Also vary what is found in the source, the launch and the compiler's flags, not only what [tune] declares.
  bool find = true;
  // Tried after the defaults and before the combinations that [tune] declares; those outside this space are skipped.
  std::vector<std::map<std::string, int64_t>> starts = {};
  bool planned = true;  // what the plan calls for is tried next; false: the plan is not asked for
};

class Tuner : public Proposer {
 public:
  // Whether there is anything to tune; `find` as in the settings.
  static bool applies(const Problem& problem, bool find);
  // It is an error when there is nothing to tune, or when constraints contradict each other; the error names the
  // smallest such set.
  static Result<std::unique_ptr<Tuner>> make(const Problem& problem, const TunerSettings& settings);

  std::string name() const override { return "tuner"; }
  bool wants_orders() const override { return settings_.planned && settings_.find; }
  void take(const Orders& orders) override;
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override;
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  void restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) override;

  const TuningSpace& tuning() const { return tuning_; }
  const search::Space& space() const { return strategy_.space(); }
  const std::string& strategy() const { return settings_.strategy; }
  // Everything it was told, in order; a proposal told twice keeps its first outcome. A restart does not clear it.
  const std::vector<std::pair<Proposal, search::Trial>>& learned() const { return learned_; }

 private:
  Tuner(TuningSpace tuning, search::Strategy strategy, TunerSettings settings)
      : tuning_(std::move(tuning)), strategy_(std::move(strategy)), settings_(std::move(settings)) {}
  Proposal proposal_of(const search::Configuration& configuration) const;
  std::optional<search::Configuration> configuration_of(const Proposal& proposal) const;
  // False for what no GPU can launch, which is known without compiling.
  bool fits(const Proposal& proposal) const;

  TuningSpace tuning_;
  search::Strategy strategy_;
  TunerSettings settings_;
  std::vector<std::pair<Proposal, search::Trial>> learned_;
};

}  // namespace whet
