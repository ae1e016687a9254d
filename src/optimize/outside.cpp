#include "optimize/outside.h"

#include <algorithm>

namespace whet {

OutsideRun::OutsideRun(const OptimizeSettings& settings, const Problem& problem, const OptimizedRun& run,
                       Architecture architecture, const OutsideServices& services)
    : problem_(problem),
      run_(run),
      services_(services),
      builder_(problem, settings.dims, architecture, services.compiler),
      optimizer_(settings, problem, run,
                 {services.store, services.archive, services.worker, proposer_, services.clock, services.knowledge,
                  [this](const OptimizeProgress& now) { tell(now.now); }}) {}

void OutsideRun::tell(const std::string& now) const {
  if (services_.progress) services_.progress(now);
}

Result<void> OutsideRun::open() {
  TRY(record, services_.store.record_of(run_.id));
  TRY_VOID(optimizer_.open(problem_.file));
  if (!record.run.champion) return optimizer_.lead(optimizer_.original());
  std::vector<ArchivedCandidate*> tried;
  for (const store::Candidate& each : record.candidates) {
    if (each.round == 0) continue;
    TRY(candidate, candidate_of(each.id));
    tried.push_back(candidate);
  }
  TRY(champion, candidate_of(*record.run.champion));
  optimizer_.go_on(*champion, std::move(tried));
  return {};
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
  TRY(candidate, whet::candidate_of(submission.proposal, round, leader, services_.archive));
  SubmittedCandidate found;
  found.file = submission.file;
  found.index = candidate->index;
  found.known = candidate->verdict.has_value();
  tell("checking and timing " + submission.file);
  TRY_VOID(optimizer_.arena().judge({candidate}));
  found.verdict = *candidate->verdict;
  if (!is_sound(found.verdict.outcome)) return found;
  found.over_original = optimizer_.yardstick().speedup_of(found.verdict);
  if (candidate != &leader) {
    tell("comparing " + submission.file + " with the leader");
    TRY(compared, optimizer_.arena().compare_overall("round", leader, *candidate));
    found.against_leader = compared;
  }
  if (submission.proposal.methods.empty()) return found;
  tell("looking for the methods of " + submission.file + " in its machine code");
  TRY(code, builder_.build(candidate->proposal));
  TRY(parent, builder_.build(leader.proposal));
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

Result<AblationReport> OutsideRun::ablate() {
  ArchivedCandidate& leader = optimizer_.leader();
  TRY(row, services_.store.candidate(leader.id));
  if (&leader == &optimizer_.original() || !row.parent)
    return bad_input("no submitted kernel leads: there is nothing to take apart", {}, "whet submit FILE");
  TRY(parent, candidate_of(*row.parent));
  tell("taking the leader apart, edit by edit");
  return OutsideAblation(optimizer_.arena(), services_.archive, services_.store, builder_, optimizer_.memory(),
                         services_.knowledge)
      .take_apart(leader, *parent);
}

Result<OptimizeResult> OutsideRun::finish() {
  OptimizeResult result;
  result.champion = optimizer_.original();
  result.reason = &optimizer_.leader() == &optimizer_.original() ? "no submitted kernel alone beats the original"
                                                                 : "finished by its driver";
  TRY_VOID(optimizer_.confirm(result));
  return optimizer_.finish(std::move(result));
}

Result<void> OutsideRun::remember(const Submission& submission, const SubmittedCandidate& found) {
  const std::string_view outcome =
      name_of(found.against_leader ? found.against_leader->outcome : found.verdict.outcome);
  const store::CandidateId id = services_.archive.candidates()[static_cast<size_t>(found.index) - 1]->id;
  RunMemory& memory = optimizer_.memory();
  for (const MethodProof& proof : found.proofs) {
    const std::string_view word = proof.proven() ? outcome : name_of(store::PartVerdict::not_implemented);
    TRY_VOID(memory.remember(store::TriedKind::method, proof.method, word, proof.evidence, found.over_original, id));
  }
  if (submission.proposal.memo.empty()) return {};
  return memory.remember(store::TriedKind::memo, submission.proposal.memo, outcome, found.verdict.reason,
                         found.over_original, id);
}

Result<ArchivedCandidate*> OutsideRun::candidate_of(store::CandidateId id) const {
  if (ArchivedCandidate* const found = services_.archive.find(id)) return found;
  return failed("run " + std::to_string(run_.id) + " has no candidate " + std::to_string(id));
}

}  // namespace whet
