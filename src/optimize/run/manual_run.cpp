#include "optimize/run/manual_run.h"

#include <algorithm>
#include <limits>

#include "diagnose/claim.h"

namespace whet {

namespace {

constexpr const char* k_proposer = "outside";  // the store's name for kernels that were submitted

// A person may take any time: the steps after the rounds are never dropped for lack of time.
OptimizeSettings without_limit(OptimizeSettings settings) {
  settings.most_seconds = std::numeric_limits<double>::infinity();
  return settings;
}

}  // namespace

ManualRun::ManualRun(const OptimizeSettings& settings, const Problem& problem, const OptimizedRun& run,
                     Architecture architecture, const ManualServices& services)
    : problem_(problem),
      run_(run),
      services_(services),
      builder_(problem, settings.dims, architecture, services.compiler),
      state_(without_limit(settings), problem, run,
             {services.store,
              services.ledger,
              services.worker,
              services.clock,
              services.knowledge,
              {},
              {},
              services.progress}) {}

Result<void> ManualRun::open() {
  TRY(record, services_.store.record_of(run_.id));
  TRY_VOID(state_.open(problem_.file));
  if (!record.run.champion) return state_.set_leader(state_.original());
  std::vector<RunCandidate*> tried;
  for (const store::Candidate& each : record.candidates) {
    if (each.round == 0) continue;
    TRY(candidate, candidate_of(each.id));
    tried.push_back(candidate);
  }
  TRY(champion, candidate_of(*record.run.champion));
  state_.continue_from(*champion, std::move(tried));
  return {};
}

Result<RoundReport> ManualRun::submit(const std::vector<Submission>& files) {
  for (const Submission& file : files) {
    for (const std::string& method : file.proposal.methods) TRY_VOID(check_claim(services_.knowledge, method));
  }
  RoundReport report;
  RunCandidate& before = state_.leader();
  TRY(rounds, services_.store.rounds(run_.id));
  TRY(round, services_.ledger.round(static_cast<int>(rounds.size()) + 1, k_proposer, before.id));
  report.round = round;
  report.leader_before = before.index;
  SubmittedCandidate* best = nullptr;
  report.candidates.reserve(files.size());  // `best` points into it
  for (const Submission& file : files) {
    TRY(found, submit_one(file, round, before));
    TRY_VOID(remember(file, found));
    report.candidates.push_back(std::move(found));
    SubmittedCandidate& last = report.candidates.back();
    const auto seconds = [&](const SubmittedCandidate& each) { return state_.seconds_of(each.verdict); };
    if (beats(last, before) && (!best || seconds(last) < seconds(*best))) best = &last;
  }
  if (best) {
    best->leads = true;
    for (const auto& candidate : services_.ledger.candidates()) {
      if (candidate->index == best->index) TRY_VOID(state_.set_leader(*candidate));
    }
  }
  TRY_VOID(services_.store.finish_round(run_.id, round));
  const CandidateVerdict& leading = *state_.leader().verdict;
  report.leader = state_.leader().index;
  report.seconds = state_.seconds_of(leading);
  report.speedup = state_.seconds_of(*state_.original().verdict) / report.seconds;
  report.share = state_.scale().share(leading.timings.front().seconds);
  report.origin = state_.origin();
  return report;
}

Result<SubmittedCandidate> ManualRun::submit_one(const Submission& submission, int round, RunCandidate& leader) {
  TRY(candidate, whet::candidate_of(submission.proposal, round, leader, services_.ledger));
  SubmittedCandidate found;
  found.file = submission.file;
  found.index = candidate->index;
  found.known = candidate->verdict.has_value();
  state_.report("checking and timing " + submission.file);
  TRY_VOID(state_.contest().judge({candidate}));
  found.verdict = *candidate->verdict;
  if (!is_sound(found.verdict.outcome)) return found;
  found.over_original = state_.scale().speedup_of(found.verdict);
  if (candidate != &leader) {
    state_.report("comparing " + submission.file + " with the leader");
    TRY(compared, state_.contest().compare_overall("round", leader, *candidate));
    found.against_leader = compared;
  }
  if (submission.proposal.methods.empty()) return found;
  state_.report("looking for the methods of " + submission.file + " in its machine code");
  TRY(code, builder_.build(candidate->proposal));
  TRY(parent, builder_.build(leader.proposal));
  for (const std::string& method : submission.proposal.methods) {
    if (!has_signature(services_.knowledge, method)) continue;
    TRY(signature, load_signature(services_.knowledge, method));
    found.proofs.push_back(prove(signature, code, parent));
  }
  return found;
}

// Modelled times have no noise, so the faster one leads; on a GPU the leader must be beaten in paired rounds.
bool ManualRun::beats(const SubmittedCandidate& candidate, const RunCandidate& leader) const {
  if (!candidate.against_leader) return false;
  if (state_.origin() == Origin::modelled)
    return state_.seconds_of(candidate.verdict) < state_.seconds_of(*leader.verdict);
  return candidate.against_leader->outcome == Outcome::faster;
}

Result<AblationReport> ManualRun::ablate() {
  RunCandidate& leader = state_.leader();
  TRY(row, services_.store.candidate(leader.id));
  if (&leader == &state_.original() || !row.parent)
    return bad_input("no submitted kernel leads: there is nothing to take apart", {}, "whet submit FILE");
  TRY(parent, candidate_of(*row.parent));
  state_.report("taking the leader apart, edit by edit");
  return ManualAblation(state_.contest(), services_.ledger, services_.store, builder_, state_.lessons(),
                        services_.knowledge)
      .take_apart(leader, *parent);
}

Result<OptimizeResult> ManualRun::finish() {
  OptimizeResult result;
  result.champion = state_.original();
  result.reason = &state_.leader() == &state_.original() ? "no submitted kernel alone beats the original"
                                                         : "finished by its driver";
  TRY_VOID(state_.confirm(result, ActiveRun::Limit::none));
  return state_.finish(std::move(result));
}

Result<void> ManualRun::remember(const Submission& submission, const SubmittedCandidate& found) {
  const std::string_view outcome =
      name_of(found.against_leader ? found.against_leader->outcome : found.verdict.outcome);
  const store::CandidateId id = services_.ledger.candidates()[static_cast<size_t>(found.index) - 1]->id;
  RunLessons& lessons = state_.lessons();
  for (const MethodProof& proof : found.proofs) {
    const std::string_view word = proof.proven() ? outcome : name_of(store::PartVerdict::not_implemented);
    TRY_VOID(lessons.remember(store::TriedKind::method, proof.method, word, proof.evidence, found.over_original, id));
  }
  if (submission.proposal.memo.empty()) return {};
  return lessons.remember(store::TriedKind::memo, submission.proposal.memo, outcome, found.verdict.reason,
                          found.over_original, id);
}

Result<RunCandidate*> ManualRun::candidate_of(store::CandidateId id) const {
  if (RunCandidate* const found = services_.ledger.find(id)) return found;
  return failed("run " + std::to_string(run_.id) + " has no candidate " + std::to_string(id));
}

}  // namespace whet
