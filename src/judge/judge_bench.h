// The bench on which candidates are judged. It is set up once for all who judge: the GPU and its lock, the processes in
// which candidates run, the confined compiler, references, limits and sanitizers. `check`, `bench` and the sessions of
// a run differ only in what they ask of it.
//
//   local device      in this process: knows the facts, holds data and answers, runs references on a virtual GPU
//   runner            a sandboxed process: runs kernels, and one piece of host code at a time
//   host code runner  a second one, opened when host code is compared: it shares its process with nobody
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/device_arrays.h"
#include "device/open/open_device.h"
#include "hardware/measurement.h"
#include "judge/check/check.h"
#include "judge/process/gpu_lock.h"
#include "judge/process/remote_device.h"
#include "judge/sandbox/confined_compiler.h"
#include "judge/timing/timed_kernel.h"

namespace whet {

struct WatchServices;

inline constexpr uint64_t k_no_device_arrays = ~uint64_t{0};

struct JudgeServices {
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  const Knowledge& knowledge;
  std::string cache_directory;
  // On a GPU, smaller arrays are made and compared on the CPU.
  uint64_t least_device_bytes = DeviceArrays::k_worth_it;
};

// What those who judge may choose. A limit of 0 stands for that of JudgePolicy.
struct JudgeOrder {
  std::string device = "auto";
  uint64_t secret = 1;             // seed of what a runner's memory holds at the start
  bool host_code = false;          // host functions may be judged
  std::string program = {};        // the executable that has the command `runner`; empty: this one
  double call_seconds = 0;         // limit of one call
  double compile_seconds = 0;      // limit of the compiler, for the original as well
  double check_seconds = 0;        // limit of all trials of a candidate, extended to ten times the original's
  uint64_t memory_bytes = 0;       // limit of a runner's memory; 0: three quarters of the machine's
  int reference_seconds = 0;       // limit of one answer of the reference; 0: as usual
  bool compute_sanitizer = false;  // it also watches candidates on a GPU, where it is installed
};

// At which sizes a problem is built, and how.
struct BuildOrder {
  std::map<std::string, int64_t> dims = {}, tunables = {};  // replace those of the case and the defaults
  std::vector<std::string> flags = {};
  bool exact = true;            // compiled as nvcc would, whatever it takes
  double original_seconds = 0;  // time of the original's compiler, on which the limit of a candidate's depends
};

// What `--sanitize` uses: a device that watches on the virtual GPU, a program on a real one.
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
  const DeviceArrays* device_arrays() const { return arrays_.get(); }
  uint64_t device_bytes() const;
  RemoteDevice& runner() { return *runner_; }
  const RemoteDevice& runner() const { return *runner_; }
  // The runner for the second of two kernels: the first's, or another process if either has host code.
  Result<RemoteDevice*> second_runner(const Problem& first, const Problem& second);
  void end_host_code_runner() { host_code_runner_.reset(); }
  bool takes_host_code() const { return order_.host_code; }
  // These say how candidates are isolated, and what it means that a part of that is missing.
  std::string isolation();
  std::vector<std::string> warnings();

  // Opens what answers for the reference of a problem.
  Result<std::unique_ptr<Oracle>> open_oracle(const Problem& original);
  Result<Sanitizers> open_sanitizers(uint64_t secret);

  // Compiles the problem at each of the cases, within the device's memory and the compiler's limit. It may be called
  // from several threads at once.
  Result<std::vector<CheckCase>> build(const Problem& problem, const std::vector<ProblemCase>& cases,
                                       const BuildOrder& order) const;
  // How long the compiler of an original takes at a case; 0 if it does not compile or no limit depends on it.
  double compile_seconds_of(const Problem& original, const ProblemCase& at, const BuildOrder& order) const;
  // It is an error if this machine's memory cannot hold the arrays, with marks of initialised bytes if `tracked`.
  Result<void> check_room(const std::vector<CheckCase>& cases, bool tracked = false) const;
  // It is an error if this machine's memory cannot hold the data of all trials.
  Result<void> check_trial_room(const std::vector<CheckCase>& cases, Effort effort, bool tracked = false) const;

  CheckPlan check_plan(uint64_t secret, Effort effort) const;
  // Resets the deadline of calls in `runner` to that of trials, and returns who takes part in the check.
  CheckServices begin_check(Oracle& oracle, RemoteDevice& runner);
  // Makes all trials of the plan. A candidate that is right so far is then watched if the plan says so: it runs once
  // more under every check of the virtual GPU, at a small size (judge/check/watched_run.h); on a GPU, while its trials
  // run.
  Result<CheckReport> check(const CheckSubject& subject, const CheckPlan& plan, const CheckServices& services);

  // Makes arrays and launches for timing in `runner`; `shared` is that of TimedKernel::stage.
  Result<TimedKernel> stage(const TimedSubject& subject, int sets, uint64_t seed, RemoteDevice& runner,
                            const TimedKernel* shared = nullptr);
  int buffer_sets(const ResolvedCase& resolved) const;
  // Timed calls have a shorter deadline than trials: a multiple of the longest trial.
  void limit_timed_calls(RemoteDevice& runner, double longest_trial_seconds) const;

 private:
  JudgeBench(JudgeOrder order, const JudgeServices& services);
  Result<void> open_devices();
  void hold_arrays();
  // The device through which the arrays of trials and of timing are reached. On a GPU they are memory of the local
  // device, which the runner maps.
  static Device& memory_of_trials(RemoteDevice& runner) { return runner; }
  WatchServices watch_services(Oracle& oracle) const;

  JudgeOrder order_;
  JudgeServices services_;
  ConfinedProcessRunner compiler_processes_;
  mutable Compiler compiler_;
  OpenedDevice local_device_;
  std::unique_ptr<DeviceArrays> arrays_;  // on a GPU: data is made, kept and compared there
  std::string why_host_arrays_;           // why it is not, though it could be
  std::unique_ptr<GpuLock> lock_;
  RemoteSettings remote_;
  std::unique_ptr<RemoteDevice> runner_, host_code_runner_;
  std::unique_ptr<ComputeSanitizer> compute_sanitizer_;
  std::vector<Measurement> measurements_;
};

}  // namespace whet
