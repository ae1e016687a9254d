// The bench that candidates are judged on, set up once for all who judge: the GPU and its lock, the processes in which
// candidates run, the confined compiler, references, limits, sanitizers. `check`, `bench` and the sessions of a run
// differ in what they ask of it.
//
//   local device   in this process: facts, references that are kernels, what a launch will take
//   runner         a sandboxed process: kernels, and one piece of host code at a time
//   host code      a second one, opened when host code is compared with something else: code that can do anything to
//   its runner         process never shares it
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/open/open_device.h"
#include "hardware/measurement.h"
#include "judge/check/check.h"
#include "judge/process/gpu_lock.h"
#include "judge/process/remote_device.h"
#include "judge/sandbox/confined_compiler.h"
#include "judge/timing/timed_kernel.h"

namespace whet {

struct JudgeServices {
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  const Knowledge& knowledge;
  std::string cache_directory;
};

// What those who judge may choose. A limit of 0 is that of JudgePolicy.
struct JudgeOrder {
  std::string device = "auto";
  uint64_t secret = 1;             // decides what memory holds at the start
  bool host_code = false;          // what is judged may be host functions
  std::string program = {};        // executable that has the command `runner`; empty: this one
  double call_seconds = 0;         // for one call
  double compile_seconds = 0;      // for the compiler, whatever it compiles
  double check_seconds = 0;        // for all trials of a candidate, or ten times the original's
  uint64_t memory_bytes = 0;       // that a runner may hold; 0: three quarters of the machine's
  int reference_seconds = 300;     // for one answer of the reference
  bool compute_sanitizer = false;  // where it is installed, it watches candidates on a GPU
};

// At which sizes a problem is built, and how.
struct BuildOrder {
  std::map<std::string, int64_t> dims = {}, tunables = {};  // replace those of the case and the defaults
  std::vector<std::string> flags = {};
  bool exact = true;            // compiled as nvcc would, whatever it takes
  double original_seconds = 0;  // that the original's compiler took; gives a candidate's its limit
};

// What --sanitize watches with: a device on the virtual GPU, a program on a real one.
struct Sanitizers {
  std::unique_ptr<Device> device;
  std::unique_ptr<ComputeSanitizer> program;
};

class JudgeBench {
 public:
  // A real GPU is locked as long as the bench lives.
  static Result<std::unique_ptr<JudgeBench>> open(JudgeOrder order, const JudgeServices& services);

  const DeviceFacts& facts() const { return runner_->facts(); }
  const std::vector<Measurement>& measurements() const { return measurements_; }
  const JudgeServices& services() const { return services_; }
  const OpenedDevice& local_device() const { return local_device_; }
  uint64_t device_bytes() const;
  RemoteDevice& runner() { return *runner_; }
  const RemoteDevice& runner() const { return *runner_; }
  // Where the second of two is judged: in `runner`, but in a process of its own if either has host code.
  Result<RemoteDevice*> second_runner(const Problem& first, const Problem& second);
  void end_host_code_runner() { host_code_runner_.reset(); }
  bool takes_host_code() const { return order_.host_code; }
  // How candidates are isolated, in words; and what it means that a part of that is missing.
  std::string isolation();
  std::vector<std::string> warnings();

  // Asks the reference of a problem.
  Result<std::unique_ptr<Oracle>> open_oracle(const Problem& original);
  Result<Sanitizers> open_sanitizers(uint64_t secret);

  // The problem at each of the cases, within the device's memory and the compiler's limit. Safe from several threads at
  // once.
  Result<std::vector<CheckCase>> build(const Problem& problem, const std::vector<ProblemCase>& cases,
                                       const BuildOrder& order) const;
  // That the compiler of an original takes at a case; 0 if it does not compile, or no limit depends on it.
  double compile_seconds_of(const Problem& original, const ProblemCase& at, const BuildOrder& order) const;
  // Whether this machine's memory is enough for the arrays; `tracked`: with marks of initialised bytes.
  Result<void> check_room(const std::vector<CheckCase>& cases, bool tracked = false) const;
  // And for the data of all trials.
  Result<void> check_trial_room(const std::vector<CheckCase>& cases, Effort effort, bool tracked = false) const;

  CheckPlan check_plan(uint64_t secret, Effort effort) const;
  // Gives the next candidate in `runner` the time that trials have, and says who takes part in its check.
  CheckServices begin_check(Oracle& oracle, RemoteDevice& runner);
  // All trials of the plan; whoever is right then is watched, if the plan says so.
  Result<CheckReport> check(const CheckSubject& subject, const CheckPlan& plan, const CheckServices& services);

  // Arrays and launches for timing in `runner`; `shared` as in TimedKernel::stage.
  Result<TimedKernel> stage(const TimedSubject& subject, int sets, uint64_t seed, RemoteDevice& runner,
                            const TimedKernel* shared = nullptr);
  int buffer_sets(const ResolvedCase& resolved) const;
  // Calls that are timed get less time than trials: a multiple of the longest trial.
  void limit_timed_calls(RemoteDevice& runner, double longest_trial_seconds) const;

 private:
  JudgeBench(JudgeOrder order, const JudgeServices& services);
  Result<void> open_devices();
  // The device through which the arrays of trials and of timing are reached. On a GPU they are memory of the local
  // device, which the runner maps.
  static Device& memory_of_trials(RemoteDevice& runner) { return runner; }
  Result<void> watch(const CheckSubject& subject, const CheckPlan& plan, const CheckServices& services,
                     CheckReport& report);

  JudgeOrder order_;
  JudgeServices services_;
  ConfinedProcessRunner compiler_processes_;
  mutable Compiler compiler_;
  OpenedDevice local_device_;
  std::unique_ptr<GpuLock> lock_;
  RemoteSettings remote_;
  std::unique_ptr<RemoteDevice> runner_, host_code_runner_;
  std::unique_ptr<ComputeSanitizer> compute_sanitizer_;
  std::vector<Measurement> measurements_;
};

}  // namespace whet
