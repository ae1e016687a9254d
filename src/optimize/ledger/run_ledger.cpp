#include "optimize/ledger/run_ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/timing/timing.h"

namespace whet {

namespace {

constexpr int64_t k_events_at_once = 10'000;

const Json& member(const Json& json, std::string_view name) {
  static const Json none;
  const Json* found = json.find(name);
  return found ? *found : none;
}

std::string pair_key(const std::string& name, store::CandidateId baseline, store::CandidateId candidate) {
  return name + "/" + std::to_string(baseline) + "/" + std::to_string(candidate);
}

store::CandidateId candidate_of(const Json& data) {
  const int64_t* const candidate = member(data, "candidate").as_integer();
  return candidate ? *candidate : 0;
}

std::string told_key(const std::string& kind, const Json& data) {
  return kind + "/" + std::to_string(candidate_of(data));
}

// Everything that distinguishes proposals, as text.
std::string proposal_key(const Proposal& proposal) {
  std::string key = tunables_json(proposal).dump(-1);
  for (const std::string& method : proposal.methods) key += '\0' + method;
  for (const std::string* part : {&proposal.memo, &proposal.sidecar, &proposal.source})
    key += std::string(2, '\0') + *part;
  return key;
}

Proposal stored_proposal(const store::Candidate& candidate, std::string source) {
  Proposal proposal{std::move(source), candidate.launch, {}, candidate.methods, candidate.memo};
  if (const auto* values = candidate.tunables.as_object()) {
    for (const auto& [name, value] : *values) {
      if (value.as_integer()) proposal.tunables[name] = *value.as_integer();
    }
  }
  return proposal;
}

}  // namespace

SentCandidate worker_candidate(const Proposal& proposal, const std::vector<Incumbent>& incumbents) {
  return {"candidate.cu", proposal.source, proposal.sidecar, proposal.tunables, incumbents};
}

Result<RunLedger> RunLedger::open(store::Store& store, store::RunId run, const std::string& original_source) {
  RunLedger ledger(store, run);
  ledger.original_source_ = original_source;
  TRY(record, store.record_of(run));
  for (const store::Candidate& each : record.candidates) {
    TRY(source, store.source(each.source_hash));
    if (source == original_source) source.clear();
    ledger.add({each.id, each.index, stored_proposal(each, std::move(source)), std::nullopt});
  }
  ledger.rounds_before_ = record.rounds.size();
  ledger.rounds_ = static_cast<int>(record.rounds.size());
  TRY_VOID(ledger.read_events());
  return ledger;
}

void RunLedger::add(RunCandidate candidate) {
  candidates_.push_back(std::make_unique<RunCandidate>(std::move(candidate)));
  by_proposal_.emplace(proposal_key(candidates_.back()->proposal), candidates_.back().get());
}

// Candidates are in the order of their ids.
RunCandidate* RunLedger::find(store::CandidateId id) const {
  const auto found = std::lower_bound(candidates_.begin(), candidates_.end(), id,
                                      [](const auto& candidate, store::CandidateId at) { return candidate->id < at; });
  return found != candidates_.end() && (*found)->id == id ? found->get() : nullptr;
}

Result<void> RunLedger::read_events() {
  int64_t after = 0;
  while (true) {
    TRY(events, store_->events(run_, after, k_events_at_once));
    for (const store::Event& event : events) {
      after = event.id;
      TRY_VOID(read_event(event));
    }
    if (events.size() < static_cast<size_t>(k_events_at_once)) return {};
  }
}

Result<void> RunLedger::read_event(const store::Event& event) {
  const Json& data = event.data;
  if (event.kind == "verdict") {
    TRY(verdict, verdict_from(member(data, "verdict")));
    if (RunCandidate* const candidate = find(candidate_of(data))) candidate->verdict = std::move(verdict);
  } else if (event.kind == "comparison") {
    TRY(comparison, comparison_from(member(data, "comparison")));
    const std::string* key = member(data, "key").as_string();
    if (key) comparisons_[*key] = std::move(comparison);
  } else if (event.kind == "once") {
    const std::string* name = member(data, "name").as_string();
    if (name) once_[*name] = member(data, "value");
  } else if (event.kind == "champion" || event.kind == "result") {
    told_.insert(told_key(event.kind, data));
    if (event.kind == "champion") leaders_before_.push_back(candidate_of(data));
  } else if (event.kind == "time") {
    seconds_before_ = std::max(seconds_before_, member(data, "seconds").as_number().value_or(0));
    costs_before_ = costs_from(member(data, "costs"));
  }
  return {};
}

Result<RunCandidate*> RunLedger::candidate(const Proposal& proposal, int round,
                                           std::optional<store::CandidateId> parent) {
  if (const auto known = by_proposal_.find(proposal_key(proposal)); known != by_proposal_.end()) return known->second;
  store::Candidate row;
  row.run = run_;
  row.round = round;
  row.tunables = tunables_json(proposal);
  row.launch = proposal.sidecar;
  row.methods = proposal.methods;
  row.memo = proposal.memo;
  row.parent = parent;
  TRY(id, store_->add_candidate(row, proposal.source.empty() ? original_source_ : proposal.source));
  const int index = candidates_.empty() ? 1 : candidates_.back()->index + 1;
  add({id, index, proposal, std::nullopt});
  return candidates_.back().get();
}

Result<void> RunLedger::store_verdict(RunCandidate& candidate, const CandidateVerdict& verdict) {
  store::StageResult stage;
  stage.state = verdict.id == 0 ? store::CandidateState::proposed : store::CandidateState::checked;
  stage.outcome = name_of(verdict.outcome);
  stage.reason = verdict.reason;
  if (!verdict.timings.empty()) {
    stage.state = store::CandidateState::screened;
    stage.seconds = seconds_of_ ? seconds_of_(verdict) : verdict.timings.front().seconds;
  }
  for (const ResourceUsage& usage : verdict.resources) {
    store::Build build;
    build.compiler = verdict.compiler;
    build.registers = usage.registers;
    build.shared_bytes = usage.shared_bytes;
    build.spill_bytes = usage.spill_store_bytes + usage.spill_load_bytes;
    build.seconds = verdict.compile_seconds;
    stage.builds.push_back(std::move(build));
  }
  for (const CaseTiming& timing : verdict.timings) {
    store::Measurement measurement;
    measurement.case_name = timing.name;
    measurement.median = timing.seconds;
    const Spread seconds = spread(seconds_of(timing.sampling));
    const bool modelled = timing.sampling.origin == Origin::modelled;
    measurement.low = modelled ? timing.sampling.low_seconds : seconds.first_quartile;
    measurement.high = modelled ? timing.sampling.high_seconds : seconds.third_quartile;
    measurement.origin = modelled ? store::TimeOrigin::modelled : store::TimeOrigin::measured;
    measurement.samples =
        json_array(timing.sampling.samples, [](const Sample& sample) { return Json(sample.seconds); });
    stage.measurements.push_back(std::move(measurement));
  }
  Json event = Json::object();
  event["candidate"] = candidate.id;
  event["verdict"] = to_json(verdict);
  stage.event = store::StageEvent{run_, "verdict", std::move(event)};
  TRY_VOID(store_->record(candidate.id, stage));
  candidate.verdict = verdict;
  return {};
}

Result<void> RunLedger::take(RunCandidate& candidate, const CandidateVerdict& verdict) {
  return store_verdict(candidate, verdict);
}

Result<int> RunLedger::round(int index, const std::string& proposer, store::CandidateId parent) {
  if (index <= rounds_) return index;
  TRY(begun, store_->begin_round({.run = run_, .parent = parent, .proposer = proposer}));
  return rounds_ = begun;
}

Result<void> RunLedger::judge(const std::vector<RunCandidate*>& candidates, const std::vector<Incumbent>& incumbents,
                              WorkerClient& worker, const std::function<bool()>& go_on) {
  std::vector<SentCandidate> asked;
  std::vector<RunCandidate*> unknown;
  for (RunCandidate* candidate : candidates) {
    if (candidate->verdict) continue;
    unknown.push_back(candidate);
    asked.push_back(worker_candidate(candidate->proposal, incumbents));
  }
  if (asked.empty()) return {};
  return worker.judge(asked, [&](size_t i, const CandidateVerdict& verdict) -> Result<bool> {
    if (verdict.promising) worker_ids_[unknown[i]->id] = verdict.id;  // the worker keeps no others
    TRY_VOID(store_verdict(*unknown[i], verdict));
    return !go_on || go_on();
  });
}

Result<CandidateVerdict> RunLedger::in_worker(RunCandidate& candidate, WorkerClient& worker) {
  CandidateVerdict known;
  if (candidate.proposal == Proposal{}) return known;
  if (const auto found = worker_ids_.find(candidate.id); found != worker_ids_.end() && worker.has(found->second)) {
    known.id = found->second;
    return known;
  }
  TRY(verdicts, worker.judge({worker_candidate(candidate.proposal, {})}));
  if (is_sound(verdicts.front().outcome)) worker_ids_[candidate.id] = verdicts.front().id;
  return std::move(verdicts.front());
}

// A candidate that was right before and is not now loses the comparison; the run continues.
Result<CandidateComparison> RunLedger::compared(RunCandidate& baseline, RunCandidate& candidate, WorkerClient& worker,
                                                const ComparePlan& plan) {
  TRY(first, in_worker(baseline, worker));
  TRY(second, in_worker(candidate, worker));
  for (const CandidateVerdict* each : {&second, &first}) {
    if (is_sound(each->outcome)) continue;
    const char* const who = each == &first ? "what it is compared with" : "it";
    return CandidateComparison{
        each->outcome, fmt::format("{} was right and is {} now: {}", who, name_of(each->outcome), each->reason), {}};
  }
  return worker.compare(first.id, second.id, plan.of, plan.effort);
}

Result<CandidateVerdict> RunLedger::examine(const std::string& name, const RunCandidate& candidate,
                                            WorkerClient& worker) {
  TRY(found, once(name + " " + std::to_string(candidate.id), [&]() -> Result<Json> {
        TRY(verdicts, worker.judge({worker_candidate(candidate.proposal, {})}));
        if (verdicts.front().promising) worker_ids_[candidate.id] = verdicts.front().id;
        return to_json(verdicts.front());
      }));
  return verdict_from(found);
}

Result<CandidateComparison> RunLedger::compare(const std::string& name, RunCandidate& baseline, RunCandidate& candidate,
                                               WorkerClient& worker, const ComparePlan& plan) {
  const std::string key = pair_key(name, baseline.id, candidate.id);
  if (const auto known = comparisons_.find(key); known != comparisons_.end()) return known->second;
  TRY(comparison, compared(baseline, candidate, worker, plan));
  Json event = Json::object();
  event["key"] = key;
  event["baseline"] = baseline.id;
  event["candidate"] = candidate.id;
  event["comparison"] = to_json(comparison);
  TRY_VOID(store_->add_event(run_, "comparison", event));
  comparisons_[key] = comparison;
  return comparison;
}

Result<void> RunLedger::tell(const std::string& kind, const Json& data) {
  if (told_.contains(told_key(kind, data))) return {};
  TRY_VOID(store_->add_event(run_, kind, data));
  told_.insert(told_key(kind, data));
  return {};
}

Result<void> RunLedger::note_time(double seconds, const RunCosts& costs) {
  Json event = Json::object();
  event["seconds"] = seconds;
  event["costs"] = to_json(costs);
  return store_->add_event(run_, "time", event);
}

Result<Json> RunLedger::once(const std::string& name, const std::function<Result<Json>()>& make) {
  if (const auto known = once_.find(name); known != once_.end()) return known->second;
  TRY(value, make());
  Json event = Json::object();
  event["name"] = name;
  event["value"] = value;
  TRY_VOID(store_->add_event(run_, "once", event));
  return once_[name] = std::move(value);
}

}  // namespace whet
