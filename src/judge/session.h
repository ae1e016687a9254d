// Judges one candidate after another for a problem. What stays the same is kept warm: the runner, the questions with
// their answers, the arrays that timing uses, and the original's own times.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/open/open_device.h"
#include "hardware/measurement.h"
#include "judge/check/check.h"
#include "judge/process/gpu_lock.h"
#include "judge/process/remote_device.h"
#include "judge/timing/case_timing.h"
#include "judge/timing/timed_kernel.h"
#include "problem/tuning.h"

namespace whet {

struct SessionServices {
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  const Knowledge& knowledge;
  Compiler& compiler;
  std::string cache_directory;
};

struct SessionSettings {
  std::string device = "virtual:h200";
  uint64_t secret = 1;  // of all data and orders
  std::map<std::string, int64_t> dims;
  std::vector<ProblemCase> cases;  // empty: all of the problem
  Effort effort = Effort::quick;   // of every candidate's check
  bool exact = false;              // compiled as nvcc would, whatever it takes
  TimingRule timing;
  std::string program;        // that has the command `runner`; empty: this one
  bool host_code = false;     // candidates may be host functions though the original is a kernel
  double call_seconds = 0;    // that one call may take; 0: what suits the device
  double check_seconds = 0;   // that all trials of a candidate may take, or ten times the original's; 0: as usual
  uint64_t memory_bytes = 0;  // that a runner may hold; 0: three quarters of the machine's
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

  bool promising() const;  // sound, and no case clearly slower than its incumbent
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
                                                    const SessionServices& services);

  const Problem& problem() const { return original_.problem; }
  const DeviceFacts& facts() const { return runner_->facts(); }
  const CompiledCandidate& original() const { return original_; }
  const Judgement& original_judgement() const { return judgement_; }
  const SandboxLevel& sandbox() const { return runner_->sandbox(); }

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
  static constexpr uint64_t k_data_number = 3;  // tells the data of timing from that of trials

  JudgeSession(SessionSettings settings, const SessionServices& services)
      : settings_(std::move(settings)), services_(services) {}
  Result<void> open_devices();
  Result<void> prepare_cases();
  Result<void> prepare_questions();
  CheckPlan check_plan() const;
  // Host code may leave threads, files and memory behind, and find what others left: it gets a runner of its own, which
  // ends with it.
  void keep_apart(const CompiledCandidate& candidate);
  bool takes_host_code() const;
  double original_compile_seconds() const;
  std::chrono::milliseconds deadline_after(const CheckReport& report) const;
  Result<Judgement> judge_here(const CompiledCandidate& candidate, const std::vector<Incumbent>& incumbents);
  // The original's arrays at a case, staged anew when their runner has died.
  Result<TimedKernel*> arrays(size_t at);
  Result<TimedKernel> stage(const CompiledCandidate& candidate, size_t at);
  // The same in a runner of its own where it has host code.
  Result<TimedKernel> stage_apart(const CompiledCandidate& candidate, size_t at);
  Result<void> time_case(const CompiledCandidate& candidate, size_t at, const Incumbent* incumbent, Judgement& judged);
  Result<JudgedPair> compare_here(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                                  const ComparisonRule& rule, Effort effort);
  Result<PairedTiming> compare_case(const CompiledCandidate& baseline, const CompiledCandidate& candidate, size_t at,
                                    const ComparisonRule& rule, Effort effort, JudgedPair& pair);
  // Once more, on one of the sets it was timed on.
  Result<bool> is_right_after(TimedKernel& timed);
  std::string floor_violation(const CompiledCandidate& candidate, size_t at, const Sampling& sampling,
                              double seconds) const;

  SessionSettings settings_;
  SessionServices services_;
  OpenedDevice beside_;
  RemoteSettings remote_;
  std::unique_ptr<RemoteDevice> runner_;
  std::unique_ptr<CheckedOutputs> memory_;       // goes before the runner whose memory it holds
  std::unique_ptr<RemoteDevice> apart_;          // of host code that is compared; opened when there is some
  std::unique_ptr<ComputeSanitizer> sanitizer_;  // for champions on a GPU, where the program is there
  std::unique_ptr<GpuLock> lock_;
  std::unique_ptr<Oracle> oracle_;
  std::vector<Measurement> measurements_;
  std::vector<ProblemCase> cases_;
  Examination examination_;
  CompiledCandidate original_;
  Judgement judgement_;
  std::vector<std::unique_ptr<TimedKernel>> arrays_;  // one a case; of `arrays_generation_`
  uint64_t arrays_generation_ = 0;
};

}  // namespace whet
