#include "judge/session.h"

#include <algorithm>

#include "judge/timing/floor.h"
#include "problem/data/data.h"
#include "util/stage_times.h"

namespace whet {

namespace {

constexpr uint64_t k_most_prepared_answer_bytes = 2ull << 30;
constexpr double k_kept_share = 0.125;  // of the device's memory, for inputs that stay there
constexpr uint64_t k_kept_in_host_memory = 64 << 20;

}  // namespace

bool Judgement::promising() const {
  return is_sound(outcome) && std::any_of(timings.begin(), timings.end(), [](const CaseTiming& timing) {
           return timing.screening != Screening::slower;
         });
}

Result<std::unique_ptr<JudgeSession>> JudgeSession::open(Problem original, SessionSettings settings,
                                                         const JudgeServices& services) {
  std::unique_ptr<JudgeSession> session(new JudgeSession(std::move(settings)));
  session->original_.problem = std::move(original);
  TRY_VOID(session->open_bench(services));
  TRY_VOID(session->prepare_cases());
  TRY_VOID(session->prepare_questions());
  TRY(judged, session->judge(session->original_));
  session->judgement_ = std::move(judged);
  return session;
}

Result<void> JudgeSession::open_bench(const JudgeServices& services) {
  JudgeOrder order = settings_.judge;
  order.host_code |= original_.problem.is_host_function;
  order.compute_sanitizer = true;
  TRY(bench, JudgeBench::open(std::move(order), services));
  bench_ = std::move(bench);
  const auto room = static_cast<uint64_t>(k_kept_share * static_cast<double>(bench_->device_bytes()));
  outputs_ = std::make_unique<CheckedOutputs>(bench_->runner(), facts().is_virtual ? k_kept_in_host_memory : room);
  return {};
}

Result<void> JudgeSession::prepare_cases() {
  cases_ = settings_.cases.empty() ? original_.problem.cases : settings_.cases;
  arrays_.resize(cases_.size());
  TRY(compiled, compile({original_.problem, {}, {}}));
  original_ = std::move(compiled);
  original_.own_source = true;
  TRY_VOID(bench_->check_room(original_.cases));
  if (bench_->device_arrays()) TRY_VOID(bench_->check_trial_room(original_.cases, settings_.effort));
  TRY(oracle, bench_->open_oracle(original_.problem));
  oracle_ = std::move(oracle);
  return {};
}

Result<void> JudgeSession::prepare_questions() {
  outputs_->forget();
  std::vector<ResolvedCase> cases;
  for (const CheckCase& each : original_.cases) cases.push_back(each.resolved);
  const TrialPlan trials = bench_->check_plan(settings_.judge.secret, settings_.effort).trials;
  TRY(examination, make_examination(original_.problem, cases, trials, *oracle_, bench_->services().files));
  TRY_VOID(add_answers(examination, k_most_prepared_answer_bytes, *oracle_));
  examination_ = std::move(examination);
  return {};
}

Result<void> JudgeSession::renew(uint64_t secret, Effort effort) {
  settings_.judge.secret = secret;
  settings_.effort = effort;
  for (auto& arrays : arrays_) arrays.reset();
  return prepare_questions();
}

Result<CompiledCandidate> JudgeSession::compile(const TunedProblem& candidate) const {
  const StageTimer timer("session: compile");
  if (candidate.problem.is_host_function && !bench_->takes_host_code())
    return bad_input("host code is not judged in this session", candidate.problem.kernel,
                     "give a kernel, or open the session with `host_code`");
  const double begin = now_seconds();
  const BuildOrder order{settings_.dims, candidate.tunables, candidate.flags, settings_.exact,
                         original_compile_seconds()};
  CompiledCandidate compiled{candidate.problem, {}};
  TRY(cases, bench_->build(candidate.problem, cases_, order));
  compiled.cases = std::move(cases);
  compiled.seconds = now_seconds() - begin;
  return compiled;
}

double JudgeSession::original_compile_seconds() const {
  double seconds = 0;
  for (const CheckCase& each : original_.cases) seconds = std::max(seconds, 1e-3 * each.build.compile_ms);
  return seconds;
}

double JudgeSession::now_seconds() const {
  return 1e-9 * static_cast<double>(bench_->services().clock.monotonic_ns());
}

void JudgeSession::isolate(const CompiledCandidate& candidate) {
  if (candidate.problem.is_host_function) bench_->runner().restart();
}

Result<Judgement> JudgeSession::judge(const CompiledCandidate& candidate, const std::vector<Incumbent>& incumbents) {
  isolate(candidate);
  auto judged = judge_in_runner(candidate, incumbents);
  isolate(candidate);
  return judged;
}

Result<void> JudgeSession::probe() {
  bench_->runner().restart();
  TRY(again, judge(original_));
  if (again.outcome == judgement_.outcome) return {};
  return failed("the original is " + std::string(name_of(again.outcome)) + " now: " + again.reason, {},
                "run it again; `whet resume` goes on where it was");
}

Result<CheckReport> JudgeSession::check(const CompiledCandidate& candidate) {
  const StageTimer timer("session: check");
  const bool is_original = &candidate == &original_;  // with other numbers it is a candidate like any
  CheckPlan plan = bench_->check_plan(settings_.judge.secret, settings_.effort);
  plan.prepared = &examination_;
  plan.is_watched &= !is_original;
  CheckServices services = bench_->begin_check(*oracle_, bench_->runner());
  services.outputs = outputs_.get();
  const CheckSubject subject{candidate.problem, is_original ? nullptr : &original_.problem, candidate.cases};
  TRY(report, bench_->check(subject, plan, services));
  if (!is_original) bench_->limit_timed_calls(bench_->runner(), report.longest_seconds);
  return report;
}

Result<Judgement> JudgeSession::judge_in_runner(const CompiledCandidate& candidate,
                                                const std::vector<Incumbent>& incumbents) {
  Judgement judged;
  const double begin = now_seconds();
  TRY(report, check(candidate));
  judged.outcome = report.outcome;
  judged.reason = report.reason;
  judged.check = std::move(report);
  const double checked = now_seconds();
  judged.check_seconds = checked - begin;
  for (size_t i = 0; i < candidate.cases.size() && is_sound(judged.outcome); ++i)
    TRY_VOID(time_case(candidate, i, i < incumbents.size() ? &incumbents[i] : nullptr, judged));
  judged.time_seconds = now_seconds() - checked;
  return judged;
}

uint64_t JudgeSession::data_seed(size_t at) const {
  constexpr uint64_t k_data_number = 3;  // tells the data of timing from that of trials
  return random_bits(settings_.judge.secret, k_data_number + at);
}

Result<TimedKernel*> JudgeSession::arrays(size_t at) {
  RemoteDevice& runner = bench_->runner();
  if (!runner.is_running() || arrays_generation_ != runner.generation()) {
    for (auto& each : arrays_) each.reset();
    arrays_generation_ = runner.generation();
  }
  if (!arrays_[at]) {
    const CheckCase& own = original_.cases[at];
    TRY(staged, bench_->stage({original_.problem, own.resolved, own.build}, bench_->buffer_sets(own.resolved),
                              data_seed(at), runner));
    arrays_[at] = std::make_unique<TimedKernel>(std::move(staged));
    arrays_generation_ = runner.generation();
  }
  return arrays_[at].get();
}

Result<TimedKernel> JudgeSession::stage(const CompiledCandidate& candidate, size_t at) {
  TRY(shared, arrays(at));
  const CheckCase& own = candidate.cases[at];
  return bench_->stage({candidate.problem, own.resolved, own.build}, shared->contender().sets, data_seed(at),
                       bench_->runner(), shared);
}

// Takes three to seven samples, or fewer of what is hopeless. The original has no incumbent and gets all of them.
Result<Screening> JudgeSession::screen(const CompiledCandidate& candidate, size_t at, const Incumbent* incumbent,
                                       Sampling& taken) {
  const StageTimer timer("session: screen");
  constexpr Incumbent k_none{1e30, 1e30};
  TRY(staged, stage(candidate, at));
  return time_screening(staged.contender(), incumbent ? *incumbent : k_none, settings_.timing, {}, &taken);
}

Result<void> JudgeSession::time_case(const CompiledCandidate& candidate, size_t at, const Incumbent* incumbent,
                                     Judgement& judged) {
  CaseTiming timing{candidate.cases[at].resolved.name};
  const auto screening = screen(candidate, at, incumbent, timing.sampling);
  const bool lacking = !screening && screening.error().kind == ErrorKind::missing && facts().is_virtual;
  if (!screening && !lacking && screening.error().kind != ErrorKind::failed) return screening.error();
  if (!screening) {
    judged.outcome = lacking ? Outcome::not_judged : Outcome::failed;
    judged.reason = screening.error().what;
    return {};
  }
  timing.screening = *screening;
  timing.seconds = median(seconds_of(timing.sampling));
  if (std::string broken = floor_violation(candidate, at, timing.sampling, timing.seconds); !broken.empty()) {
    judged.outcome = Outcome::invalid;
    judged.reason = std::move(broken);
    return {};
  }
  judged.timings.push_back(std::move(timing));
  return {};
}

std::string JudgeSession::floor_violation(const CompiledCandidate& candidate, size_t at, const Sampling& sampling,
                                          double seconds) const {
  const FloorInput work = floor_input(candidate.problem, candidate.cases[at].resolved);
  return sampled_floor(work, settings_.timing.cache, sampling, facts().gpu, bench_->measurements()).violation(seconds);
}

}  // namespace whet
