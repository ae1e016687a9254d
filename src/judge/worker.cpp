#include "judge/worker.h"

#include <algorithm>

#include "judge/process/device_protocol.h"
#include "judge/process/message_stream.h"
#include "problem/signature/candidate.h"

namespace whet {

namespace {

constexpr MessageLimits k_worker_request_limits{256 << 20, 0, 0};

CandidateVerdict verdict_of(const Judgement& judged, const CompiledCandidate& compiled) {
  CandidateVerdict verdict;
  verdict.outcome = judged.outcome;
  verdict.reason = judged.reason;
  verdict.promising = judged.promising();
  for (const TrialResult& trial : judged.check.trials) verdict.trials += is_sound(trial.outcome) ? 1 : 0;
  verdict.compiler = compiled.cases.front().build.compiler;
  verdict.resources = compiled.cases.front().build.resources;
  verdict.timings = judged.timings;
  verdict.compile_seconds = compiled.seconds;
  verdict.check_seconds = judged.check_seconds;
  verdict.time_seconds = judged.time_seconds;
  return verdict;
}

// A candidate fails by its own fault: its source, its tunables, what it does to its process. If this machine lacks
// something for it, it is not judged.
CandidateVerdict not_compiled(const Error& error) {
  CandidateVerdict verdict;
  verdict.outcome = error.kind == ErrorKind::missing ? Outcome::not_judged : Outcome::failed;
  verdict.reason = error.where.empty() ? error.what : error.what + " at " + error.where;
  return verdict;
}

}  // namespace

const std::map<std::string, Worker::Call, std::less<>>& Worker::calls() {
  static const std::map<std::string, Call, std::less<>> table = {
      {"open", &Worker::open}, {"judge", &Worker::judge},     {"queue", &Worker::queue}, {"next", &Worker::next},
      {"drop", &Worker::drop}, {"compare", &Worker::compare}, {"renew", &Worker::renew}, {"forget", &Worker::forget}};
  return table;
}

Message Worker::answer(const Message& request) {
  Message reply;
  auto answer = dispatch(request.head);
  if (answer)
    reply.head = std::move(*answer);
  else
    reply.head["error"] = to_json(answer.error());
  if (const Json* id = request.head.find("id")) reply.head["id"] = *id;
  return reply;
}

Result<Json> Worker::dispatch(const Json& request) {
  TRY(name, text_member(request, "call"));
  const auto call = calls().find(name);
  if (call == calls().end())
    return bad_input("a worker has no call `" + name + "`", {},
                     "open, judge, queue, next, drop, compare, renew or forget");
  if (!session_ && name != "open") return bad_input("no session is open", {}, "send {\"call\": \"open\", ...} first");
  return (this->*call->second)(request);
}

Result<Json> Worker::open(const Json& request) {
  TRY(order, order_from(request));
  TRY(problem, load_problem(order.problem, services_.files, order.additions));
  SessionSettings settings;
  settings.judge.device = order.device;
  settings.judge.secret = order.secret;
  settings.judge.host_code = order.host_code;
  settings.judge.call_seconds = order.call_seconds;
  settings.judge.check_seconds = order.check_seconds;
  settings.judge.memory_bytes = order.memory_bytes;
  settings.dims = order.dims;
  settings.effort = order.effort;
  settings.exact = order.exact;
  if (order.cases > 0 && order.cases < problem.cases.size())
    settings.cases.assign(problem.cases.begin(), problem.cases.begin() + static_cast<std::ptrdiff_t>(order.cases));
  queue_.reset();
  candidates_.clear();
  session_.reset();
  TRY(session, JudgeSession::open(std::move(problem), std::move(settings), services_));
  session_ = std::move(session);
  Json json = Json::object();
  json["facts"] = to_json(session_->facts());
  json["sandbox"] = to_json(session_->sandbox());
  json["original"] = to_json(verdict_of(session_->original_judgement(), session_->original()));
  return json;
}

Result<CompiledCandidate> Worker::compile(const SentCandidate& candidate) const {
  Problem problem = session_->problem();
  if (!candidate.source.empty()) {
    TRY(loaded, with_candidate(problem, candidate.name, candidate.source, candidate.sidecar));
    problem = std::move(loaded);
  }
  const auto compiled = [&](const TunedProblem& tuned) -> Result<CompiledCandidate> {
    TRY(built, session_->compile(tuned));
    built.own_source = candidate.source.empty();
    return built;
  };
  if (candidate.tunables.empty()) return compiled({std::move(problem), {}, {}});
  const TuningSpace space = find_tuning_space(problem);
  for (const auto& [name, value] : candidate.tunables) {
    const bool known = std::any_of(space.tunables.begin(), space.tunables.end(),
                                   [&name = name](const FoundTunable& tunable) { return tunable.name == name; });
    if (!known) return bad_input("there is no tunable `" + name + "`", problem.kernel);
  }
  return compiled(tuned(space, candidate.tunables));
}

Result<Json> Worker::queue(const Json& request) {
  TRY(items, list_member(request, "candidates"));
  std::vector<SentCandidate> asked;
  for (const Json& item : *items) {
    TRY(candidate, candidate_from(item));
    asked.push_back(std::move(candidate));
  }
  queue_.reset();
  queue_ = std::make_unique<CompileQueue>(std::move(asked),
                                          [this](const SentCandidate& candidate) { return compile(candidate); });
  return Json::object();
}

Result<Json> Worker::next(const Json&) {
  if (!queue_ || queue_->is_empty())
    return bad_input("no candidate is queued", {}, "send {\"call\": \"queue\", \"candidates\": [...]} first");
  const int64_t begin = services_.clock.monotonic_ns();
  CompileQueue::Taken taken = queue_->take();
  const double waited = 1e-9 * static_cast<double>(services_.clock.monotonic_ns() - begin);
  TRY(verdict, judge_one(taken.asked, std::move(taken.compiled)));
  verdict.wait_seconds = waited;
  Json json = Json::object();
  json["verdict"] = to_json(verdict);
  return json;
}

Result<Json> Worker::drop(const Json&) {
  queue_.reset();
  return Json::object();
}

Result<Json> Worker::judge(const Json& request) {
  TRY_VOID(queue(request));
  Json verdicts = Json::array();
  while (!queue_->is_empty()) {
    TRY(judged, next(request));
    verdicts.push_back(*judged.find("verdict"));
  }
  Json json = Json::object();
  json["verdicts"] = std::move(verdicts);
  return json;
}

// No candidate can end the session, because the original compiled and ran here. If the original now meets an error too,
// the candidate is not at fault, and the error is returned.
Result<CandidateVerdict> Worker::judge_one(const SentCandidate& asked, Result<CompiledCandidate> compiled) {
  if (!compiled) return not_compiled(compiled.error());
  auto judged = session_->judge(*compiled, asked.incumbents);
  if (!judged) {
    TRY_VOID(session_->probe());
    return not_compiled(judged.error());
  }
  CandidateVerdict verdict = verdict_of(*judged, *compiled);
  verdict.id = next_++;
  if (verdict.promising) candidates_.emplace(verdict.id, std::move(*compiled));
  return verdict;
}

Result<const CompiledCandidate*> Worker::compiled(const Json& request, std::string_view name) const {
  TRY(id, whole_member(request, name));
  if (id == 0) return &session_->original();
  const auto found = candidates_.find(id);
  if (found != candidates_.end()) return &found->second;
  return bad_input("there is no candidate " + std::to_string(id), {}, "send it again: those that failed are not kept");
}

Result<Json> Worker::compare(const Json& request) {
  TRY(baseline, compiled(request, "baseline"));
  TRY(candidate, compiled(request, "candidate"));
  ComparisonRule rule;
  if (request.find("of")) {
    TRY(judged_at_once, whole_member(request, "of"));
    rule.candidates = std::max<size_t>(1, judged_at_once);
  }
  const Effort effort = flag_member(request, "quick") ? Effort::quick : Effort::full;
  auto pair = session_->compare(*baseline, *candidate, rule, effort);
  if (!pair) {
    TRY_VOID(session_->probe());
    return to_json(CandidateComparison{Outcome::failed, pair.error().what, {}});
  }
  CandidateComparison comparison{pair->outcome, pair->reason, {}};
  for (size_t i = 0; i < pair->cases.size(); ++i) {
    const PairedTiming& timed = pair->cases[i];
    comparison.cases.push_back({candidate->cases[i].resolved.name, timed.comparison, timed.baseline.seconds.median,
                                timed.candidate.seconds.median});
  }
  return to_json(comparison);
}

Result<Json> Worker::renew(const Json& request) {
  TRY(secret, text_member(request, "secret"));
  TRY_VOID(session_->renew(std::strtoull(secret.c_str(), nullptr, 10),
                           flag_member(request, "full") ? Effort::full : Effort::quick));
  return Json::object();
}

Result<Json> Worker::forget(const Json& request) {
  TRY(id, whole_member(request, "candidate"));
  candidates_.erase(id);
  return Json::object();
}

Result<void> run_worker(int in, int out, const JudgeServices& services) {
  Worker worker(services);
  while (true) {
    TRY(request, receive_message(in, k_worker_request_limits));
    if (!request) return {};
    TRY_VOID(send_message(out, worker.answer(*request)));
  }
}

}  // namespace whet
