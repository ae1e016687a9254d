#include "optimize/dispatch/dispatch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace whet {

namespace {

double log_size(int64_t size) {
  return std::log2(static_cast<double>(std::max<int64_t>(1, size)));
}

int64_t size_of(const Sizes& sizes, const std::string& name) {
  const auto found = sizes.find(name);
  return found == sizes.end() ? 1 : found->second;
}

double distance(const Sizes& from, const Sizes& to) {
  double sum = 0;
  for (const auto& [name, size] : from) {
    const double apart = log_size(size) - log_size(size_of(to, name));
    sum += apart * apart;
  }
  return sum;
}

size_t choose(const DispatchRule& rule, const Sizes& sizes, size_t fallback) {
  if (rule.kind == DispatchRule::Kind::thresholds) {
    const int64_t size = size_of(sizes, rule.dim);
    for (const DispatchRule::Range& range : rule.ranges) {
      if (!range.up_to || size <= *range.up_to) return range.variant;
    }
  }
  double least = std::numeric_limits<double>::infinity();
  size_t variant = fallback;
  for (const DispatchRule::Point& point : rule.points) {
    const double apart = distance(point.dims, sizes);
    if (apart < least) variant = point.variant;
    least = std::min(least, apart);
  }
  return variant;
}

bool has_all(const std::vector<double>& seconds) {
  return std::all_of(seconds.begin(), seconds.end(), [](double each) { return each > 0; });
}

Result<void> check(const DispatchInput& input) {
  if (input.cases.empty() || input.variants.empty() || input.devices.empty())
    return bad_input("a dispatch needs cases, variants and a device's times");
  if (input.fallback && *input.fallback >= input.variants.size())
    return bad_input("the fallback of a dispatch is none of its variants");
  for (const DispatchCase& each : input.cases) {
    const Sizes& first = input.cases.front().dims;
    const bool same = std::equal(first.begin(), first.end(), each.dims.begin(), each.dims.end(),
                                 [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!same) return bad_input("case " + each.scored.name + " has other dimensions than the first");
  }
  for (const DispatchTimes& device : input.devices) {
    bool fits = device.seconds.size() == input.variants.size();
    for (const auto& times : device.seconds) fits &= times.size() == input.cases.size();
    if (!fits) return bad_input(fmt::format("sm_{} has not one time for each variant and case", device.architecture));
  }
  return {};
}

// Makes the table of one device.
class TableMaker {
 public:
  TableMaker(const DispatchInput& input, const DispatchTimes& times, double margin)
      : input_(input), times_(times), margin_(margin) {
    for (const DispatchCase& each : input.cases) scored_.push_back(each.scored);
    trained_on_held_out_ = std::all_of(scored_.begin(), scored_.end(), [](const auto& each) { return each.held_out; });
  }

  Result<DispatchTable> make() {
    table_.architecture = times_.architecture;
    TRY(best, best_single());
    table_.fallback = best;
    prefer();
    if (preferred_gain() < 1 + margin_ && !serves_a_main_case()) {
      keep_single(fmt::format("by size it would be {:.3f}x as fast, which is within the margin", preferred_gain()));
      return table_;
    }
    std::vector<DispatchRule> rules = threshold_rules();
    rules.push_back(nearest_rule());
    for (const DispatchRule& rule : rules) {
      if (const std::string loss = loss_of(rule); !loss.empty()) {
        if (table_.reason.empty()) keep_single(loss);
        continue;
      }
      take(rule);
      return table_;
    }
    return table_;
  }

 private:
  bool counts(size_t at) const { return !scored_[at].held_out || trained_on_held_out_; }
  double seconds(size_t variant, size_t at) const { return times_.seconds[variant][at]; }

  Result<size_t> best_single() const {
    if (input_.fallback && has_all(times_.seconds[*input_.fallback])) return *input_.fallback;
    std::optional<size_t> best;
    double least = 0;
    for (size_t i = 0; i < input_.variants.size(); ++i) {
      if (!has_all(times_.seconds[i])) continue;
      const double mean = overall(scored_, times_.seconds[i]);
      if (best && mean >= least) continue;
      best = i;
      least = mean;
    }
    if (best) return *best;
    return bad_input(fmt::format("no variant has a time at every case on sm_{}", times_.architecture));
  }

  void prefer() {
    for (size_t at = 0; at < scored_.size(); ++at) preferred_.push_back(preferred_at(at));
  }

  // The fallback, unless the fastest variant beats it by the margin: then the first of those within the margin of that.
  size_t preferred_at(size_t at) const {
    double least = seconds(table_.fallback, at);
    for (size_t i = 0; i < input_.variants.size(); ++i) {
      if (seconds(i, at) > 0) least = std::min(least, seconds(i, at));
    }
    const auto is_near = [&](size_t i) { return seconds(i, at) > 0 && seconds(i, at) <= (1 + margin_) * least; };
    if (is_near(table_.fallback)) return table_.fallback;
    for (size_t i = 0; i < input_.variants.size(); ++i) {
      if (is_near(i)) return i;
    }
    return table_.fallback;
  }

  double gain_of(size_t variant, size_t at) const { return seconds(table_.fallback, at) / seconds(variant, at); }

  double preferred_gain() const {
    std::vector<double> gains;
    for (size_t at = 0; at < scored_.size(); ++at) gains.push_back(gain_of(preferred_[at], at));
    return overall(scored_, gains);
  }

  // Whether another variant is better at a case whose weight is at least half of the largest.
  bool serves_a_main_case() const {
    double largest = 0;
    for (const ScoredCase& each : scored_) largest = std::max(largest, each.weight);
    for (size_t at = 0; at < scored_.size(); ++at) {
      if (counts(at) && 2 * scored_[at].weight >= largest && preferred_[at] != table_.fallback) return true;
    }
    return false;
  }

  void keep_single(std::string reason) {
    table_.rule = {};
    table_.gain = 1;
    table_.chosen.assign(scored_.size(), table_.fallback);
    table_.case_gains.assign(scored_.size(), 1);
    table_.reason = std::move(reason);
  }

  // Rules by one dimension, if it alone decides between the variants and each variant has one range of it; fewest
  // ranges first.
  std::vector<DispatchRule> threshold_rules() const {
    std::vector<DispatchRule> rules;
    for (const auto& [dim, size] : input_.cases.front().dims) {
      if (auto rule = threshold_rule(dim)) rules.push_back(std::move(*rule));
    }
    std::stable_sort(rules.begin(), rules.end(),
                     [](const DispatchRule& a, const DispatchRule& b) { return a.ranges.size() < b.ranges.size(); });
    return rules;
  }

  std::optional<DispatchRule> threshold_rule(const std::string& dim) const {
    std::map<int64_t, size_t> variant_at;
    for (size_t at = 0; at < scored_.size(); ++at) {
      if (!counts(at)) continue;
      const auto [found, added] = variant_at.emplace(size_of(input_.cases[at].dims, dim), preferred_[at]);
      if (!added && found->second != preferred_[at]) return std::nullopt;
    }
    DispatchRule rule{DispatchRule::Kind::thresholds, dim, {}, {}};
    std::set<size_t> seen;
    for (auto at = variant_at.begin(); at != variant_at.end(); ++at) {
      const auto next = std::next(at);
      if (next != variant_at.end() && next->second == at->second) continue;
      if (!seen.insert(at->second).second) return std::nullopt;
      rule.ranges.push_back({std::nullopt, at->second});
      if (next != variant_at.end()) rule.ranges.back().up_to = between(at->first, next->first);
    }
    return rule;
  }

  // The geometric mean.
  static int64_t between(int64_t low, int64_t high) {
    const double middle = std::sqrt(std::max(1.0, static_cast<double>(low)) * static_cast<double>(high));
    return std::clamp(static_cast<int64_t>(middle), low, high - 1);
  }

  DispatchRule nearest_rule() const {
    DispatchRule rule{DispatchRule::Kind::nearest, {}, {}, {}};
    for (size_t at = 0; at < scored_.size(); ++at) {
      if (counts(at)) rule.points.push_back({input_.cases[at].dims, preferred_[at]});
    }
    return rule;
  }

  // Why the rule is rejected; empty: no case, held out or not, becomes slower.
  std::string loss_of(const DispatchRule& rule) const {
    for (size_t at = 0; at < scored_.size(); ++at) {
      const size_t variant = choose(rule, input_.cases[at].dims, table_.fallback);
      if (seconds(variant, at) <= 0)
        return fmt::format("a table would give case {} to {}, which was not timed there", scored_[at].name,
                           input_.variants[variant].name);
      if (gain_of(variant, at) < 1 / (1 + margin_))
        return fmt::format("a table would be slower at case {}: {:.3f}x", scored_[at].name, gain_of(variant, at));
    }
    return {};
  }

  void take(const DispatchRule& rule) {
    table_.rule = rule;
    table_.chosen.clear();
    table_.case_gains.clear();
    for (const DispatchCase& each : input_.cases) {
      table_.chosen.push_back(choose(rule, each.dims, table_.fallback));
      table_.case_gains.push_back(gain_of(table_.chosen.back(), table_.chosen.size() - 1));
    }
    table_.gain = overall(scored_, table_.case_gains);
    table_.reason = rule.kind == DispatchRule::Kind::thresholds ? "by " + rule.dim : "by the nearest case";
  }

  const DispatchInput& input_;
  const DispatchTimes& times_;
  double margin_;
  std::vector<ScoredCase> scored_;
  bool trained_on_held_out_ = false;
  std::vector<size_t> preferred_;  // by case
  DispatchTable table_;
};

// The best variant over all devices, each relative to its own fallback; the fallback of the first device if no variant
// was timed on all.
size_t best_anywhere(const DispatchInput& input, const std::vector<DispatchTable>& tables) {
  if (input.fallback) return *input.fallback;
  std::vector<ScoredCase> scored;
  for (const DispatchCase& each : input.cases) scored.push_back(each.scored);
  size_t best = tables.front().fallback;
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < input.variants.size(); ++i) {
    double sum = 0;
    for (size_t d = 0; d < tables.size(); ++d) {
      const auto& seconds = input.devices[d].seconds;
      sum += has_all(seconds[i]) ? std::log(overall(scored, seconds[i]) / overall(scored, seconds[tables[d].fallback]))
                                 : std::numeric_limits<double>::infinity();
    }
    if (sum < least) best = i;
    least = std::min(least, sum);
  }
  return best;
}

// If a device's own best is not better than the common one by the margin, it uses the common one.
void share(const DispatchInput& input, size_t common, double margin, DispatchTable& table, const DispatchTimes& times) {
  std::vector<ScoredCase> scored;
  for (const DispatchCase& each : input.cases) scored.push_back(each.scored);
  if (!table.is_single() || !has_all(times.seconds[common])) return;
  const double gain = overall(scored, times.seconds[common]) / overall(scored, times.seconds[table.fallback]);
  if (gain >= 1 + margin) return;
  table.fallback = common;
  table.chosen.assign(scored.size(), common);
}

}  // namespace

bool Dispatch::worthwhile() const {
  const bool by_size =
      std::any_of(devices.begin(), devices.end(), [](const DispatchTable& table) { return !table.is_single(); });
  const bool by_device = std::any_of(devices.begin(), devices.end(),
                                     [&](const DispatchTable& table) { return table.fallback != fallback; });
  return by_size || by_device;
}

Result<Dispatch> make_dispatch(const DispatchInput& input, double margin) {
  TRY_VOID(check(input));
  Dispatch dispatch;
  for (const DispatchTimes& times : input.devices) {
    TRY(table, TableMaker(input, times, margin).make());
    dispatch.devices.push_back(std::move(table));
  }
  dispatch.fallback = best_anywhere(input, dispatch.devices);
  for (size_t i = 0; i < dispatch.devices.size(); ++i)
    share(input, dispatch.fallback, margin, dispatch.devices[i], input.devices[i]);
  return dispatch;
}

size_t choose(const DispatchTable& table, const Sizes& sizes) {
  return choose(table.rule, sizes, table.fallback);
}

size_t choose(const Dispatch& dispatch, int architecture, const Sizes& sizes) {
  for (const DispatchTable& table : dispatch.devices) {
    if (table.architecture == architecture) return choose(table, sizes);
  }
  return dispatch.fallback;
}

}  // namespace whet
