#include "source/launch/kernel_values.h"

#include <algorithm>

#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr int k_most_steps = 8;  // from one variable to the next
constexpr WordList k_builtins("blockIdx threadIdx blockDim gridDim");
constexpr std::string_view k_axes = "xyz";

}  // namespace

KernelValues::KernelValues(const Code& code, const Declaration& kernel, const LaunchNames& names)
    : code_(code), first_(kernel.head_end), last_(kernel.last), names_(names) {
  find_builtins();
}

void KernelValues::find_builtins() {
  for (size_t i = first_; i + 5 < last_; ++i) {
    if (!code_.is_word(i) || !code_.is(i + 1, "=") || !k_builtins.holds(code_.tokens[i + 2].text)) continue;
    const bool is_all = code_.is(i + 3, ".") && (code_.is(i + 5, ";") || code_.is(i + 5, ","));
    const std::string name(code_.tokens[i].text);
    if (is_all && set_at(name))
      builtins_[name] = std::string(code_.tokens[i + 2].text) + "." + std::string(code_.tokens[i + 4].text);
  }
}

std::string KernelValues::builtin_of(std::string_view name) const {
  const auto found = builtins_.find(name);
  if (found != builtins_.end()) return found->second;
  return k_builtins.holds(name.substr(0, name.find('.'))) ? std::string(name) : "";
}

std::optional<int> KernelValues::axis_of(size_t first, size_t last) const {
  std::optional<int> axis;
  for (size_t i = first; i < last; ++i) {
    if (!code_.is_word(i) || code_.is(i - 1, ".")) continue;
    std::string builtin = builtin_of(code_.tokens[i].text);
    if (builtin == "blockIdx" && i + 2 < last) builtin += "." + std::string(code_.tokens[i + 2].text);
    if (!builtin.starts_with("blockIdx.")) continue;
    const size_t letter = k_axes.find(builtin.substr(9));
    if (letter == std::string_view::npos || (axis && *axis != static_cast<int>(letter))) return std::nullopt;
    axis = static_cast<int>(letter);
  }
  return axis;
}

size_t KernelValues::end_of_value(size_t at) const {
  while (at < last_ && !code_.is(at, ";") && !code_.is(at, ",") && !code_.is(at, ")"))
    at = std::max(code_.partner[at], at) + 1;
  return at;
}

std::optional<size_t> KernelValues::set_at(std::string_view name) const {
  std::optional<size_t> place;
  for (size_t i = first_; i + 1 < last_; ++i) {
    if (!code_.is(i, name) || !code_.is_word(i)) continue;
    const bool changes = code_.is(i + 1, "+=") || code_.is(i + 1, "++") || code_.is(i - 1, "++");
    if (changes || (code_.is(i + 1, "=") && place)) return std::nullopt;
    if (code_.is(i + 1, "=")) place = i;
  }
  return place;
}

std::optional<LaunchExpression> KernelValues::meaning(std::string_view name) const {
  int steps = 0;
  return meaning(name, steps);
}

std::optional<LaunchExpression> KernelValues::meaning(std::string_view name, int& steps) const {
  if (auto known = names_(name)) return known;
  if (name.find('.') != std::string_view::npos || ++steps > k_most_steps) return std::nullopt;
  const auto place = set_at(name);
  if (!place) return std::nullopt;
  const size_t end = end_of_value(*place + 2);
  if (axis_of(*place + 2, end)) return std::nullopt;
  return read_launch_expression(code_, *place + 2, end, [&](std::string_view other) { return meaning(other, steps); });
}

}  // namespace whet
