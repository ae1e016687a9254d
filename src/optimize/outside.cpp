#include "optimize/outside.h"

#include <algorithm>

#include <fmt/format.h>

#include "problem/build.h"
#include "problem/candidate.h"
#include "problem/tuning.h"

namespace whet {

namespace {

store::Speedup stored(const OverallComparison& comparison) {
  return {comparison.speedup, comparison.low, comparison.high};
}

bool same_kernel(const Proposal& a, const Proposal& b) {
  return a.source == b.source && a.sidecar == b.sidecar && a.tunables == b.tunables;
}

}  // namespace

OutsideRun::OutsideRun(const OptimizeSettings& settings, const Problem& problem, const OptimizedRun& run,
                       Architecture architecture, const OutsideServices& services)
    : settings_(settings),
      problem_(problem),
      run_(run),
      architecture_(architecture),
      services_(services),
      optimizer_(settings, problem, run,
                 {services.store, services.archive, services.worker, proposer_, services.clock, services.knowledge}) {}

Result<void> OutsideRun::open() {
  TRY(record, services_.store.record_of(run_.id));
  TRY_VOID(optimizer_.open(problem_.file));
  std::vector<ArchivedCandidate*> tried;
  for (const store::Candidate& each : record.candidates) {
    if (each.round == 0) continue;
    TRY(candidate, candidate_of(each.id));
    tried.push_back(candidate);
  }
  ArchivedCandidate* leader = &optimizer_.original();
  if (record.run.champion) {
    TRY(champion, candidate_of(*record.run.champion));
    leader = champion;
  }
  return optimizer_.go_on(*leader, std::move(tried));
}

Result<RoundReport> OutsideRun::submit(const std::vector<Submission>& files) {
  for (const Submission& file : files) {
    for (const std::string& method : file.proposal.methods) TRY_VOID(load_signature(services_.knowledge, method));
  }
  RoundReport report;
  ArchivedCandidate& before = optimizer_.leader();
  TRY(rounds, services_.store.rounds(run_.id));
  TRY(round, services_.archive.round(static_cast<int>(rounds.size()) + 1, proposer_.name(), before.id));
  report.round = round;
  report.leader_before = before.index;
  SubmittedCandidate* best = nullptr;
  report.candidates.reserve(files.size());  // `best` points into it
  for (const Submission& file : files) {
    TRY(found, submit_one(file, round, before));
    TRY_VOID(remember(file, found));
    report.candidates.push_back(std::move(found));
    SubmittedCandidate& last = report.candidates.back();
    const auto seconds = [&](const SubmittedCandidate& each) { return optimizer_.seconds_of(each.verdict); };
    if (beats(last, before) && (!best || seconds(last) < seconds(*best))) best = &last;
  }
  if (best) {
    best->leads = true;
    for (const auto& candidate : services_.archive.candidates()) {
      if (candidate->index == best->index) TRY_VOID(optimizer_.lead(*candidate));
    }
  }
  TRY_VOID(services_.store.finish_round(run_.id, round));
  const WorkerVerdict& leading = *optimizer_.leader().verdict;
  report.leader = optimizer_.leader().index;
  report.seconds = optimizer_.seconds_of(leading);
  report.speedup = optimizer_.seconds_of(*optimizer_.original().verdict) / report.seconds;
  report.share = optimizer_.share(leading.timings.front().seconds);
  report.origin = optimizer_.origin();
  return report;
}

Result<SubmittedCandidate> OutsideRun::submit_one(const Submission& submission, int round, ArchivedCandidate& leader) {
  TRY(candidate, candidate_of(submission.proposal, round, leader));
  SubmittedCandidate found;
  found.file = submission.file;
  found.index = candidate->index;
  found.known = candidate->verdict.has_value();
  TRY_VOID(services_.archive.judge({candidate}, {}, services_.worker));
  found.verdict = *candidate->verdict;
  if (!is_sound(found.verdict.outcome)) return found;
  found.over_original = optimizer_.speedup_of(found.verdict);
  if (candidate != &leader) {
    TRY(compared, compare("round", leader, *candidate));
    found.against_leader = compared;
  }
  if (submission.proposal.methods.empty()) return found;
  TRY(code, build(candidate->proposal));
  TRY(parent, build(leader.proposal));
  for (const std::string& method : submission.proposal.methods) {
    TRY(signature, load_signature(services_.knowledge, method));
    found.proofs.push_back(prove(signature, code, parent));
  }
  return found;
}

// On a model the faster of two is known; on a GPU the leader must be beaten in paired rounds.
bool OutsideRun::beats(const SubmittedCandidate& candidate, const ArchivedCandidate& leader) const {
  if (!candidate.against_leader) return false;
  if (optimizer_.origin() == Origin::modelled)
    return optimizer_.seconds_of(candidate.verdict) < optimizer_.seconds_of(*leader.verdict);
  return candidate.against_leader->outcome == Outcome::faster;
}

Result<OverallComparison> OutsideRun::compare(const std::string& name, ArchivedCandidate& first,
                                              ArchivedCandidate& second) {
  TRY(compared, services_.archive.compare(name, first, second, services_.worker));
  return overall(optimizer_.cases(), compared, settings_.margin);
}

Result<AblationReport> OutsideRun::ablate() {
  ArchivedCandidate& leader = optimizer_.leader();
  TRY(row, services_.store.candidate(leader.id));
  if (&leader == &optimizer_.original() || !row.parent)
    return bad_input("no submitted kernel leads: there is nothing to take apart", {}, "whet submit FILE");
  TRY(parent, candidate_of(*row.parent));
  AblationReport report;
  report.candidate = leader.index;
  report.parent = parent->index;
  report.origin = optimizer_.origin();
  TRY(whole, compare("round", *parent, leader));
  report.whole = whole;
  const std::vector<Edit> edits = find_edits(source_of(*parent), source_of(leader));
  for (size_t i = 0; i < edits.size(); ++i) {
    TRY(part, ablate_edit(edits[i], i + 1, leader));
    report.edits.push_back(std::move(part));
  }
  for (const std::string& method : leader.proposal.methods) {
    TRY(part, judge_method(method, leader, *parent, edits, report));
    TRY_VOID(remember_method(method, name_of(part.attribution.verdict), part.attribution.evidence,
                             part.attribution.speedup, leader.id));
    report.methods.push_back(std::move(part));
  }
  std::stable_sort(report.edits.begin(), report.edits.end(), [](const PartReport& a, const PartReport& b) {
    const auto worth = [](const PartReport& part) {
      return part.attribution.speedup ? part.attribution.speedup->value : 0;
    };
    return worth(a) > worth(b);
  });
  TRY_VOID(store_parts(report.edits, leader.id));
  TRY_VOID(store_parts(report.methods, leader.id));
  return report;
}

// Judged and compared as any candidate: what the leader loses by it is what the edit is worth.
Result<PartReport> OutsideRun::ablate_edit(const Edit& edit, size_t number, ArchivedCandidate& leader) {
  PartReport part;
  part.what = describe(edit);
  part.attribution.candidate = leader.id;
  part.attribution.kind = store::PartKind::edit;
  part.attribution.name = fmt::format("edit {}", number);
  part.attribution.evidence = part.what;
  Proposal rest = leader.proposal;
  rest.source = without(edit, source_of(leader));
  if (rest.source == problem_.source) rest.source.clear();
  rest.memo = part.attribution.name + " taken out";
  TRY(ablated, candidate_of(rest, 0, leader));
  TRY_VOID(services_.archive.judge({ablated}, {}, services_.worker));
  if (!is_sound(ablated->verdict->outcome)) {
    part.without = fmt::format("{}: {}", name_of(ablated->verdict->outcome), ablated->verdict->reason);
    part.attribution.evidence += "; without it " + part.without;
    return part;
  }
  TRY(found, compare("ablation", *ablated, leader));
  part.outcome = found.outcome;
  part.attribution.speedup = stored(found);
  part.attribution.verdict =
      found.outcome == Outcome::faster ? store::PartVerdict::effective : store::PartVerdict::ineffective;
  return part;
}

// A method is carried by the edit without which its mark is gone; without such an edit the whole change stands for it.
Result<PartReport> OutsideRun::judge_method(const std::string& method, ArchivedCandidate& leader,
                                            ArchivedCandidate& parent, const std::vector<Edit>& edits,
                                            const AblationReport& report) {
  TRY(signature, load_signature(services_.knowledge, method));
  TRY(before, build(parent.proposal));
  TRY(code, build(leader.proposal));
  const MethodProof proof = prove(signature, code, before);
  PartReport part;
  part.attribution = {leader.id, store::PartKind::method, method, stored(report.whole), {}, proof.evidence};
  part.what = "the whole change";
  Outcome worth = report.whole.outcome;
  double most = 0;
  for (size_t i = 0; proof.proven() && i < edits.size(); ++i) {
    const std::optional<store::Speedup>& speedup = report.edits[i].attribution.speedup;
    if (!speedup || speedup->value <= most) continue;
    Proposal rest = leader.proposal;
    rest.source = without(edits[i], source_of(leader));
    TRY(ablated, build(rest));
    if (prove(signature, ablated, before).proven()) continue;
    most = speedup->value;
    part.what = report.edits[i].attribution.name;
    part.attribution.speedup = speedup;
    worth = report.edits[i].outcome;
  }
  part.outcome = worth;
  part.attribution.verdict = method_verdict(proof, worth);
  if (!proof.proven()) part.attribution.speedup.reset();
  return part;
}

Result<void> OutsideRun::store_parts(const std::vector<PartReport>& parts, store::CandidateId candidate) {
  TRY(record, services_.store.candidate_record(candidate));
  for (const PartReport& part : parts) {
    const bool known =
        std::any_of(record.attributions.begin(), record.attributions.end(), [&](const store::Attribution& each) {
          return each.kind == part.attribution.kind && each.name == part.attribution.name;
        });
    if (!known) TRY_VOID(services_.store.add_attribution(part.attribution));
  }
  return {};
}

Result<OptimizeResult> OutsideRun::finish() {
  OptimizeResult result;
  result.champion = optimizer_.original();
  result.reason = &optimizer_.leader() == &optimizer_.original() ? "no submitted kernel beats the original"
                                                                 : "finished by its driver";
  TRY_VOID(optimizer_.confirm(result));
  return optimizer_.finish(std::move(result));
}

Result<void> OutsideRun::remember(const Submission& submission, const SubmittedCandidate& found) {
  const std::string_view outcome =
      name_of(found.against_leader ? found.against_leader->outcome : found.verdict.outcome);
  const store::CandidateId id = services_.archive.candidates()[static_cast<size_t>(found.index) - 1]->id;
  for (const MethodProof& proof : found.proofs) {
    const std::string_view word = proof.proven() ? outcome : name_of(store::PartVerdict::not_implemented);
    TRY_VOID(remember_method(proof.method, word, proof.evidence, found.over_original, id));
  }
  if (submission.proposal.memo.empty()) return {};
  store::MemoryEntry entry;
  entry.kernel = run_.kernel;
  entry.kind = store::TriedKind::memo;
  entry.tried = submission.proposal.memo;
  entry.outcome = outcome;
  entry.reason = found.verdict.reason;
  entry.speedup = found.over_original;
  entry.conditions = run_.conditions;
  entry.run = run_.id;
  entry.candidate = id;
  TRY_VOID(services_.store.remember(entry));
  return {};
}

Result<void> OutsideRun::remember_method(const std::string& method, std::string_view outcome, const std::string& reason,
                                         const std::optional<store::Speedup>& speedup, store::CandidateId candidate) {
  store::MemoryEntry entry;
  entry.kernel = run_.kernel;
  entry.kind = store::TriedKind::method;
  entry.tried = method;
  entry.outcome = outcome;
  entry.reason = reason;
  entry.speedup = speedup;
  entry.conditions = run_.conditions;
  entry.run = run_.id;
  entry.candidate = candidate;
  TRY_VOID(services_.store.remember(entry));
  return {};
}

Result<ArchivedCandidate*> OutsideRun::candidate_of(const Proposal& proposal, int round,
                                                    const ArchivedCandidate& parent) {
  for (const auto& known : services_.archive.candidates()) {
    if (same_kernel(known->proposal, proposal)) return known.get();
  }
  return services_.archive.candidate(proposal, round, parent.id);
}

Result<ArchivedCandidate*> OutsideRun::candidate_of(store::CandidateId id) const {
  for (const auto& known : services_.archive.candidates()) {
    if (known->id == id) return known.get();
  }
  return failed(fmt::format("run {} has no candidate {}", run_.id, id));
}

Result<MachineCode> OutsideRun::build(const Proposal& proposal) const {
  Problem problem = problem_;
  if (!proposal.source.empty()) {
    TRY(loaded, with_candidate(problem_, "candidate.cu", proposal.source, proposal.sidecar));
    problem = std::move(loaded);
  }
  ResolveOptions options;
  options.dims = settings_.dims;
  TRY(resolved, resolve_case(problem, problem.cases.front(), options));
  CompileRequest request = compile_request(problem, resolved, {architecture_});
  request.exact = false;
  TRY(builds, services_.compiler.compile(request));
  return read_machine_code(std::move(builds.front().cubin));
}

const std::string& OutsideRun::source_of(const ArchivedCandidate& candidate) const {
  return candidate.proposal.source.empty() ? problem_.source : candidate.proposal.source;
}

}  // namespace whet
