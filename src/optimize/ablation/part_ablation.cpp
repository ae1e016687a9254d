#include "optimize/ablation/part_ablation.h"

#include <algorithm>

#include <fmt/format.h>

namespace whet {

Result<std::vector<AblatedPart>> PartAblation::take_apart(RunCandidate& champion, RunCandidate& original) {
  std::vector<AblatedPart> parts;
  left_out_ = 0;
  for (const ProposalPart& part : proposer_.parts(champion.proposal)) {
    if (left_out_ > 0 || !rules_.go_on()) {
      ++left_out_;
      continue;
    }
    rules_.tell("what is " + part.name + " worth?");
    TRY(ablated, leave_out(part, champion, original));
    TRY_VOID(store_attributions({ablated.attribution}, store_));
    parts.push_back(std::move(ablated));
  }
  return parts;
}

// A part that others need, or without which the kernel is wrong, is needed whatever it gains.
Result<AblatedPart> PartAblation::leave_out(const ProposalPart& part, RunCandidate& champion, RunCandidate& original) {
  AblatedPart ablated{part, {}};
  store::Attribution& found = ablated.attribution;
  found.candidate = champion.id;
  found.kind = store::PartKind::edit;
  found.name = part.name;
  const auto rest = proposer_.without(champion.proposal, {part.name});
  if (!rest) {
    found.evidence = "the other parts do not fit without it";
    return ablated;
  }
  RunCandidate* without = &original;
  if (!rest->source.empty()) {
    TRY(candidate, ledger_.candidate(*rest, 0, champion.id));
    without = candidate;
  }
  TRY_VOID(contest_.judge({without}));
  if (!is_sound(without->verdict->outcome)) {
    found.evidence = "without it the kernel is " + std::string(name_of(without->verdict->outcome));
    return ablated;
  }
  TRY(compared, contest_.compare_overall("ablation " + part.name, *without, champion));
  found.speedup = compared.stored();
  found.verdict = part_verdict(compared.outcome);
  found.evidence = evidence_of(part, champion.proposal, without == &original ? Proposal{} : *rest);
  // More samples would not decide between two modelled times: a gain below the margin is no reason to keep an edit.
  const bool undecided = found.verdict == store::PartVerdict::undecided;
  if (undecided && contest_.scale().origin() == Origin::modelled && compared.speedup < 1 + rules_.margin)
    found.verdict = store::PartVerdict::ineffective;
  return ablated;
}

std::string PartAblation::evidence_of(const ProposalPart& part, const Proposal& with, const Proposal& without) const {
  if (part.method.empty() || !builder_) return {};
  const auto signature = load_signature(knowledge_, part.method);
  if (!signature) return {};
  const auto code = builder_->build(with), before = builder_->build(without);
  if (!code || !before) return {};
  const MethodProof proof = prove(*signature, *code, *before);
  return fmt::format("{} {}: {}", proof_name(proof.proof), part.method, proof.evidence);
}

Result<SimplerCandidate> PartAblation::simplify(RunCandidate& champion, const std::vector<AblatedPart>& parts) {
  SimplerCandidate found;
  std::vector<std::string> worthless;
  for (const AblatedPart& each : parts) {
    if (each.attribution.verdict == store::PartVerdict::ineffective) worthless.push_back(each.part.name);
  }
  const auto rest = worthless.empty() ? std::nullopt : proposer_.without(champion.proposal, worthless);
  if (!rest || rest->source.empty()) return found;
  rules_.tell(fmt::format("the champion without {} parts that bring nothing", worthless.size()));
  TRY(candidate, ledger_.candidate(*rest, 0, champion.id));
  TRY_VOID(contest_.judge({candidate}));
  if (!is_sound(candidate->verdict->outcome)) return found;
  TRY(against, contest_.compare_overall("simplified", champion, *candidate));
  found.last = against;
  if (!is_no_slower(against, contest_.scale().origin(), rules_.margin)) return found;
  found.candidate = candidate;
  found.taken_back = std::move(worthless);
  return found;
}

}  // namespace whet
