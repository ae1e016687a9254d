#include "optimize/ablation/manual_ablation.h"

#include <algorithm>

#include <fmt/format.h>

#include "diagnose/claim.h"
#include "optimize/ablation/attribution.h"

namespace whet {

namespace {

bool same_kernel(const Proposal& a, const Proposal& b) {
  return a.source == b.source && a.sidecar == b.sidecar && a.tunables == b.tunables;
}

double worth(const PartReport& part) {
  return part.attribution.speedup ? part.attribution.speedup->value : 0;
}

}  // namespace

Result<RunCandidate*> candidate_of(const Proposal& proposal, int round, const RunCandidate& parent, RunLedger& ledger) {
  for (const auto& known : ledger.candidates()) {
    if (same_kernel(known->proposal, proposal)) return known.get();
  }
  return ledger.candidate(proposal, round, parent.id);
}

Result<AblationReport> ManualAblation::take_apart(RunCandidate& leader, RunCandidate& parent) {
  AblationReport report;
  report.candidate = leader.index;
  report.parent = parent.index;
  report.origin = contest_.scale().origin();
  TRY(whole, contest_.compare_overall("round", parent, leader));
  report.whole = whole;
  const std::vector<Edit> edits = find_edits(builder_.source_of(parent.proposal), builder_.source_of(leader.proposal));
  for (size_t i = 0; i < edits.size(); ++i) {
    TRY(part, ablate_edit(edits[i], i + 1, leader));
    report.edits.push_back(std::move(part));
  }
  for (const std::string& method : leader.proposal.methods) {
    TRY(part, judge_method(method, leader, parent, edits, report));
    TRY_VOID(lessons_.remember(store::TriedKind::method, method, name_of(part.attribution.verdict),
                               part.attribution.evidence, part.attribution.speedup, leader.id));
    report.methods.push_back(std::move(part));
  }
  std::stable_sort(report.edits.begin(), report.edits.end(),
                   [](const PartReport& a, const PartReport& b) { return worth(a) > worth(b); });
  TRY_VOID(store_parts(report.edits));
  TRY_VOID(store_parts(report.methods));
  return report;
}

Result<PartReport> ManualAblation::ablate_edit(const Edit& edit, size_t number, RunCandidate& leader) {
  PartReport part;
  part.what = describe(edit);
  part.attribution.candidate = leader.id;
  part.attribution.kind = store::PartKind::edit;
  part.attribution.name = fmt::format("edit {}", number);
  part.attribution.evidence = part.what;
  Proposal rest = leader.proposal;
  rest.source = without(edit, builder_.source_of(leader.proposal));
  if (rest.source == builder_.source_of({})) rest.source.clear();
  rest.memo = part.attribution.name + " taken out";
  TRY(ablated, candidate_of(rest, 0, leader, ledger_));
  TRY_VOID(contest_.judge({ablated}));
  if (!is_sound(ablated->verdict->outcome)) {
    part.without = fmt::format("{}: {}", name_of(ablated->verdict->outcome), ablated->verdict->reason);
    part.attribution.evidence += "; without it " + part.without;
    return part;
  }
  TRY(found, contest_.compare_overall("ablation", *ablated, leader));
  part.outcome = found.outcome;
  part.attribution.speedup = found.stored();
  part.attribution.verdict = part_verdict(found.outcome);
  return part;
}

// A method belongs to the edit without which its signature is gone; if there is none, the whole change stands for it.
Result<PartReport> ManualAblation::judge_method(const std::string& method, const RunCandidate& leader,
                                                const RunCandidate& parent, const std::vector<Edit>& edits,
                                                const AblationReport& report) {
  if (!has_signature(knowledge_, method)) {
    PartReport whole;
    whole.attribution = {leader.id,
                         store::PartKind::method,
                         method,
                         report.whole.stored(),
                         part_verdict(report.whole.outcome),
                         "it leaves nothing in the machine code that would prove it"};
    whole.what = "the whole change";
    whole.outcome = report.whole.outcome;
    return whole;
  }
  TRY(signature, load_signature(knowledge_, method));
  TRY(before, builder_.build(parent.proposal));
  TRY(code, builder_.build(leader.proposal));
  const MethodProof proof = prove(signature, code, before);
  PartReport part;
  part.attribution = {leader.id, store::PartKind::method, method, report.whole.stored(), {}, proof.evidence};
  part.what = "the whole change";
  part.outcome = report.whole.outcome;
  double most = 0;
  for (size_t i = 0; proof.proven() && i < edits.size(); ++i) {
    if (worth(report.edits[i]) <= most) continue;
    Proposal rest = leader.proposal;
    rest.source = without(edits[i], builder_.source_of(leader.proposal));
    TRY(ablated, builder_.build(rest));
    if (prove(signature, ablated, before).proven()) continue;
    most = worth(report.edits[i]);
    part.what = report.edits[i].attribution.name;
    part.attribution.speedup = report.edits[i].attribution.speedup;
    part.outcome = report.edits[i].outcome;
  }
  part.attribution.verdict = method_verdict(proof, part.outcome);
  if (!proof.proven()) part.attribution.speedup.reset();
  return part;
}

Result<void> ManualAblation::store_parts(const std::vector<PartReport>& parts) {
  std::vector<store::Attribution> attributions;
  for (const PartReport& part : parts) attributions.push_back(part.attribution);
  return store_attributions(attributions, store_);
}

}  // namespace whet
