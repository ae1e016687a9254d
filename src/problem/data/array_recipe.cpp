#include "problem/data/array_recipe.h"

#include "problem/data/host_elements.h"

namespace whet {

bool reads_base(FormulaKind kind) {
  return kind >= FormulaKind::unchanged && kind != FormulaKind::either && kind != FormulaKind::sorted &&
         kind != FormulaKind::any_bits;
}

bool reads_at_its_place(FormulaKind kind) {
  switch (kind) {
    case FormulaKind::few:
    case FormulaKind::neighbours:
    case FormulaKind::patches:
    case FormulaKind::tiles:
    case FormulaKind::changed:
    case FormulaKind::every:
      return false;
    default:
      return true;
  }
}

bool reads_other(FormulaKind kind) {
  return kind == FormulaKind::related;
}

std::string made(const ArrayRecipe& recipe, const RecipeSources& from, unsigned threads) {
  std::string bytes(recipe.formula.count * bytes_of(recipe.type), '\0');
  const HostArray array{recipe, from, bytes.data(), threads};
  const FormulaKind kind = recipe.formula.kind;
  if (kind < FormulaKind::unchanged)
    make_fill(array);
  else if (kind < FormulaKind::patches)
    make_variant(array);
  else if (kind < FormulaKind::cells)
    make_pieces(array);
  else
    make_edit(array);
  return bytes;
}

}  // namespace whet
