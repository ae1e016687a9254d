#include "judge/trial/patch_trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/trial/patch_sheet.h"
#include "problem/data/data.h"
#include "problem/data/patchwork/relation.h"

namespace whet {

namespace {

constexpr uint64_t k_patch_number = 0x7061746368;
constexpr uint64_t k_most_sheets = 24, k_most_elsewhere = 8;  // at the smallest case, at others
// The cuts of the first array by turn; later turns cut rows and columns.
constexpr std::array k_cuts = {PatchCut::rows, PatchCut::tiles, PatchCut::columns, PatchCut::runs,
                               PatchCut::rows, PatchCut::tiles, PatchCut::columns, PatchCut::tiles};
constexpr double k_flops_of_element = 32;  // operations that cost as much as an element

// For arrays without rows: structures that mislead kernels which look at the beginning, or at all values; the most
// effective first.
constexpr std::array k_whole_patterns = {
    PatchPattern{Structure::top, 0},         PatchPattern{Structure::descending, 0},
    PatchPattern{Structure::zero_prefix, 1}, PatchPattern{Structure::tiny, 1},
    PatchPattern{Structure::narrow, 2},      PatchPattern{Structure::falls_to_zero, 0},
    PatchPattern{Structure::alternating, 0}, PatchPattern{Structure::zero_suffix, 1},
    PatchPattern{Structure::periodic, 0},    PatchPattern{Structure::lone, 1},
    PatchPattern{Structure::zero_prefix, 0}, PatchPattern{Structure::lone, 0},
};

class PatchTrials {
 public:
  PatchTrials(const std::shared_ptr<const ResolvedCase>& resolved, const TrialPlan& plan, const ArrayContents& plain)
      : resolved_(resolved), plan_(plan), plain_(plain) {}

  std::vector<Trial> make() {
    if (!std::any_of(plain_.begin(), plain_.end(), [&](const ArrayContent& each) { return is_patched(each); }))
      return {};
    const uint64_t affordable =
        std::max(plan_.budget.patch_elements / std::max<uint64_t>(1, work()), plan_.budget.least_patched_calls);
    const uint64_t sheets = count_of_sheets(affordable);
    for (uint64_t turn = 0; turn < sheets; ++turn) add_sheet(turn);
    const uint64_t left = plan_.every_kind && needs_wholes() && affordable > sheets ? affordable - sheets : 0;
    for (uint64_t turn = 0; turn < std::min<uint64_t>(left, k_whole_patterns.size()); ++turn) add_whole(turn);
    return std::move(trials_);
  }

 private:
  size_t index_of(const ArrayContent& each) const { return static_cast<size_t>(&each - plain_.data()); }
  bool is_patched(const ArrayContent& each) const {
    return !each.empty() && takes_patches(resolved_->arguments[index_of(each)]);
  }

  // The cost of one call, in elements.
  uint64_t work() const {
    double work = resolved_->flops.value_or(0) / k_flops_of_element;
    for (size_t i = 0; i < plain_.size(); ++i)
      work += plain_[i].empty() ? 0 : static_cast<double>(resolved_->arguments[i].count);
    return static_cast<uint64_t>(work);
  }

  // Enough for each pattern to appear in some row and some column; other cases than the smallest get a smaller budget.
  uint64_t count_of_sheets(uint64_t affordable) const {
    const uint64_t patterns = all_patterns().size();
    uint64_t fewest = patterns;
    for (const ArrayContent& each : plain_) {
      if (!is_patched(each) || !has_rows(resolved_->arguments[index_of(each)])) continue;
      const Rows rows = rows_of(resolved_->arguments[index_of(each)]);
      fewest = std::min({fewest, rows.count, rows.length});
    }
    const uint64_t wanted = k_cuts.size() + 2 * ((patterns + fewest - 1) / fewest);
    if (!plan_.every_kind) return std::clamp<uint64_t>(std::min(wanted, affordable / 4), 1, k_most_elsewhere);
    return std::clamp<uint64_t>(std::min(wanted, affordable), 1, k_most_sheets);
  }

  // True if results do not separate the rows of an array, so that patterns by row are not enough.
  bool needs_wholes() const {
    uint64_t outputs = 0;
    for (const ResolvedArgument& argument : resolved_->arguments) outputs += argument.is_written() ? argument.count : 0;
    return std::any_of(plain_.begin(), plain_.end(), [&](const ArrayContent& each) {
      if (!is_patched(each)) return false;
      const ResolvedArgument& argument = resolved_->arguments[index_of(each)];
      return !has_rows(argument) || rows_of(argument).count > outputs;
    });
  }

  // The array from which others of the same shape and type are derived in some pieces.
  std::optional<size_t> base() const {
    for (size_t i = 0; i < plain_.size(); ++i) {
      for (size_t other = i + 1; other < plain_.size(); ++other) {
        const ResolvedArgument &a = resolved_->arguments[i], &b = resolved_->arguments[other];
        if (is_patched(plain_[i]) && is_patched(plain_[other]) && a.shape == b.shape && a.type == b.type) return i;
      }
    }
    return std::nullopt;
  }
  bool is_like_base(size_t i, size_t base) const {
    const ResolvedArgument &a = resolved_->arguments[base], &b = resolved_->arguments[i];
    return a.shape == b.shape && a.type == b.type;
  }

  // The second array is cut another way than the first. Arrays of the same shape are cut into the same runs if the
  // first has runs, and always if they have no rows.
  PatchPlan plan_of(size_t i, uint64_t number, uint64_t turn, std::optional<size_t> base) const {
    const uint64_t seed = plan_.secret ^ k_patch_number;
    const bool is_like = base && is_like_base(i, *base);
    const auto cut_at = [&](uint64_t at) { return at < k_cuts.size() ? k_cuts[at] : k_cuts[at % 4 == 3 ? 2 : 0]; };
    const bool is_run = cut_at(turn) == PatchCut::runs || !has_rows(resolved_->arguments[i]);
    const uint64_t at = is_like && is_run ? turn : turn ^ (number % 2 ? 2 : 0);
    PatchPlan plan{cut_at(at), random_bits(seed, i), random_bits(seed, is_like ? 1000 + turn : 2000 + i + 100 * turn)};
    for (uint64_t before = 0; before < at; ++before) plan.turn += is_run || cut_at(before) == plan.cut;
    constexpr std::array k_corners = {Tile::symmetric, Tile::diagonal, Tile::zero_columns, Tile::identity};
    plan.corner = k_corners[(plan.turn + number) % k_corners.size()];
    plan.is_related = is_like && is_run;
    return plan;
  }

  void add_sheet(uint64_t turn) {
    auto sheet = std::make_shared<PatchSheet>();
    sheet->base = base();
    uint64_t number = 0;
    for (size_t i = 0; i < plain_.size(); ++i) {
      sheet->arrays.emplace_back();
      if (is_patched(plain_[i]))
        sheet->arrays.back().emplace(resolved_->arguments[i], plan_of(i, number++, turn, sheet->base));
    }
    add(std::move(sheet), "pieces of many structures", DataVariant::lone_large);
  }

  // Each array has its own structure; the description names that of the first.
  void add_whole(uint64_t turn) {
    auto sheet = std::make_shared<PatchSheet>();
    uint64_t number = 0;
    std::string what;
    for (size_t i = 0; i < plain_.size(); ++i) {
      sheet->arrays.emplace_back();
      if (!is_patched(plain_[i])) continue;
      PatchPlan plan{PatchCut::whole, random_bits(plan_.secret ^ k_patch_number, i), 0, turn};
      plan.of_whole = k_whole_patterns[(turn + 5 * number++) % k_whole_patterns.size()];
      sheet->arrays.back().emplace(resolved_->arguments[i], plan);
      if (what.empty()) what = "an array " + std::string(words_of(plan.of_whole.structure));
    }
    add(std::move(sheet), what, DataVariant::sorted);
  }

  void add(std::shared_ptr<PatchSheet> sheet, std::string what, DataVariant variant) {
    for (size_t i = 0; i < plain_.size(); ++i) sheet->names.push_back(resolved_->arguments[i].name);
    sheet->relation_seed = random_bits(plan_.secret ^ k_patch_number, 3000 + trials_.size());
    Trial trial{"patchwork", std::move(what), resolved_, sheet->inputs(*resolved_, plain_)};
    if (trial.inputs == plain_) return;
    trial.variant = variant;
    trial.stale = random_bits(plan_.secret ^ k_patch_number, 4000 + trials_.size()) & 1;
    trial.patches = std::move(sheet);
    trials_.push_back(std::move(trial));
  }

  std::shared_ptr<const ResolvedCase> resolved_;
  const TrialPlan& plan_;
  const ArrayContents& plain_;
  std::vector<Trial> trials_;
};

}  // namespace

std::vector<Trial> patch_trials(const std::shared_ptr<const ResolvedCase>& resolved, const TrialPlan& plan,
                                const ArrayContents& plain) {
  return PatchTrials(resolved, plan, plain).make();
}

Trial milder(const Trial& trial, const ArrayContents& plain) {
  auto sheet = std::make_shared<PatchSheet>(*trial.patches);
  for (size_t i = 0; i < sheet->arrays.size(); ++i) {
    if (!sheet->arrays[i]) continue;
    PatchPlan plan = sheet->arrays[i]->plan();
    plan.is_mild = true;
    sheet->arrays[i].emplace(trial.resolved->arguments[i], plan);
  }
  Trial other = trial;
  other.answer = nullptr;
  other.inputs = sheet->inputs(*trial.resolved, plain);
  other.patches = std::move(sheet);
  return other;
}

}  // namespace whet
