#include "optimize/ablation/ablation.h"

#include <algorithm>

#include <fmt/format.h>

namespace whet {

std::vector<AblatedNumber> ineffective(const std::vector<AblatedNumber>& parts) {
  std::vector<AblatedNumber> found;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(found),
               [](const AblatedNumber& part) { return part.attribution.verdict == store::PartVerdict::ineffective; });
  return found;
}

std::string simplification_text(size_t taken_back, size_t kept, const std::optional<OverallComparison>& without,
                                Origin origin) {
  const auto changes = [](size_t count) { return fmt::format("{} change{}", count, count == 1 ? "" : "s"); };
  if (taken_back > 0)
    return fmt::format("{} taken back: {} brought nothing", changes(taken_back), taken_back == 1 ? "it" : "they");
  if (!without) return {};
  return fmt::format("{} kept though worth nothing alone: {:.3f}x without{}", changes(kept), without->speedup,
                     origin == Origin::modelled ? ", as modelled" : "");
}

Result<std::vector<AblatedNumber>> Ablation::take_apart(RunCandidate& champion) {
  const Proposal standard = proposer_.standard();
  std::vector<AblatedNumber> parts;
  left_out_ = 0;
  for (const auto& [name, value] : champion.proposal.tunables) {
    const auto usual = standard.tunables.find(name);
    if (usual == standard.tunables.end() || usual->second == value) continue;
    if (left_out_ > 0 || !rules_.go_on()) {
      ++left_out_;
      continue;
    }
    rules_.tell("what is " + name + " worth?");
    TRY(part, put_back(name, usual->second, champion));
    TRY_VOID(store_attributions({part.attribution}, store_));
    parts.push_back(std::move(part));
  }
  return parts;
}

// A change whose absence breaks a constraint or makes the kernel wrong is needed, whatever it gains.
Result<AblatedNumber> Ablation::put_back(const std::string& name, int64_t usual, RunCandidate& champion) {
  AblatedNumber part{name, usual, {}};
  part.attribution.candidate = champion.id;
  part.attribution.kind = store::PartKind::tunable;
  part.attribution.name = fmt::format("{} {} -> {}", name, usual, champion.proposal.tunables.at(name));
  Proposal without = champion.proposal;
  without.tunables[name] = usual;
  if (!proposer_.admits(without)) {
    part.attribution.evidence = "without it a constraint is broken";
    return part;
  }
  TRY(ablated, ledger_.candidate(without, 0, champion.id));
  TRY_VOID(contest_.judge({ablated}));
  if (!is_sound(ablated->verdict->outcome)) {
    part.attribution.evidence = "without it the kernel is " + std::string(name_of(ablated->verdict->outcome));
    return part;
  }
  TRY(found, contest_.compare_overall("ablation " + name, *ablated, champion));
  part.attribution.speedup = found.stored();
  part.attribution.verdict = part_verdict(found.outcome);
  // More samples would not decide between two modelled times: a gain below the margin is no reason to keep a change.
  const bool undecided = part.attribution.verdict == store::PartVerdict::undecided;
  if (undecided && contest_.scale().origin() == Origin::modelled && found.speedup < 1 + rules_.margin) {
    part.attribution.verdict = store::PartVerdict::ineffective;
    part.attribution.evidence = fmt::format("less than {:.0f} %, as modelled", 100 * rules_.margin);
  }
  return part;
}

Result<RunCandidate*> Ablation::as_good(const Proposal& simpler, RunCandidate& champion, SimplerCandidate& found) {
  RunCandidate* none = nullptr;
  if (!proposer_.admits(simpler)) return none;
  TRY(candidate, ledger_.candidate(simpler, 0, champion.id));
  TRY_VOID(contest_.judge({candidate}));
  if (!is_sound(candidate->verdict->outcome)) return none;
  TRY(against, contest_.compare_overall("simplified", champion, *candidate));
  found.last = against;
  return is_no_slower(against, contest_.scale().origin(), rules_.margin) ? candidate : none;
}

Result<SimplerCandidate> Ablation::simplify(RunCandidate& champion, const std::vector<AblatedNumber>& parts) {
  const std::vector<AblatedNumber> back = ineffective(parts);
  SimplerCandidate found;
  if (back.empty()) return found;
  rules_.tell(fmt::format("the champion without {} changes that bring nothing", back.size()));
  Proposal simpler = champion.proposal;
  for (const AblatedNumber& part : back) simpler.tunables[part.name] = part.usual;
  TRY(all, as_good(simpler, champion, found));
  found.candidate = all;
  if (all) {
    for (const AblatedNumber& part : back) found.taken_back.push_back(part.attribution.name);
    return found;
  }
  simpler = champion.proposal;
  for (const AblatedNumber& part : back) {
    if (back.size() < 2 || !rules_.go_on()) break;
    Proposal next = simpler;
    next.tunables[part.name] = part.usual;
    TRY(candidate, as_good(next, champion, found));
    if (!candidate) continue;
    found.candidate = candidate;
    found.taken_back.push_back(part.attribution.name);
    simpler = std::move(next);
  }
  return found;
}

}  // namespace whet
