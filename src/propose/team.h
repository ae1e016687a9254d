// Several proposers as one: those named first propose first, and what one leaves of a round the next one takes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "propose/proposal.h"

namespace whet {

// How rounds are shared.
enum class Sharing : uint8_t {
  fixed,    // each member has its share of all proposals so far, as long as it has some
  by_gain,  // all begin alike; who brought leaders lately has more, and nobody less than a floor
};

class ProposerTeam : public Proposer {
 public:
  struct Member {
    Proposer& proposer;
    double share = 1;  // of all proposals so far, if shares are fixed: rounds of one are shared too
  };
  // At least one member. The last one says what the original is.
  explicit ProposerTeam(std::vector<Member> members, Sharing sharing = Sharing::fixed)
      : members_(std::move(members)),
        sharing_(sharing),
        proposed_(members_.size()),
        credit_(members_.size()),
        due_(members_.size()) {}

  // "writer, tuner"
  std::string name() const override;
  bool wants_orders() const override;
  void take(const Orders& orders) override;
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override { return members_.back().proposer.standard(); }
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  void hear(const Proposal& proposal, const ProposalVerdict& verdict) override;
  void led_by(const Proposal& proposal, double gain) override;
  bool is_whole(const Proposal& proposal) const override;
  std::vector<ProposalPart> parts(const Proposal& proposal) const override;
  std::optional<Proposal> without(const Proposal& proposal, const std::vector<std::string>& parts) const override;
  void restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) override;

  // Of the next rounds, if shares follow gains; they add up to 1.
  std::vector<double> shares() const;

 private:
  const Proposer* owner_of(const Proposal& proposal) const;  // nullptr: none could have proposed it
  std::vector<size_t> next_shares(size_t count);
  std::vector<size_t> fixed_shares(size_t count) const;
  std::vector<size_t> earned_shares(size_t count);

  std::vector<Member> members_;
  Sharing sharing_;
  std::vector<size_t> proposed_;  // by each of them
  std::vector<double> credit_;    // for leaders, halved from time to time
  std::vector<double> due_;       // proposals that each is owed
};

}  // namespace whet
