// The built-in proposer: the same kernel with other numbers in it.
#pragma once

#include <memory>
#include <optional>

#include "problem/tuning.h"
#include "propose/proposal.h"
#include "search/strategy/strategy.h"

namespace whet {

struct TunerSettings {
  std::string strategy;  // empty: the one that fits the space
  uint64_t seed = 1;
  size_t budget = 200;  // candidates planned
  // Beside what [tune] declares: what is found in the source, the launch and the compiler's flags.
  bool find = true;
  // Asked first, then what [tune] declares; what this space does not have is passed over.
  std::vector<std::map<std::string, int64_t>> starts = {};
};

class Tuner : public Proposer {
 public:
  // Errors: nothing to tune; constraints that contradict each other, with the smallest set of them that does.
  static Result<std::unique_ptr<Tuner>> make(const Problem& problem, const TunerSettings& settings);

  std::string name() const override { return "tuner"; }
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override;
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  void restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) override;

  const TuningSpace& tuning() const { return tuning_; }
  const search::Space& space() const { return strategy_.space(); }
  const std::string& strategy() const { return settings_.strategy; }
  // Everything it was told, in order; what is told twice keeps its first outcome. No restart forgets it.
  const std::vector<std::pair<Proposal, search::Trial>>& learned() const { return learned_; }

 private:
  Tuner(TuningSpace tuning, search::Strategy strategy, TunerSettings settings)
      : tuning_(std::move(tuning)), strategy_(std::move(strategy)), settings_(std::move(settings)) {}
  Proposal proposal_of(const search::Configuration& configuration) const;
  std::optional<search::Configuration> configuration_of(const Proposal& proposal) const;
  // What no GPU takes is known before it is compiled.
  bool fits(const Proposal& proposal) const;

  TuningSpace tuning_;
  search::Strategy strategy_;
  TunerSettings settings_;
  std::vector<std::pair<Proposal, search::Trial>> learned_;
};

}  // namespace whet
