// Several proposers as one: those named first propose first, and what one leaves of a round the next one takes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "propose/proposal.h"

namespace whet {

class ProposerTeam : public Proposer {
 public:
  struct Member {
    Proposer& proposer;
    double share = 1;  // of all proposals so far, as long as it has some: rounds of one are shared too
  };
  // At least one member. The last one says what the original is.
  explicit ProposerTeam(std::vector<Member> members) : members_(std::move(members)), proposed_(members_.size()) {}

  // "writer, tuner"
  std::string name() const override;
  bool wants_orders() const override;
  void take(const Orders& orders) override;
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override { return members_.back().proposer.standard(); }
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  void restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) override;

 private:
  std::vector<size_t> next_shares(size_t count) const;

  std::vector<Member> members_;
  std::vector<size_t> proposed_;  // by each of them
};

}  // namespace whet
