#include "judge/check/policy.h"

#include <algorithm>

#include "judge/trial/trial.h"

namespace whet {

JudgePolicy judge_policy(bool is_virtual) {
  using namespace std::chrono_literals;
  constexpr uint64_t k_warp_instructions = 1ull << 26;
  constexpr TrialBudget k_budget{.longest_row_of_cells = 128,
                                 .cell_elements = 1 << 20,
                                 .patch_elements = 3 << 19,
                                 .least_patched_calls = 1,
                                 .code_values = 64,
                                 .code_places = 8};
  // A virtual GPU takes its time, and what never ends uses up its instructions first.
  if (is_virtual) return {10min, k_warp_instructions, 6, 0, k_budget, {15, 10}, 20, 30};
  // On a GPU large arrays cost little.
  TrialBudget budget = k_budget;
  budget.least_patched_calls = 4;
  return {20s, k_warp_instructions, 40, 1024, budget, {15, 10}, 20, 20};
}

VirtualOptions watching_options(uint64_t secret) {
  VirtualOptions options;
  options.budget = judge_policy(true).warp_instructions;
  options.seed = memory_seed(secret);
  options.checks = {true, true, true, true};
  options.track_initialised = true;
  options.order = {vgpu::k_backwards, true};
  options.varies_surroundings = true;
  options.scatters_arrays = true;
  return options;
}

VirtualOptions pausing_options(uint64_t secret) {
  VirtualOptions options = watching_options(secret);
  options.checks = {};
  options.track_initialised = false;
  options.order = {secret | 2, true, secret | 1};
  return options;
}

VirtualOptions local_options() {
  VirtualOptions options;
  options.budget = judge_policy(true).warp_instructions;
  return options;
}

double compile_limit_seconds(double original_seconds) {
  constexpr double k_times_original = 10;
  return std::max(judge_policy(true).compile_seconds, k_times_original * original_seconds);
}

std::chrono::milliseconds timed_call_deadline(const DeviceFacts& facts, double longest_trial_seconds) {
  constexpr double k_times_trial = 50;
  const JudgePolicy policy = judge_policy(facts.is_virtual);
  const double seconds = std::max(policy.timed_seconds, k_times_trial * longest_trial_seconds);
  return std::min(policy.call_deadline, std::chrono::milliseconds(static_cast<int64_t>(1e3 * seconds)));
}

RemoteSettings remote_settings(const DeviceFacts& facts, uint64_t secret, bool host_code) {
  const JudgePolicy policy = judge_policy(facts.is_virtual);
  RemoteSettings settings;
  settings.device.device = facts.name;
  settings.device.host_code = host_code;
  settings.device.virtual_options.budget = policy.warp_instructions;
  settings.device.virtual_options.seed = memory_seed(secret);
  settings.device.virtual_options.varies_order = true;
  settings.device.virtual_options.varies_surroundings = true;
  settings.call_deadline = policy.call_deadline;
  return settings;
}

CheckPlan check_plan(const DeviceFacts& facts, uint64_t secret, Effort effort) {
  const JudgePolicy policy = judge_policy(facts.is_virtual);
  CheckPlan plan;
  plan.trials.secret = secret;
  plan.trials.effort = effort;
  plan.trials.many_calls = policy.many_calls;
  plan.trials.varies_order = facts.is_virtual;
  plan.trials.budget = policy.trials;
  plan.guard_bytes = policy.guard_bytes;
  plan.time = policy.candidate_time;
  plan.is_watched = effort == Effort::full;
  return plan;
}

}  // namespace whet
