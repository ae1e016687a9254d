#include "problem/smaller_case.h"

#include <map>
#include <string>

namespace whet {

namespace {

using Sizes = std::map<std::string, int64_t>;

Sizes sizes_of(const ResolvedCase& resolved) {
  Sizes sizes;
  for (const NamedNumber& dimension : resolved.dims) sizes[dimension.name] = dimension.value;
  return sizes;
}

std::optional<ResolvedCase> at_sizes(const Problem& problem, const ResolvedCase& from, const Sizes& sizes) {
  ResolveOptions options;
  options.dims = sizes;
  for (const NamedNumber& tunable : from.tunables) options.tunables[tunable.name] = tunable.value;
  auto resolved = resolve_case(problem, problem.cases.front(), options);
  return resolved ? std::optional(std::move(*resolved)) : std::nullopt;
}

}  // namespace

std::optional<ResolvedCase> halved_case(const Problem& problem, const ResolvedCase& from, int64_t least) {
  Sizes sizes = sizes_of(from);
  bool is_smaller = false;
  for (auto& [name, extent] : sizes) {
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
  Sizes odd = sizes_of(*small);
  for (auto& [name, extent] : odd) extent -= extent > least && extent % 2 == 0 ? 1 : 0;
  auto quarter = halved_case(problem, *small, least);
  found.push_back(*small);
  if (auto at_odd = at_sizes(problem, *small, odd)) found.push_back(std::move(*at_odd));
  if (quarter) found.push_back(std::move(*quarter));
  return found;
}

}  // namespace whet
