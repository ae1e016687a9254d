#include "judge/check/trial_bench.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "util/stage_times.h"

namespace whet {

namespace {

constexpr uint64_t k_moved_bytes = 16;  // what any vector access needs, and no more
constexpr uint64_t k_poison_number = 0x706f69736f6e;
// Of a trial of many calls, where a GPU takes long for each: all trials of a check call the same code, too.
constexpr int k_least_calls = 8;
constexpr std::chrono::milliseconds k_enough_time{300};

std::string describe_fault(const Error& error) {
  return error.where.empty() ? error.what : error.what + " at " + error.where;
}

std::string state_text(const std::string& variable) {
  if (variable != k_heap_variable) return "it keeps state between calls in the variable `" + variable + "`";
  return "it keeps state between calls on the device's heap: it does not free what it takes by malloc or new, and "
         "later "
         "calls find less";
}

bool is_wild_access(const Error& error) {
  return error.what.find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos;
}

// What a virtual GPU lacks is not the candidate's fault.
bool is_lack(const Error& error, const Device& device) {
  return error.kind == ErrorKind::missing && device.facts().is_virtual;
}

}  // namespace

Result<TrialRun> TrialBench::run(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved) {
  auto staged = place(trial, resolved);
  if (!staged && staged.error().kind != ErrorKind::failed && !is_lack(staged.error(), device_)) return staged.error();
  auto ran = staged ? call(trial, **staged) : Result<TrialRun>(staged.error());
  if (!ran) staged_.reset();
  if (ran) return std::move(*ran);
  if (is_wild_access(ran.error()) && protects_inputs_ && device_.protects_inputs()) {
    TRY(shown, run_unprotected(trial, resolved));
    if (shown.outcome == Outcome::invalid) return shown;
  }
  return TrialRun{
      is_lack(ran.error(), device_) ? Outcome::not_judged : Outcome::failed, describe_fault(ran.error()), {}};
}

// A write to an input is a fault like any other wild access. Where it does no harm, it shows as what it is.
Result<TrialRun> TrialBench::run_unprotected(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved) {
  protects_inputs_ = false;
  auto again = run(trial, resolved);
  protects_inputs_ = true;
  staged_.reset();
  return again;
}

Result<TrialRun> TrialBench::call(const Trial& trial, StagedProblem& staged) {
  TrialRun run;
  const auto begin = std::chrono::steady_clock::now();
  for (int call = 0; call < trial.calls; ++call) {
    const bool is_long = !device_.facts().is_virtual && std::chrono::steady_clock::now() - begin > k_enough_time;
    if (is_long && call >= k_least_calls) break;
    const uint64_t seed = random_bits(plan_.secret ^ k_poison_number, calls_++);
    TRY_VOID(staged.write(trial.inputs, {seed, trial.stale && !is_fresh_}));
    is_fresh_ = false;
    TRY(before, device_.variables(*staged.module(), variables_key_));
    for (const Launch& launch : staged.launches()) TRY_VOID(device_.launch(launch));
    TRY_VOID(look_around(staged, before, run));
    if (!run.reason.empty()) return run;
  }
  if (plan_.memory) {
    TRY(digests, staged.output_digests());
    run.digests = std::move(digests);
    if (!plan_.read_outputs) run.known_right = plan_.memory->right(trial, run.digests);
    if (run.known_right) return run;
  }
  if (plan_.keeps_late) return run;
  TRY(outputs, staged.outputs());
  run.outputs = std::move(outputs);
  return run;
}

void TrialBench::keep_outputs(TrialRun& run) {
  const StageTimer timer("trial: keep outputs");
  auto outputs = staged_ ? staged_->outputs() : Result<ArrayContents>(failed("its outputs are gone"));
  if (outputs)
    run.outputs = std::move(*outputs);
  else
    run = {
        is_lack(outputs.error(), device_) ? Outcome::not_judged : Outcome::failed, describe_fault(outputs.error()), {}};
}

void TrialBench::release() {
  if (!staged_ || !device_.gives_way(resolved_->total_bytes)) return;
  module_ = staged_->module();
  staged_.reset();
}

std::vector<UnwrittenElements> TrialBench::unwritten(const Trial& trial,
                                                     const std::shared_ptr<const ResolvedCase>& resolved) {
  std::vector<UnwrittenElements> found;
  for (size_t i = 0; i < resolved->own_arguments; ++i) {
    const ResolvedArgument& argument = resolved->arguments[i];
    if (argument.is_written() && !argument.is_read())
      found.push_back({argument.name, std::vector<bool>(argument.count, true)});
  }
  auto staged = place(trial, resolved);
  constexpr int k_calls = 4;  // one may write what was there by chance, as one byte of 256 does
  for (int call = 0; staged && call < k_calls; ++call) {
    if (!note_unwritten(trial, **staged, found)) return {};
  }
  return staged ? std::move(found) : std::vector<UnwrittenElements>();
}

Result<void> TrialBench::note_unwritten(const Trial& trial, StagedProblem& staged,
                                        std::vector<UnwrittenElements>& unwritten) {
  TRY_VOID(staged.write(trial.inputs, {random_bits(plan_.secret ^ k_poison_number, calls_++), false}));
  is_fresh_ = false;
  TRY(before, staged.outputs());
  for (const Launch& launch : staged.launches()) TRY_VOID(device_.launch(launch));
  TRY(after, staged.outputs());
  size_t at = 0;
  for (size_t i = 0; i < resolved_->own_arguments; ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (!argument.is_written() || argument.is_read()) continue;
    std::vector<bool>& elements = unwritten[at++].elements;
    const uint64_t size = argument.bytes / std::max<uint64_t>(1, argument.count);
    for (uint64_t k = 0; k < argument.count; ++k)
      elements[k] = elements[k] && std::memcmp(before[i].data() + k * size, after[i].data() + k * size, size) == 0;
  }
  return {};
}

// Trials share arrays and the module, so that what one left behind could serve the next; a moved one has its own.
Result<StagedProblem*> TrialBench::place(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved) {
  const StageTimer timer("trial: place");
  const Placement placement{plan_.guard_bytes, trial.moved ? k_moved_bytes : 0, nullptr, plan_.memory,
                            protects_inputs_};
  const bool own_numbers = resolved.get() != resolved_.get();
  if (!staged_ || trial.moved || is_moved_ || own_numbers) {
    const std::shared_ptr<DeviceModule> module = staged_ ? staged_->module() : std::exchange(module_, nullptr);
    staged_.reset();  // its memory may be needed
    auto staged = StagedProblem::stage(problem_, *resolved, build_, device_, placement, module);
    if (!staged) return staged.error();
    resolved_ = resolved;  // the stage points to it
    staged_ = std::make_unique<StagedProblem>(std::move(*staged));
    is_moved_ = trial.moved;
    is_fresh_ = true;
  }
  return staged_.get();
}

// What the call did beside its outputs.
Result<void> TrialBench::look_around(StagedProblem& staged, const std::vector<ModuleVariable>& before, TrialRun& run) {
  const StageTimer timer("trial: look around");
  TRY(after, device_.variables(*staged.module(), variables_key_));
  if (after.size() != before.size()) return failed("its module has other variables than before the call");
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i].digest == before[i].digest || staged.is_given(after[i].name)) continue;
    run = {Outcome::invalid, state_text(after[i].name), {}};
    return {};
  }
  TRY(overrun, staged.overrun());
  if (overrun) {
    run = {Outcome::invalid, "it writes outside the array `" + *overrun + "`", {}};
    return {};
  }
  // A candidate's host code could forge a digest of its process; its kernels cannot, and of shared memory the judge
  // makes it.
  TRY(changed, staged.changed_input(!problem_.is_host_function || device_.protects_inputs()));
  if (changed) run = {Outcome::invalid, "it changes its input `" + *changed + "`", {}};
  return {};
}

}  // namespace whet
