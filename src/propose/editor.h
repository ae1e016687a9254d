// The proposer of edited kernels: each edit that fits the kernel's text alone, then more and more of them together.
//
//   restrict 1.0x, single precision 3.1x, coarsen 4 1.2x   ->   single precision + coarsen 4, single precision +
//   restrict
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/edits.h"
#include "propose/proposal.h"

namespace whet {

class Editor : public Proposer {
 public:
  // `starts` are memos of proposals that are tried first; others are ignored. Without
  // `planned` no plan is asked for.
  explicit Editor(Problem problem, const std::vector<std::string>& starts = {}, bool planned = true);

  // What fits, and why the rest does not.
  const edit::FittingEdits& fitting() const { return fitting_; }
  bool has_edits() const { return !fitting_.edits.empty(); }

  std::string name() const override { return "editor"; }
  bool wants_orders() const override { return planned_; }
  // Edits whose methods the plan has come first, in its order.
  void take(const Orders& orders) override;
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override { return {}; }
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  std::vector<ProposalPart> parts(const Proposal& proposal) const override;
  std::optional<Proposal> without(const Proposal& proposal, const std::vector<std::string>& parts) const override;
  // Nothing is forgotten: a kernel is proposed once.
  void restart(uint64_t, const Proposal&, const std::vector<Proposal>&) override {}

 private:
  using EditSet = std::set<std::string>;  // names
  std::optional<Proposal> proposal_of(const EditSet& edits) const;
  std::optional<EditSet> edits_of(const Proposal& proposal) const;
  std::vector<EditSet> next_sets() const;
  std::vector<EditSet> combinations() const;

  Problem problem_;
  edit::FittingEdits fitting_;  // the edits in the order in which they are tried
  std::vector<EditSet> starts_;
  std::set<EditSet> proposed_;
  std::map<EditSet, double> seconds_;  // of those that work
  std::optional<double> original_seconds_;
  bool planned_;
};

}  // namespace whet
