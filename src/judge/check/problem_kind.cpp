#include "judge/check/problem_kind.h"

#include <algorithm>

#include "judge/check/reach.h"
#include "judge/oracle/rounding_slack.h"

namespace whet {

namespace {

const Trial* named(const std::vector<Trial>& trials, std::string_view name) {
  const auto found = std::find_if(trials.begin(), trials.end(), [&](const Trial& each) { return each.name == name; });
  return found == trials.end() ? nullptr : &*found;
}

// The arrays all have as many elements; 0: they do not.
uint64_t common_count(const ResolvedCase& resolved) {
  uint64_t count = 0;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (argument.is_scalar) continue;
    if (count != 0 && argument.count != count) return 0;
    count = argument.count;
  }
  return count;
}

std::vector<bool> changed_places(const Trial& before, const Trial& after, uint64_t count) {
  std::vector<bool> changed(count);
  for (size_t i = 0; i < before.inputs.size(); ++i) {
    const uint64_t size = bytes_of(before.resolved->arguments[i].type);
    if (before.inputs[i].empty()) continue;
    for (uint64_t at = 0; at < count; ++at) {
      if (before.inputs[i].compare(at * size, size, after.inputs[i], at * size, size) != 0) changed[at] = true;
    }
  }
  return changed;
}

}  // namespace

bool changes_in_place(const Trial& before, const Expected& answer_before, const Trial& after,
                      const Expected& answer_after) {
  const uint64_t count = common_count(*before.resolved);
  if (count == 0) return false;
  const std::vector<bool> changed = changed_places(before, after, count);
  bool any = false;
  for (size_t i = 0; i < answer_before.size(); ++i) {
    if (!before.resolved->arguments[i].is_written()) continue;
    for (uint64_t at = 0; at < count; ++at) {
      const bool differs = answer_before[i][at] != answer_after[i][at];
      if (differs && !changed[at]) return false;
      any |= differs;
    }
  }
  return any;
}

ProblemKind kind_of(const std::vector<Trial>& trials, Oracle& oracle) {
  const Trial *contents = named(trials, "new contents"), *changes = named(trials, "few changes");
  const Trial* scaled = named(trials, name_of(DataVariant::scaled));
  if (!contents || !changes || common_count(*contents->resolved) == 0) return {};
  const auto before = answer_of(*contents, oracle), after = answer_of(*changes, oracle);
  if (!before || !after || !changes_in_place(*contents, **before, *changes, **after)) return {};
  const auto usual = answer_of(trials.front(), oracle);
  if (!scaled || !usual) return {true, false};
  const auto large = answer_of(*scaled, oracle);
  return {true, large && scales_evenly(trials.front(), **usual, **large)};
}

}  // namespace whet
