#include "judge/trial/patch_sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/data/patchwork/relation.h"
#include "util/text.h"

namespace whet {

namespace {

// An element of the input in the piece that an output element depends on, judging by shapes.
std::optional<uint64_t> stands_for(const ResolvedArgument& input, const Patchwork& patches,
                                   const ResolvedArgument& output, uint64_t index) {
  if (input.count == output.count) return index;
  const Rows rows = rows_of(input);
  const uint64_t last = output.shape.empty() ? output.count : output.shape.back();
  const bool is_by_rows = rows.are_real && output.count % rows.count == 0;
  if (patches.plan().cut == PatchCut::columns && rows.are_real && last == rows.length) return index % last;
  if (is_by_rows && patches.plan().cut == PatchCut::rows) return index / (output.count / rows.count) * rows.length;
  return std::nullopt;
}

}  // namespace

ArrayContents PatchSheet::inputs(const ResolvedCase& resolved, const ArrayContents& plain) const {
  ArrayContents made = plain;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!arrays[i]) continue;
    made[i] = ArrayContent::made_by(arrays[i]->recipe(), plain[i]);
    if (base && i > *base && arrays[i]->plan().is_related)
      made[i] = ArrayContent::made_by(relation_recipe(resolved.arguments[i], *arrays[*base], relation_seed), made[i],
                                      made[*base]);
  }
  return made;
}

std::string PatchSheet::words(const ResolvedCase& resolved, size_t output, uint64_t index) const {
  std::vector<std::string> found;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!arrays[i]) continue;
    const auto at = stands_for(resolved.arguments[i], *arrays[i], resolved.arguments[output], index);
    if (!at && resolved.arguments[output].count == 1) found.push_back(arrays[i]->words_of_begin());
    if (!at) continue;
    const uint64_t piece = arrays[i]->place(*at).piece;
    const bool is_made = base && *base != i && arrays[i]->is_relation(piece);
    found.push_back(
        is_made ? fmt::format("where `{}` is {} `{}`", names[i], relation_words(relation_seed, piece), names[*base])
                : arrays[i]->words(*at));
  }
  std::erase(found, std::string());
  return join(found, " and ");
}

}  // namespace whet
