#include "propose/team.h"

#include <algorithm>
#include <cmath>

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

std::vector<Proposal> ProposerTeam::propose(size_t count) {
  std::vector<Proposal> proposals;
  const auto take = [&](Proposer& proposer, size_t wanted) {
    for (Proposal& each : proposer.propose(std::min(wanted, count - proposals.size())))
      proposals.push_back(std::move(each));
  };
  for (const Member& member : members_) {
    const auto share = static_cast<size_t>(std::ceil(member.share * static_cast<double>(count)));
    if (proposals.size() < count) take(member.proposer, share);
  }
  for (const Member& member : members_) {
    if (proposals.size() < count) take(member.proposer, count);
  }
  return proposals;
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
