#include "problem/smaller_case.h"

#include <algorithm>
#include <map>
#include <string>

namespace whet {

namespace {

// The sizes of a case. One that the problem computes from others follows them, unless the case says otherwise.
struct Sizes {
  std::map<std::string, int64_t> free, fixed;
};

// Whether the problem's formula gives this value; nothing: it is a number.
std::optional<bool> follows(const Dimension& dimension, int64_t value, const ResolvedCase& resolved) {
  if (dimension.value.expression.identifiers().empty()) return std::nullopt;
  const auto known = [&](std::string_view name) -> std::optional<double> {
    for (const NamedNumber& each : resolved.dims) {
      if (each.name == name) return static_cast<double>(each.value);
    }
    return std::nullopt;
  };
  const Evaluation found = dimension.value.expression.evaluate(known);
  return found.value == static_cast<double>(value);
}

Sizes sizes_of(const Problem& problem, const ResolvedCase& resolved) {
  Sizes sizes;
  for (const NamedNumber& each : resolved.dims) {
    const auto declared = std::find_if(problem.dims.begin(), problem.dims.end(),
                                       [&](const Dimension& dimension) { return dimension.name == each.name; });
    const auto is_followed = declared == problem.dims.end() ? std::nullopt : follows(*declared, each.value, resolved);
    if (!is_followed) sizes.free[each.name] = each.value;
    if (is_followed == false) sizes.fixed[each.name] = each.value;
  }
  return sizes;
}

std::optional<ResolvedCase> at_sizes(const Problem& problem, const ResolvedCase& from, const Sizes& sizes) {
  ResolveOptions options;
  options.dims = sizes.free;
  options.dims.insert(sizes.fixed.begin(), sizes.fixed.end());
  for (const NamedNumber& tunable : from.tunables) options.tunables[tunable.name] = tunable.value;
  auto resolved = resolve_case(problem, problem.cases.front(), options);
  return resolved ? std::optional(std::move(*resolved)) : std::nullopt;
}

}  // namespace

std::optional<ResolvedCase> halved_case(const Problem& problem, const ResolvedCase& from, int64_t least) {
  Sizes sizes = sizes_of(problem, from);
  bool is_smaller = false;
  for (auto& [name, extent] : sizes.free) {
    const bool halves = extent > least && extent % 2 == 0;
    if (halves) extent /= 2;
    is_smaller |= halves;
  }
  return is_smaller ? at_sizes(problem, from, sizes) : std::nullopt;
}

std::vector<ResolvedCase> smaller_cases(const Problem& problem, const ResolvedCase& from, uint64_t most_bytes,
                                        int64_t least) {
  std::vector<ResolvedCase> found;
  std::optional<ResolvedCase> small = halved_case(problem, from, least);
  while (small && small->total_bytes > most_bytes) small = halved_case(problem, *small, least);
  if (!small) return found;
  Sizes odd = sizes_of(problem, *small);
  for (auto& [name, extent] : odd.free) extent -= extent > least && extent % 2 == 0 ? 1 : 0;
  auto quarter = halved_case(problem, *small, least);
  found.push_back(*small);
  if (auto at_odd = at_sizes(problem, *small, odd)) found.push_back(std::move(*at_odd));
  if (quarter) found.push_back(std::move(*quarter));
  return found;
}

}  // namespace whet
