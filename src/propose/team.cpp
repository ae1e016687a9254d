#include "propose/team.h"

#include <algorithm>
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
    for (Proposal& each : members_[member].proposer.propose(wanted)) {
      proposals.push_back(std::move(each));
      ++proposed_[member];
    }
  };
  const std::vector<size_t> shares = next_shares(count);
  for (size_t i = 0; i < members_.size(); ++i) take(i, shares[i]);
  for (size_t i = 0; i < members_.size(); ++i) take(i, count);
  return proposals;
}

// Each proposal is the first's who has less than its share of all so far.
std::vector<size_t> ProposerTeam::next_shares(size_t count) const {
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
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.proposer.admits(proposal); });
}

void ProposerTeam::learn(const Proposal& proposal, const search::Outcome& outcome) {
  for (const Member& member : members_) {
    if (member.proposer.admits(proposal)) return member.proposer.learn(proposal, outcome);
  }
}

void ProposerTeam::restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) {
  for (const Member& member : members_) member.proposer.restart(seed, best, admitted(member.proposer, forgotten));
}

}  // namespace whet
