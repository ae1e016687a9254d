#include "problem/data/host_elements.h"

namespace whet {

namespace {

// All but a few elements are copied.
void copy_but_few(const HostArray& array) {
  const formula::FewChanged& content = array.recipe.formula.changed;
  const uint64_t size = bytes_of(array.recipe.type);
  std::memcpy(array.out, array.from.base.data(), array.recipe.formula.count * size);
  for (uint64_t i = 0; i < content.changes; ++i)
    std::memcpy(array.out + content.to[i] * size, array.from.base.data() + content.source[i] * size, size);
}

}  // namespace

void make_edit(const HostArray& array) {
  if (array.recipe.formula.kind == FormulaKind::changed) return copy_but_few(array);
  make_elements(array, [](const ArrayFormula& content, const auto& use) { formula::with_edit(content, use); });
}

}  // namespace whet
