#include "lift/confirm/confirm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lift/confirm/kernel_run.h"
#include "lift/confirm/trial_surroundings.h"
#include "lift/evaluate/meaning_values.h"

namespace whet::lift {
namespace {

constexpr int k_data_per_size = 2;
// Beside those of the table. The latter three need not decide much.
constexpr int k_positive_data = k_data_per_size, k_asked_data = k_data_per_size + 1, k_negative_data = k_asked_data + 1,
              k_tied_data = k_negative_data + 1;
constexpr int k_negative_set = 1, k_tied_set = 0;
constexpr size_t k_most_skipped = 4;           // sizes that leave too much undecided
constexpr int64_t k_words[] = {4, 8};          // bytes: what distances of rows in bytes are multiples of
constexpr uint64_t k_most_launched = 1 << 23;  // threads
constexpr uint64_t k_dynamic_shared = 16 << 10;
constexpr int64_t k_vector_granule = 32;  // sizes at which vector accesses are aligned and tiles are full
constexpr Flavour k_data[k_size_sets][k_data_per_size] = {{Flavour::fractions, Flavour::integers},
                                                          {Flavour::positive, Flavour::fractions},
                                                          {Flavour::integers, Flavour::rarely_negative},
                                                          {Flavour::fractions, Flavour::rarely_positive}};

std::string sizes_text(const std::vector<std::pair<std::string, int64_t>>& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

class Confirmer {
 public:
  Confirmer(TrialSurroundings& trials, KernelRun& kernel, const ConfirmOptions& options)
      : trials_(trials), kernel_(kernel), options_(options) {}

  Confirmation with(const LaunchPlanner& planner, const LaunchPlan& plan, int64_t granule) {
    Confirmation result;
    result.granule = granule;
    for (int set = 0; set < k_size_sets; ++set) {
      skipped_ = 0;
      while (true) {
        const auto is_final = at_sizes(planner, plan, set, result);
        if (is_final) return result;
        if (decided_.are_enough()) break;
        if (++skipped_ < k_most_skipped) continue;
        result.verdict = Confirmation::Verdict::not_run;
        result.reason = "the data leave too many results undecided (not finite, or lost in rounding)";
        return result;
      }
    }
    result.verdict = Confirmation::Verdict::confirmed;
    return result;
  }

  bool was_misaligned() const { return was_misaligned_; }

 private:
  // All data at one set of sizes. True: the result is final.
  bool at_sizes(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Confirmation& result) {
    const size_t agreed = result.sizes.size();
    decided_ = DecidedShares();
    for (int data = 0; data < k_data_per_size; ++data) {
      if (!run(planner, plan, set, data, result)) return true;
    }
    if (set % 2 == 0 && !run(planner, plan, set, k_asked_data, result)) return true;
    if (set == k_negative_set && !run(planner, plan, set, k_negative_data, result)) return true;
    if (set == k_tied_set && !run(planner, plan, set, k_tied_data, result)) return true;
    if (decided_.are_enough()) return false;
    // Roots and logarithms of negative numbers decide nothing.
    decided_ = DecidedShares();
    if (!run(planner, plan, set, k_positive_data, result)) return true;
    if (!decided_.are_enough()) result.sizes.resize(agreed);
    return false;
  }

  // False: the result is final.
  bool run(const LaunchPlanner& planner, const LaunchPlan& plan, int set, int data, Confirmation& result) {
    if (work_ > options_.most_work || (options_.is_time_over && options_.is_time_over())) {
      result.verdict = Confirmation::Verdict::not_run;
      result.reason = "it took too long";
      return false;
    }
    auto trial = trials_.make(planner, plan, set, flavour_of(set, data), result.granule, skipped_);
    work_ += trial.steps;
    // Small integers divided by sizes lie on the bounds of bins.
    if (trial.failure == k_close_index && flavour_of(set, data) == Flavour::integers) {
      trial = trials_.make(planner, plan, set, Flavour::positive, result.granule, skipped_);
      work_ += trial.steps;
    }
    // What the kernel compares with may be no data that it can be run with, nor may zeros.
    const bool may_fail = data == k_asked_data || data == k_tied_data;
    if (!trial.failure.empty() && may_fail) return true;
    if (!trial.failure.empty()) {
      result.verdict = Confirmation::Verdict::not_run;
      result.reason = trial.failure;
      return false;
    }
    if (trial.grid.count() * plan.block.count() > k_most_launched) {
      result.verdict = Confirmation::Verdict::not_run;
      result.reason = "a launch that covers all elements would have too many threads";
      return false;
    }
    const RunShape shape{trial.grid, plan.block, shared_bytes(), options_.budget};
    auto outcome = kernel_.run(trial.surroundings, shape, trials_.rounding(), data);
    if (!outcome) {
      result.verdict = Confirmation::Verdict::not_run;
      result.reason = outcome.error().what;
      return false;
    }
    work_ += outcome->instructions;
    const std::string where =
        sizes_text(trial.sizes) + (trial.sizes.empty() ? "" : "; ") + launch_text(trial.grid, plan.block);
    if (outcome->kind == RunOutcome::Kind::faulted && may_fail) return true;
    if (outcome->kind != RunOutcome::Kind::agrees) {
      was_misaligned_ |= outcome->is_misaligned;
      say_difference(*outcome, where, result);
      return false;
    }
    if (data < k_asked_data) decided_.add(outcome->decided);
    result.elements += outcome->decided.compared();
    if (data == 0) result.sizes.push_back(trials_.summary(trial, launch_text(trial.grid, plan.block)));
    if (data == 0 && set == 0) count(trial, shape, result);
    return true;
  }

  static void say_difference(const RunOutcome& outcome, const std::string& where, Confirmation& result) {
    const bool is_fault = outcome.kind == RunOutcome::Kind::faulted;
    result.is_cut_off = outcome.is_cut_off;
    result.verdict = outcome.is_cut_off ? Confirmation::Verdict::not_run : Confirmation::Verdict::refuted;
    result.reason = outcome.is_cut_off
                        ? fmt::format("the kernel does not end within the work that is allowed ({})", where)
                        : fmt::format("{}{} ({})", is_fault ? "the kernel stops: " : "", outcome.text, where);
  }

  static Flavour flavour_of(int set, int data) {
    if (data == k_asked_data) return Flavour::asked;
    if (data == k_negative_data) return Flavour::negative;
    if (data == k_tied_data) return Flavour::tied;
    return data == k_positive_data ? Flavour::positive : k_data[set][data];
  }

  // Enough for any block where the kernel wants some and nobody says how much.
  uint64_t shared_bytes() const {
    const auto is_open = [](const ptx::Variable& v) { return v.is_extern && v.space == ptx::Space::shared; };
    const auto &all = kernel_.module().variables, &own = kernel_.function().variables;
    const bool wants = std::any_of(all.begin(), all.end(), is_open) || std::any_of(own.begin(), own.end(), is_open);
    return options_.launch.dynamic_shared_bytes != 0 || !wants ? options_.launch.dynamic_shared_bytes
                                                               : k_dynamic_shared;
  }

  void count(const ConfirmTrial& trial, const RunShape& shape, Confirmation& result) {
    const auto work = kernel_.count(trial.surroundings, shape);
    if (work) result.executed = ExecutedCounts{work->flops, work->loaded_bytes, work->stored_bytes};
  }

  TrialSurroundings& trials_;
  KernelRun& kernel_;
  const ConfirmOptions& options_;
  DecidedShares decided_;
  bool was_misaligned_ = false;
  uint64_t work_ = 0;   // of all runs so far
  size_t skipped_ = 0;  // attempts at finding sizes, whose results stayed open
};

// The first plan with which the kernel agrees; otherwise what the likeliest plan showed.
Confirmation best_of(Confirmer& confirmer, const LaunchPlanner& planner, const KnownLaunch& launch, int64_t granule) {
  std::optional<Confirmation> first;
  for (const LaunchPlan& plan : planner.plans(launch)) {
    Confirmation found = confirmer.with(planner, plan, granule);
    if (found.verdict == Confirmation::Verdict::confirmed) return found;
    const bool says_more =
        first && first->verdict == Confirmation::Verdict::not_run && found.verdict == Confirmation::Verdict::refuted;
    if (!first || says_more) first = std::move(found);
  }
  return first ? *first : Confirmation{.reason = "no shape of blocks fits the kernel"};
}

bool assumes_multiples(const Meaning& meaning) {
  return std::any_of(meaning.assumptions.begin(), meaning.assumptions.end(),
                     [](const std::string& text) { return text.find("multiple") != std::string::npos; });
}

}  // namespace

namespace {

Confirmation confirm_flat(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                          const std::string& ptx, const std::string& kernel, const ConfirmOptions& options,
                          const std::vector<MemberArray>& members) {
  const std::vector<ParameterUse> uses = parameter_uses(arena, meaning, parameters);
  if (meaning.statements.empty()) return {.reason = "the kernel stores nothing"};
  auto run = KernelRun::load(ptx, kernel, meaning, uses, members);
  if (!run) return {.reason = run.error().what};
  TrialSurroundings trials(arena, meaning, run->uses(), run->module(), run->function());
  Confirmer confirmer(trials, *run, options);
  const LaunchPlanner planner(arena, meaning, run->module(), run->function());
  Confirmation result = best_of(confirmer, planner, options.launch, 1);
  for (const int64_t word : k_words) {
    if (result.verdict != Confirmation::Verdict::not_run || result.reason != k_between_elements) break;
    result = best_of(confirmer, planner, options.launch, word);
  }
  const bool may_need_multiples = confirmer.was_misaligned() || assumes_multiples(meaning);
  if (result.verdict != Confirmation::Verdict::refuted || !may_need_multiples) return result;
  const Confirmation coarse = best_of(confirmer, planner, options.launch, k_vector_granule);
  return coarse.verdict == Confirmation::Verdict::confirmed ? coarse : result;
}

}  // namespace

Confirmation confirm(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                     const std::string& ptx, const std::string& kernel, const ConfirmOptions& options) {
  if (!has_member_arrays(arena, meaning, parameters))
    return confirm_flat(arena, meaning, parameters, ptx, kernel, options, {});
  const size_t numbers = std::max(meaning.names.parameters.size(), parameters.size());
  Arena own = arena;
  const FlatMeaning flat = with_member_arrays(own, meaning, parameters, numbers);
  Confirmation result = confirm_flat(own, flat.meaning, parameters, ptx, kernel, options, flat.members);
  // Who asks knows parameters alone: what their members lead to is counted as theirs.
  for (ConfirmedSizes& sizes : result.sizes) {
    for (const MemberArray& member : flat.members) {
      auto& [read, written] = sizes.elements[static_cast<size_t>(member.parameter)];
      read += sizes.elements[static_cast<size_t>(member.number)].first;
      written += sizes.elements[static_cast<size_t>(member.number)].second;
    }
    sizes.elements.resize(numbers);
  }
  return result;
}

}  // namespace whet::lift
