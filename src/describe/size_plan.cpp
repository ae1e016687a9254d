#include "describe/size_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "describe/usual_numbers.h"
#include "problem/data/resolve.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_least_varied = 32;  // a smaller number of the host is a radius, a mode or a count of channels
constexpr int64_t k_windows = 32, k_least_window = 5;                              // a window beside the usual size
constexpr std::array<int64_t, 7> k_usual{1 << 17, 1 << 17, 512, 128, 32, 16, 12};  // by the number of free sizes
constexpr std::array<int64_t, 5> k_larger{128, 128, 8, 4, 4};  // times the usual, by the number of free sizes
constexpr std::array<std::array<int64_t, 6>, 5> k_trials{{{1009, 757, 1283, 613, 1429, 883},
                                                          {101, 67, 83, 131, 59, 113},
                                                          {37, 29, 43, 31, 53, 23},
                                                          {11, 13, 17, 7, 19, 5},
                                                          {7, 11, 5, 9, 6, 8}}};
constexpr size_t k_tiny_trials = 3;  // of kernels that take long

int64_t usual_size(size_t varied) {
  return k_usual[std::min(varied, k_usual.size() - 1)];
}

// The same values, the greatest or the least first.
void order_sizes(std::map<std::string, int64_t>& sizes, const std::vector<std::string>& names, SizeOrder order) {
  if (order == SizeOrder::as_named) return;
  std::vector<int64_t> values;
  for (const std::string& name : names) values.push_back(sizes[name]);
  std::sort(values.begin(), values.end());
  if (order == SizeOrder::falling) std::reverse(values.begin(), values.end());
  for (size_t i = 0; i < names.size(); ++i) sizes[names[i]] = values[i];
}

// Sorted, all tries may have the same values: the distances between them are other ones in each.
void spread_sizes(std::map<std::string, int64_t>& sizes, const std::vector<std::string>& names, SizeOrder order,
                  int number, int64_t step) {
  int64_t more = 0;
  for (size_t k = 0; k < names.size(); ++k) {
    const auto at = static_cast<int64_t>(k);
    more += (at * at + number * (at + 1)) % 4;
    sizes[names[order == SizeOrder::rising ? k : names.size() - 1 - k]] += more * step;
  }
}

}  // namespace

SizePlan::SizePlan(const HostFacts& facts, const GivenSizes& given, std::vector<std::string>& notes) {
  for (const HostSize& size : facts.sizes) {
    PlannedSize planned{size.name, size.formula, size.value.value_or(0), false, false};
    planned.is_fixed = size.value && *size.value < k_least_varied;
    planned.host = size.value.value_or(0);
    if (const std::string* const text = given.find(size.name)) {
      const auto number = parse_assignments("x=" + *text, "--dims");
      planned.formula = number ? "" : *text;
      planned.value = number ? number->begin()->second : 0;
      planned.is_given = true;
      planned.is_fixed = false;
    }
    sizes_.push_back(std::move(planned));
  }
  std::vector<std::string> names;
  for (const PlannedSize& size : sizes_) names.push_back(size.name);
  for (PlannedSize& size : sizes_) {
    const bool is_open = size.formula.empty() && !size.is_fixed && !size.is_given && size.host == 0;
    if (!is_open) continue;
    size.usual = usual_numbers(size.name, names);
    size.formula = size.usual.empty() ? windows_along(size.name, names) : "";
    if (!size.formula.empty())
      notes.push_back(fmt::format("{0} = {1}: how many windows there are (--dims {0}=...)", size.name, size.formula));
  }
  const size_t count = free().size();
  for (PlannedSize& size : sizes_) {
    if (!size.formula.empty() || size.is_fixed || size.is_given) continue;
    const int64_t most = usual_size(count), host = size.value;
    if (host == 0) size.value = size.usual.empty() ? most : size.usual.front();
    while (size.value > most) size.value /= 2;
    if (host == 0)
      notes.push_back(
          fmt::format("{} = {}: no value is in the file (--dims {}=...)", size.name, size.value, size.name));
    else if (size.value != host)
      notes.push_back(fmt::format("{} = {}, where the file has {}: checks take less time (--dims {}={})", size.name,
                                  size.value, host, size.name, host));
    else
      notes.push_back(fmt::format("{} = {}, as in the file", size.name, host));
  }
}

std::map<std::string, int64_t> SizePlan::large() const {
  std::map<std::string, int64_t> sizes;
  bool is_larger = false;
  for (const PlannedSize& size : sizes_) {
    if (!size.formula.empty() || size.is_fixed || size.is_given) continue;
    if (!size.usual.empty()) continue;
    sizes[size.name] = size.host > 0 ? size.host : size.value * k_larger[std::min(free().size(), k_larger.size() - 1)];
    is_larger |= sizes[size.name] > size.value;
  }
  return is_larger ? sizes : std::map<std::string, int64_t>();
}

void SizePlan::add(PlannedSize size) {
  sizes_.push_back(std::move(size));
}

bool SizePlan::halve(std::vector<std::string>& notes) {
  bool is_done = false;
  for (PlannedSize& size : sizes_) {
    const bool is_said = size.is_given || size.host != 0 || !size.usual.empty();
    if (!size.formula.empty() || size.is_fixed || is_said || size.value < 2 * k_least_varied) continue;
    change(size, size.value / 2, notes);
    is_done = true;
  }
  return is_done;
}

void SizePlan::change(PlannedSize& size, int64_t value, std::vector<std::string>& notes) {
  const std::string before = fmt::format("{} = {}:", size.name, size.value);
  size.value = value;
  for (std::string& note : notes) {
    if (note.starts_with(before)) note.replace(0, before.size(), fmt::format("{} = {}:", size.name, size.value));
  }
}

void SizePlan::put_in_order(SizeOrder order, std::vector<std::string>& notes) {
  order_ = order;
  const std::vector<std::string> names = free();
  if (order == SizeOrder::as_named || names.empty()) return;
  const std::string& window = order == SizeOrder::falling ? names.back() : names.front();
  for (PlannedSize& size : sizes_) {
    const bool is_open = !size.is_given && size.host == 0;
    if (size.name == window && is_open) change(size, std::max(k_least_window, size.value / k_windows), notes);
  }
}

std::string SizePlan::assignments() const {
  std::vector<std::string> parts;
  for (const bool formulas : {false, true}) {
    for (const PlannedSize& size : sizes_) {
      if (size.formula.empty() == formulas) continue;
      parts.push_back(size.name + "=" + (formulas ? size.formula : std::to_string(size.value)));
    }
  }
  return join(parts, ",");
}

std::vector<std::string> SizePlan::varied() const {
  std::vector<std::string> names;
  for (const PlannedSize& size : sizes_) {
    if (size.formula.empty() && !size.is_fixed) names.push_back(size.name);
  }
  return names;
}

std::vector<std::string> SizePlan::free() const {
  std::vector<std::string> names;
  for (const PlannedSize& size : sizes_) {
    if (size.formula.empty() && !size.is_fixed && size.usual.empty()) names.push_back(size.name);
  }
  return names;
}

std::map<std::string, int64_t> SizePlan::trial(int number, int64_t step, bool is_tiny, SizeOrder order) const {
  std::map<std::string, int64_t> chosen;
  const std::vector<std::string> names = free();
  const size_t level = std::clamp<size_t>(names.size(), 1, k_trials.size()) - 1;
  const auto& pool = k_trials[is_tiny ? std::max(level, k_tiny_trials) : level];
  add_usual(chosen, number);
  for (size_t i = 0; i < names.size(); ++i) {
    const int64_t size =
        pool[(i + static_cast<size_t>(number)) % pool.size()] + 2 * static_cast<int64_t>(i / pool.size());
    chosen[names[i]] = step == 1 ? size : step * (1 + (size + static_cast<int64_t>(i)) % (names.size() < 3 ? 7 : 4));
  }
  order_sizes(chosen, names, order);
  if (order != SizeOrder::as_named) spread_sizes(chosen, names, order, number, step);
  return chosen;
}

void SizePlan::add_usual(std::map<std::string, int64_t>& chosen, int number) const {
  for (size_t i = 0; i < sizes_.size(); ++i) {
    const std::vector<int64_t>& usual = sizes_[i].usual;
    if (!usual.empty()) chosen[sizes_[i].name] = usual[(i + static_cast<size_t>(number)) % usual.size()];
  }
}

std::map<std::string, int64_t> SizePlan::near_given(int number) const {
  constexpr int64_t k_most_together = 1 << 22;
  std::map<std::string, int64_t> chosen;
  int64_t together = 1;
  int place = 0;
  for (const PlannedSize& size : sizes_) {
    if (!size.formula.empty() || size.is_fixed) continue;
    if (!size.is_given || size.value < 1 || size.value > k_most_together / together) return {};
    together *= size.value;
    chosen[size.name] = ++place == number ? 2 * size.value : size.value;
  }
  return chosen;
}

std::map<std::string, int64_t> SizePlan::odd(int64_t step) const {
  std::map<std::string, int64_t> chosen;
  int64_t shift = 0;
  add_usual(chosen, 1);
  for (const PlannedSize& size : sizes_) {
    if (!size.formula.empty() || size.is_fixed || !size.usual.empty()) continue;
    const int64_t about = std::max<int64_t>(3, size.value * 5 / 8 - shift);
    shift += 6;
    chosen[size.name] = step == 1 ? about | 1 : std::max<int64_t>(1, about / step) * step;
  }
  order_sizes(chosen, free(), order_);
  return chosen;
}

std::map<std::string, int64_t> SizePlan::small(int64_t step) const {
  std::map<std::string, int64_t> chosen;
  int64_t next = free().size() == 1 ? 67 : 5;
  add_usual(chosen, 2);
  for (const std::string& name : free()) {
    chosen[name] = step == 1 ? next : step;
    next += 2;
  }
  order_sizes(chosen, free(), order_);
  return chosen;
}

}  // namespace whet
