#include "lift/confirm/confirm_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/confirm/kernel_run.h"
#include "lift/confirm/reached_code.h"
#include "lift/confirm/trial_recipe.h"
#include "lift/evaluate/meaning_values.h"
#include "vgpu/simulation.h"

namespace whet::lift {
namespace {

constexpr uint64_t k_sequence_bytes = 1ull << 28;
constexpr uint64_t k_sequence_steps = 4'000'000;
constexpr uint64_t k_sequence_instructions = 2'000'000;  // of a warp
constexpr Flavour k_sequence_data[] = {Flavour::fractions, Flavour::positive, Flavour::integers, Flavour::negative,
                                       Flavour::asked};

// Launches on arrays that all of them share.
class SequenceRun {
 public:
  SequenceRun(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses)
      : arena_(arena), meaning_(meaning), uses_(uses), memory_(k_sequence_bytes) {}

  Result<void> load(const std::string& ptx, const std::vector<SequenceStep>& steps) {
    TRY(module, vgpu::LoadedModule::load(ptx, "sequence.ptx", memory_));
    module_ = std::move(module);
    Precision least(0, true);
    std::vector<const ptx::Function*> all;
    for (const SequenceStep& step : steps) {
      TRY(program, module_->program(step.kernel));
      programs_.push_back(std::move(program));
      const auto reached = reached_functions(module_->module(), *module_->module().function(programs_.back()->kernel));
      const Precision own = precision_of(reached);
      all.insert(all.end(), reached.begin(), reached.end());
      least.rounding = std::max(least.rounding, own.rounding);
      least.of_sums = std::max(least.of_sums, own.of_sums);
      least.of_functions = std::max(least.of_functions, own.of_functions);
      least.is_ring &= own.is_ring;
    }
    precision_ = least;
    asked_ = asked_values(all);
    return {};
  }

  // Of all runs so far.
  uint64_t work() const { return work_; }
  // The first difference, fault or reason why it was not run.
  Result<RunOutcome> run(const SequenceTrial& trial, int round) {
    Surroundings surroundings =
        made(trial, k_sequence_data[static_cast<size_t>(round) % std::size(k_sequence_data)], round);
    const MeaningValues values = evaluate(arena_, meaning_, uses_, surroundings, precision_, k_sequence_steps);
    work_ += values.steps;
    if (!values.failure.empty()) return failed(values.failure);
    if (values.stores_meet) return failed("two elements are stored to one place");
    TrialMemory arrays(memory_, meaning_.names.parameters, uses_);
    auto outcome = launch(trial, surroundings, arrays, round);
    TRY_VOID(arrays.release());
    return outcome;
  }

 private:
  Surroundings made(const SequenceTrial& trial, Flavour flavour, int round) const {
    Surroundings surroundings;
    surroundings.integers = trial.integers;
    surroundings.reals = trial.reals;
    int64_t limit = 1;
    for (const auto& [which, value] : trial.integers) limit = std::max(limit, value);
    for (size_t i = 0; i < uses_.size(); ++i) {
      if (!uses_[i].is_array || uses_[i].bytes == 0) continue;
      ArrayRecipe recipe = recipe_of(uses_[i], i, {flavour, round, &asked_});
      recipe.limit = limit;
      surroundings.arrays.emplace(static_cast<int>(i), LazyArray(recipe));
    }
    return surroundings;
  }

  Result<RunOutcome> launch(const SequenceTrial& trial, const Surroundings& surroundings, TrialMemory& arrays,
                            int round) {
    std::vector<std::string> pointers(trial.bytes.size());
    for (size_t i = 0; i < trial.bytes.size(); ++i) {
      if (trial.bytes[i] == 0) continue;
      const auto lazy = surroundings.arrays.find(static_cast<int>(i));
      const bool is_beyond = lazy != surroundings.arrays.end() &&
                             static_cast<uint64_t>(lazy->second.size() * lazy->second.bytes()) > trial.bytes[i];
      if (is_beyond) return failed(fmt::format("the meaning leaves the array of parameter {}", i));
      TRY(pointer, arrays.place(static_cast<int>(i), surroundings, round, trial.bytes[i]));
      pointers[i] = std::move(pointer);
      if (trial.scratch.contains(static_cast<int>(i))) arrays.forget(static_cast<int>(i));
    }
    for (size_t i = 0; i < trial.steps.size(); ++i) {
      TRY(fault, launch_step(trial.steps[i], *programs_[i], pointers, surroundings, arrays, round));
      if (!fault.empty()) return RunOutcome{RunOutcome::Kind::faulted, fault};
    }
    return arrays.compare(precision_.rounding);
  }

  // The fault, or nothing.
  Result<std::string> launch_step(const SequenceStep& step, const vgpu::Program& program,
                                  const std::vector<std::string>& pointers, const Surroundings& surroundings,
                                  const TrialMemory& arrays, int round) {
    const ptx::Function& function = *module_->module().function(program.kernel);
    std::vector<std::string> passed;
    for (size_t i = 0; i < step.arguments.size() && i < function.parameters.size(); ++i) {
      const SequenceArgument& argument = step.arguments[i];
      if (!argument.parameter)
        passed.push_back(argument.bytes);
      else if (!pointers[static_cast<size_t>(*argument.parameter)].empty())
        passed.push_back(pointers[static_cast<size_t>(*argument.parameter)]);
      else
        passed.push_back(arrays.scalar(*argument.parameter, function.parameters[i].bytes, surroundings));
    }
    TRY(parameters, vgpu::pack_arguments(program, passed));
    const vgpu::LaunchConfig config{.grid = step.grid,
                                    .block = step.block,
                                    .dynamic_shared_bytes = step.dynamic_shared_bytes,
                                    .cooperative = false,
                                    .parameters = parameters};
    vgpu::RunOptions options;
    options.counted = false;
    options.threads = 1;
    options.budget = k_sequence_instructions;
    options.order.blocks = round % 2 == 0 ? vgpu::k_as_numbered : vgpu::k_backwards;
    TRY(result, vgpu::run(program, config, memory_, options, vgpu::CheckSet()));
    for (const vgpu::ExecutionCount& count : result.counts.instructions) work_ += count.warps;
    if (result.faults.empty()) return std::string();
    return fmt::format("{}: {}", vgpu::name_of(result.faults[0].kind), result.faults[0].detail);
  }

  const Arena& arena_;
  const Meaning& meaning_;
  const std::vector<ParameterUse>& uses_;
  vgpu::GlobalMemory memory_;
  std::shared_ptr<vgpu::LoadedModule> module_;
  std::vector<std::shared_ptr<const vgpu::Program>> programs_;
  Precision precision_ = 0;
  AskedValues asked_;
  uint64_t work_ = 0;
};

}  // namespace

Confirmation confirm_sequence(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                              const std::string& ptx, const std::vector<SequenceTrial>& trials, uint64_t most_work) {
  Confirmation result;
  if (trials.empty()) return {.reason = "there are no sizes at which the launches can be run"};
  SequenceRun run(arena, meaning, uses);
  const auto loaded = run.load(ptx, trials.front().steps);
  if (!loaded) return {.reason = loaded.error().what};
  DecidedShares decided;
  for (size_t i = 0; i < trials.size(); ++i) {
    for (int round = 0; round < static_cast<int>(std::size(k_sequence_data)); ++round) {
      if (run.work() > most_work) return {.reason = "it took too long"};
      const auto outcome = run.run(trials[i], static_cast<int>(i) + round);
      if (!outcome) return {.reason = fmt::format("{} ({})", outcome.error().what, trials[i].sizes)};
      if (outcome->kind != RunOutcome::Kind::agrees) {
        result.verdict = Confirmation::Verdict::refuted;
        result.reason = fmt::format("{} ({})", outcome->text, trials[i].sizes);
        return result;
      }
      result.elements += outcome->decided.compared();
      decided.add(outcome->decided);
    }
  }
  if (!decided.are_enough())
    return {.reason = "the data leave too many results undecided (not finite, or lost in rounding)"};
  result.verdict = Confirmation::Verdict::confirmed;
  return result;
}

}  // namespace whet::lift
