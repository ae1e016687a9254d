#include "optimize/ablation.h"

#include <algorithm>

#include <fmt/format.h>

namespace whet {

std::vector<AblatedNumber> ineffective(const std::vector<AblatedNumber>& parts) {
  std::vector<AblatedNumber> found;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(found),
               [](const AblatedNumber& part) { return part.attribution.verdict == store::PartVerdict::ineffective; });
  return found;
}

std::string simplification_text(size_t changes, bool taken_back, double speedup_without) {
  const bool one = changes == 1;
  const std::string what = fmt::format("{} change{}", changes, one ? "" : "s");
  if (taken_back) return fmt::format("{} taken back: {} brought nothing", what, one ? "it" : "they");
  return fmt::format("{} kept though worth nothing alone: {:.3f}x without {}", what, speedup_without,
                     one ? "it" : "all of them");
}

Result<std::vector<AblatedNumber>> Ablation::take_apart(ArchivedCandidate& champion) {
  const Proposal standard = proposer_.standard();
  std::vector<AblatedNumber> parts;
  for (const auto& [name, value] : champion.proposal.tunables) {
    const auto usual = standard.tunables.find(name);
    if (usual == standard.tunables.end() || usual->second == value) continue;
    tell_("what is " + name + " worth?");
    TRY(part, put_back(name, usual->second, champion));
    TRY_VOID(store_attributions({part.attribution}, store_));
    parts.push_back(std::move(part));
  }
  return parts;
}

// What cannot be without it is needed, however fast that would be.
Result<AblatedNumber> Ablation::put_back(const std::string& name, int64_t usual, ArchivedCandidate& champion) {
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
  TRY(ablated, archive_.candidate(without, 0, champion.id));
  TRY_VOID(arena_.judge({ablated}));
  if (!is_sound(ablated->verdict->outcome)) {
    part.attribution.evidence = "without it the kernel is " + std::string(name_of(ablated->verdict->outcome));
    return part;
  }
  TRY(found, arena_.compare_overall("ablation " + name, *ablated, champion));
  part.attribution.speedup = found.stored();
  part.attribution.verdict = part_verdict(found.outcome);
  return part;
}

Result<ArchivedCandidate*> Ablation::without_ineffective(const ArchivedCandidate& champion,
                                                         const std::vector<AblatedNumber>& parts) {
  const std::vector<AblatedNumber> back = ineffective(parts);
  Proposal simpler = champion.proposal;
  for (const AblatedNumber& part : back) simpler.tunables[part.name] = part.usual;
  ArchivedCandidate* none = nullptr;
  if (back.empty() || !proposer_.admits(simpler)) return none;
  tell_(fmt::format("the champion without {} changes that bring nothing", back.size()));
  TRY(candidate, archive_.candidate(simpler, 0, champion.id));
  TRY_VOID(arena_.judge({candidate}));
  return is_sound(candidate->verdict->outcome) ? candidate : none;
}

}  // namespace whet
