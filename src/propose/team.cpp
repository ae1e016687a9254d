#include "propose/team.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace whet {

namespace {

// What a member could not have proposed is none of its business.
std::vector<Proposal> admitted(const Proposer& member, const std::vector<Proposal>& proposals) {
  std::vector<Proposal> own;
  std::copy_if(proposals.begin(), proposals.end(), std::back_inserter(own),
               [&](const Proposal& proposal) { return member.admits(proposal); });
  return own;
}

constexpr double k_floor = 0.1;        // no member's share is below it
constexpr double k_credit_of_e = 5;    // for a leader that is e times as fast: five times the share that all begin with
constexpr double k_credit_kept = 0.8;  // from one round to the next
constexpr double k_starting_credit = 1;  // of each

}  // namespace

std::string ProposerTeam::name() const {
  std::string names;
  for (const Member& member : members_) names += (names.empty() ? "" : ", ") + member.proposer.name();
  return names;
}

bool ProposerTeam::wants_orders() const {
  return std::any_of(members_.begin(), members_.end(), [](const Member& each) { return each.proposer.wants_orders(); });
}

void ProposerTeam::take(const Orders& orders) {
  for (const Member& each : members_) {
    if (each.proposer.wants_orders()) each.proposer.take(orders);
  }
}

std::vector<Proposal> ProposerTeam::propose(size_t count) {
  std::vector<Proposal> proposals;
  const auto take = [&](size_t member, size_t wanted) {
    wanted = std::min(wanted, count - proposals.size());
    if (wanted == 0) return;
    std::vector<Proposal> found = members_[member].proposer.propose(wanted);
    if (found.size() < wanted) due_[member] = 0;  // who has nothing is owed nothing
    proposed_[member] += found.size();
    std::move(found.begin(), found.end(), std::back_inserter(proposals));
  };
  const std::vector<size_t> shares = next_shares(count);
  for (size_t i = 0; i < members_.size(); ++i) take(i, shares[i]);
  for (size_t i = 0; i < members_.size(); ++i) take(i, count);
  return proposals;
}

std::vector<size_t> ProposerTeam::next_shares(size_t count) {
  return sharing_ == Sharing::fixed ? fixed_shares(count) : earned_shares(count);
}

std::vector<double> ProposerTeam::shares() const {
  const auto members = static_cast<double>(members_.size());
  const double all = members * k_starting_credit + std::accumulate(credit_.begin(), credit_.end(), 0.0);
  const double floor = std::min(k_floor, 1 / members);
  std::vector<double> shares;
  for (const double credit : credit_)
    shares.push_back(floor + (1 - members * floor) * (k_starting_credit + credit) / all);
  return shares;
}

// Each proposal goes to the member that is owed most.
std::vector<size_t> ProposerTeam::earned_shares(size_t count) {
  const std::vector<double> shares = this->shares();
  std::vector<size_t> next(members_.size());
  for (size_t number = 0; number < count; ++number) {
    for (size_t i = 0; i < due_.size(); ++i) due_[i] += shares[i];
    const auto most = std::max_element(due_.begin(), due_.end());
    *most -= 1;
    ++next[static_cast<size_t>(most - due_.begin())];
  }
  for (double& credit : credit_) credit *= k_credit_kept;
  return next;
}

// Each proposal is the first's who has less than its share of all so far.
std::vector<size_t> ProposerTeam::fixed_shares(size_t count) const {
  std::vector<size_t> shares(members_.size());
  size_t all = std::accumulate(proposed_.begin(), proposed_.end(), size_t{0});
  for (size_t number = 0; number < count; ++number, ++all) {
    size_t next = 0;
    const auto has_enough = [&](size_t i) {
      return static_cast<double>(proposed_[i] + shares[i]) > members_[i].share * static_cast<double>(all);
    };
    while (next + 1 < members_.size() && has_enough(next)) ++next;
    ++shares[next];
  }
  return shares;
}

bool ProposerTeam::admits(const Proposal& proposal) const {
  return owner_of(proposal) != nullptr;
}

const Proposer* ProposerTeam::owner_of(const Proposal& proposal) const {
  const auto owner = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& member) { return member.proposer.admits(proposal); });
  return owner == members_.end() ? nullptr : &owner->proposer;
}

void ProposerTeam::learn(const Proposal& proposal, const search::Outcome& outcome) {
  for (const Member& member : members_) {
    if (member.proposer.admits(proposal)) return member.proposer.learn(proposal, outcome);
  }
}

void ProposerTeam::hear(const Proposal& proposal, const ProposalVerdict& verdict) {
  for (const Member& member : members_) member.proposer.hear(proposal, verdict);
}

void ProposerTeam::led_by(const Proposal& proposal, double gain) {
  for (size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].proposer.admits(proposal)) continue;
    if (gain > 1) credit_[i] += k_credit_of_e * std::log(gain);
    break;
  }
  for (const Member& member : members_) member.proposer.led_by(proposal, gain);
}

bool ProposerTeam::is_whole(const Proposal& proposal) const {
  const Proposer* const owner = owner_of(proposal);
  return owner && owner->is_whole(proposal);
}

std::vector<ProposalPart> ProposerTeam::parts(const Proposal& proposal) const {
  const Proposer* const owner = owner_of(proposal);
  return owner ? owner->parts(proposal) : std::vector<ProposalPart>{};
}

std::optional<Proposal> ProposerTeam::without(const Proposal& proposal, const std::vector<std::string>& parts) const {
  const Proposer* const owner = owner_of(proposal);
  return owner ? owner->without(proposal, parts) : std::nullopt;
}

void ProposerTeam::restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) {
  for (const Member& member : members_) member.proposer.restart(seed, best, admitted(member.proposer, forgotten));
}

}  // namespace whet
