#include "judge/timing/timed_kernel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "device/random_words.h"
#include "judge/oracle/rounding_slack.h"
#include "judge/process/remote_device.h"

namespace whet {

namespace {

constexpr double k_l2_times = 3, k_memory_share = 0.25;
constexpr int k_most_sets = 8;
constexpr uint64_t k_most_poison_bytes = 32 << 20;
constexpr uint64_t k_poison_words = 0x776f726473;

}  // namespace

Result<TimedKernel> TimedKernel::stage(const TimedSubject& subject, int sets, uint64_t seed, Device& device,
                                       const FileSystem& files, const TimedKernel* shared) {
  TimedKernel kernel(subject, seed, device);
  for (int i = 0; i < sets; ++i) TRY_VOID(kernel.add_set(files, shared));
  return kernel;
}

TimedKernel::TimedKernel(TimedKernel&& other) noexcept
    : subject_(other.subject_),
      seed_(other.seed_),
      device_(other.device_),
      sets_(std::move(other.sets_)),
      launches_(std::move(other.launches_)),
      resets_(std::move(other.resets_)),
      originals_(std::exchange(other.originals_, {})),
      poison_(other.poison_),
      poison_bytes_(other.poison_bytes_) {}

TimedKernel::~TimedKernel() {
  for (const uint64_t allocation : originals_) (void)device_->free(allocation);
}

Result<void> TimedKernel::add_set(const FileSystem& files, const TimedKernel* shared) {
  const size_t number = sets_.size();
  Placement placement;
  if (shared) placement.arrays_of = shared->sets_[number].get();
  TRY(staged, StagedProblem::stage(subject_.problem, subject_.resolved, subject_.build, *device_, placement,
                                   sets_.empty() ? nullptr : sets_.front()->module()));
  sets_.push_back(std::make_unique<StagedProblem>(std::move(staged)));
  StagedProblem& set = *sets_.back();
  launches_.insert(launches_.end(), set.launches().begin(), set.launches().end());
  if (!shared) TRY_VOID(set.fill({seed_ + number, 0}, files));
  return add_resets(set, shared, files);
}

// All sets share the variables of the module, so that each sample writes those of its set first.
Result<void> TimedKernel::add_variable(const StagedProblem& set, size_t argument, const FileSystem& files) {
  const ResolvedArgument& variable = subject_.resolved.arguments[argument];
  const int number = static_cast<int>(sets_.size()) - 1;
  SamplingPlan::Reset reset{number, set.address(argument), variable.bytes, 0, poison_byte(variable.type)};
  if (variable.is_read()) {
    TRY(bytes, make_data(variable, {seed_ + static_cast<uint64_t>(number), 0}, files));
    TRY_VOID(device_->write(reset.to, bytes));
    TRY(original, keep(reset, variable.name));
    reset.from = original;
  }
  resets_.push_back(reset);
  return {};
}

Result<void> TimedKernel::add_resets(const StagedProblem& set, const TimedKernel* shared, const FileSystem& files) {
  const int number = static_cast<int>(sets_.size()) - 1;
  for (size_t i = 0; i < subject_.resolved.arguments.size(); ++i) {
    const ResolvedArgument& argument = subject_.resolved.arguments[i];
    if (argument.is_variable) {
      TRY_VOID(add_variable(set, i, files));
      continue;
    }
    if (argument.is_scalar || argument.role == ArgumentRole::in) continue;
    SamplingPlan::Reset reset{number, set.address(i), argument.bytes, 0, 0};
    if (argument.role != ArgumentRole::inout) {
      TRY_VOID(add_poison(reset));
      continue;
    }
    TRY(original, shared ? shared->original_of(reset.to) : keep(reset, argument.name));
    reset.from = original;
    resets_.push_back(reset);
  }
  return {};
}

// A large array gets the same words several times over.
Result<void> TimedKernel::add_poison(const SamplingPlan::Reset& array) {
  TRY(words, poison_of(std::min(array.bytes, k_most_poison_bytes)));
  for (uint64_t at = 0; at < array.bytes; at += k_most_poison_bytes)
    resets_.push_back({array.set, array.to + at, std::min(array.bytes - at, k_most_poison_bytes), words, 0});
  return {};
}

// Random words for outputs and scratch; smaller arrays use the beginning of the same words.
Result<uint64_t> TimedKernel::poison_of(uint64_t bytes) {
  if (bytes > poison_bytes_) {
    TRY(words, device_->allocate(bytes, "poison"));
    originals_.push_back(words);
    TRY_VOID(write_random_words(*device_, words, bytes, random_bits(seed_, k_poison_words)));
    poison_ = words;
    poison_bytes_ = bytes;
  }
  return poison_;
}

// Copies the current content of an array.
Result<uint64_t> TimedKernel::keep(const SamplingPlan::Reset& array, const std::string& name) {
  TRY(original, device_->allocate(array.bytes, name + " before"));
  originals_.push_back(original);
  TRY_VOID(device_->copy(original, array.to, array.bytes));
  return original;
}

Result<uint64_t> TimedKernel::original_of(uint64_t address) const {
  for (const SamplingPlan::Reset& reset : resets_) {
    if (reset.to == address && reset.from != 0) return reset.from;
  }
  return failed("the shared arrays are of another problem");
}

Contender TimedKernel::contender() const {
  return {device_, launches_, static_cast<int>(sets_.size()), resets_, subject_.problem.is_host_function};
}

Result<void> TimedKernel::run_afresh(int set) {
  TRY_VOID(device_->put_back(resets_, set));
  for (const Launch& launch : sets_[static_cast<size_t>(set)]->launches()) TRY_VOID(device_->launch(launch));
  return {};
}

Result<ArrayContents> TimedKernel::inputs_of(int set, const FileSystem& files) const {
  ArrayContents inputs(subject_.resolved.own_arguments);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!subject_.resolved.arguments[i].is_read()) continue;
    TRY(content, make_content(subject_.resolved.arguments[i], seed_ + static_cast<uint64_t>(set), files));
    inputs[i] = std::move(content);
  }
  return inputs;
}

Result<Verdict> TimedKernel::verify(int set, Oracle& oracle, const FileSystem& files) {
  StagedProblem& staged = *sets_[static_cast<size_t>(set)];
  TRY(inputs, inputs_of(set, files));
  TRY(outputs, staged.outputs());
  const Trial trial{"timed", "the data it was timed on", std::make_shared<ResolvedCase>(subject_.resolved), inputs};
  return judge_outputs(subject_.problem, trial, outputs, oracle);
}

// A kernel on a virtual GPU is timed on its first set alone.
Result<bool> TimedKernel::is_right_after_timing(uint64_t secret, bool is_shared, Oracle& oracle,
                                                const FileSystem& files) {
  constexpr uint64_t k_set_number = 5;
  const bool is_modelled = device_->facts().is_virtual && !subject_.problem.is_host_function;
  const size_t set = is_modelled ? 0 : random_bits(secret, k_set_number) % sets_.size();
  if (is_shared) TRY_VOID(run_afresh(static_cast<int>(set)));
  TRY(verdict, verify(static_cast<int>(set), oracle, files));
  return verdict.correct();
}

int buffer_sets(const ResolvedCase& resolved, const DeviceFacts& facts, uint64_t memory_bytes, bool host_code) {
  const auto bytes = static_cast<double>(resolved.total_bytes);
  if (bytes <= 0) return 1;
  const double room = k_memory_share * static_cast<double>(memory_bytes);
  if (facts.is_virtual) return host_code ? static_cast<int>(std::clamp(room / bytes, 1.0, double{k_host_sets})) : 1;
  const double l2 = facts.gpu.product.number("l2").value_or(64) * 1048576;
  const double wanted = std::ceil(k_l2_times * l2 / bytes);
  return static_cast<int>(std::clamp(std::min(wanted, room / bytes), 1.0, double{k_most_sets}));
}

}  // namespace whet
