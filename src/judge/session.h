// Judges one candidate after another for a problem. What stays the same is kept warm: the runner, the questions with
// their answers, the arrays that timing uses, and the original's own times.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/judge_bench.h"
#include "judge/timing/case_timing.h"
#include "problem/tuning.h"

namespace whet {

struct SessionSettings {
  // Its secret is the seed of all data and orders. Host functions may be judged even if the original is a kernel.
  JudgeOrder judge = {.device = "virtual:h200"};
  std::map<std::string, int64_t> dims = {};
  std::vector<ProblemCase> cases = {};  // empty: all of the problem
  Effort effort = Effort::quick;        // of every candidate's check
  bool exact = false;                   // compiled as nvcc would, whatever it takes
  TimingRule timing = {};
};

// A candidate at every case, compiled; needs no GPU.
struct CompiledCandidate {
  Problem problem;
  std::vector<CheckCase> cases;
  double seconds = 0;       // it took
  bool own_source = false;  // the problem's own, with other numbers: nobody else wrote it
};

struct Judgement {
  Outcome outcome = Outcome::correct;  // or wrong, invalid, failed, not judged
  std::string reason;
  CheckReport check;
  std::vector<CaseTiming> timings;  // none unless it is sound
  double check_seconds = 0, time_seconds = 0;

  bool promising() const;  // sound, and not clearly slower than its incumbent at every case
};

// Two candidates at every case.
struct JudgedPair {
  std::vector<PairedTiming> cases;
  // Or, of the second: invalid when its timed runs left something wrong, failed when they did not end well.
  Outcome outcome = Outcome::correct;
  std::string reason;
};

class JudgeSession {
 public:
  // Opens the runner and asks the reference, which may take a while; the original is compiled, checked and timed.
  static Result<std::unique_ptr<JudgeSession>> open(Problem original, SessionSettings settings,
                                                    const JudgeServices& services);

  const Problem& problem() const { return original_.problem; }
  const DeviceFacts& facts() const { return bench_->facts(); }
  const CompiledCandidate& original() const { return original_; }
  const Judgement& original_judgement() const { return judgement_; }
  const SandboxLevel& sandbox() const { return bench_->runner().sandbox(); }

  // Safe from several threads at once. A source that does not compile, and numbers that do not fit, are errors.
  Result<CompiledCandidate> compile(const TunedProblem& candidate) const;
  // Checks it and, when it is right, takes a few samples of each case. With `incumbents`, one a case, a case is left as
  // soon as it is clearly slower; the others are timed all the same, as it may be the best there. An error may be the
  // candidate's fault: see `probe`.
  Result<Judgement> judge(const CompiledCandidate& candidate, const std::vector<Incumbent>& incumbents = {});
  // In paired rounds, kernels on the same arrays. With all effort it goes on while it is undecided, has a witness and
  // looks at the outputs again afterwards; else it is good enough to choose by, not to report.
  Result<JudgedPair> compare(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                             const ComparisonRule& rule = {}, Effort effort = Effort::full);
  // Whether the original comes out as it did: what does not is no candidate's fault.
  Result<void> probe();
  // Other data for all that follows, from another seed: what a champion must pass.
  Result<void> renew(uint64_t secret, Effort effort);

 private:
  explicit JudgeSession(SessionSettings settings) : settings_(std::move(settings)) {}
  Result<void> open_bench(const JudgeServices& services);
  Result<void> prepare_cases();
  Result<void> prepare_questions();
  // Host code may leave threads, files and memory behind, and find what others left: it gets a runner of its own, which
  // ends with it.
  void isolate(const CompiledCandidate& candidate);
  double original_compile_seconds() const;
  double now_seconds() const;
  Result<CheckReport> check(const CompiledCandidate& candidate);
  Result<Judgement> judge_in_runner(const CompiledCandidate& candidate, const std::vector<Incumbent>& incumbents);
  // The original's arrays at a case, staged anew when their runner has died.
  Result<TimedKernel*> arrays(size_t at);
  uint64_t data_seed(size_t at) const;
  Result<TimedKernel> stage(const CompiledCandidate& candidate, size_t at);
  // The second of two: on the same arrays, but in a runner of its own where either has host code.
  Result<TimedKernel> stage_second(const CompiledCandidate& first, const CompiledCandidate& second, size_t at);
  Result<Screening> screen(const CompiledCandidate& candidate, size_t at, const Incumbent* incumbent, Sampling& taken);
  Result<void> time_case(const CompiledCandidate& candidate, size_t at, const Incumbent* incumbent, Judgement& judged);
  Result<JudgedPair> compare_in_runners(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                                        const ComparisonRule& rule, Effort effort);
  Result<PairedTiming> compare_case(const CompiledCandidate& baseline, const CompiledCandidate& candidate, size_t at,
                                    const ComparisonRule& rule, Effort effort, JudgedPair& pair);
  std::string floor_violation(const CompiledCandidate& candidate, size_t at, const Sampling& sampling,
                              double seconds) const;

  SessionSettings settings_;
  std::unique_ptr<JudgeBench> bench_;        // outlives all that holds memory of its runner
  std::unique_ptr<CheckedOutputs> outputs_;  // of candidates so far
  std::unique_ptr<Oracle> oracle_;
  std::vector<ProblemCase> cases_;
  Examination examination_;
  CompiledCandidate original_;
  Judgement judgement_;
  std::vector<std::unique_ptr<TimedKernel>> arrays_;  // one a case; of `arrays_generation_`
  uint64_t arrays_generation_ = 0;
};

}  // namespace whet
