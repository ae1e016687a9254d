#include "judge/check/problem_kind.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

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

void add_different(const std::string& was, const std::string& is, uint64_t size, std::set<uint64_t>& places) {
  for (uint64_t at = 0; at < was.size() / size; ++at) {
    if (std::memcmp(was.data() + at * size, is.data() + at * size, size) != 0) places.insert(at);
  }
}

// Where inputs may differ.
std::set<uint64_t> changed_places(const Trial& before, const Trial& after) {
  std::set<uint64_t> places;
  for (size_t i = 0; i < before.inputs.size(); ++i) {
    const ArrayContent &was = before.inputs[i], &is = after.inputs[i];
    if (was.empty() || was.identity() == is.identity()) continue;
    const ArrayRecipe* const recipe = is.recipe();
    if (recipe && recipe->formula.kind == FormulaKind::changed && is.base().identity() == was.identity())
      places.insert(recipe->formula.changed.to, recipe->formula.changed.to + recipe->formula.changed.changes);
    else
      add_different(was, is, bytes_of(before.resolved->arguments[i].type), places);
  }
  return places;
}

}  // namespace

Result<bool> changes_in_place(const Trial& before, const NumberArrays& answer_before, const Trial& after,
                              const NumberArrays& answer_after, ArrayMath& arrays) {
  const uint64_t count = common_count(*before.resolved);
  if (count == 0) return false;
  CompareRule exactly;
  exactly.precision.precision = PrecisionClass::exact;
  const std::set<uint64_t> places = changed_places(before, after);
  bool any = false;
  for (size_t i = 0; i < answer_before.size(); ++i) {
    const ResolvedArgument& argument = before.resolved->arguments[i];
    if (!argument.is_written()) continue;
    TRY(found, arrays.compare(answer_after[i], answer_before[i], exactly));
    uint64_t in_place = 0;
    for (const uint64_t place : places) {
      TRY(was, arrays.value(answer_before[i], place));
      TRY(is, arrays.value(answer_after[i], place));
      in_place += was != is && !(std::isnan(was) && std::isnan(is));
    }
    if (found.mismatches > in_place) return false;
    any |= in_place > 0;
  }
  return any;
}

Result<ProblemKind> kind_of(const std::vector<Trial>& trials, Oracle& oracle) {
  const Trial *contents = named(trials, "new contents"), *changes = named(trials, "few changes");
  const Trial* scaled = named(trials, name_of(DataVariant::scaled));
  if (!contents || !changes || common_count(*contents->resolved) == 0) return ProblemKind{};
  const auto before = answer_of(*contents, oracle), after = answer_of(*changes, oracle);
  if (!before || !after) return ProblemKind{};
  TRY(is_pointwise, changes_in_place(*contents, **before, *changes, **after, oracle.arrays()));
  if (!is_pointwise) return ProblemKind{};
  const auto usual = answer_of(trials.front(), oracle);
  if (!scaled || !usual) return ProblemKind{true, false};
  const auto large = answer_of(*scaled, oracle);
  if (!large) return ProblemKind{true, false};
  TRY(is_even, scales_evenly(trials.front(), **usual, **large, oracle.arrays()));
  return ProblemKind{true, is_even};
}

}  // namespace whet
