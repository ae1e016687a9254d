// The content of an array as one formula, chosen by its kind. Kernels are for one group of kinds each.
#pragma once

#include "problem/formula/edit.h"
#include "problem/formula/fill.h"
#include "problem/formula/patch.h"
#include "problem/formula/place.h"
#include "problem/formula/vary.h"

namespace whet {

enum class FormulaKind : uint8_t {
  normal,  // fills, which read no array
  uniform,
  integers,
  sequence,
  wrapping,
  constant,
  words,
  unchanged,  // variants
  multiplied,
  shifted,
  lone,
  lone_in_columns,
  ends,
  few,
  sorted,
  either,
  huge,
  mixed,
  neighbours,
  special,
  patches,  // pieces
  tiles,
  related,
  cells,  // places and single elements
  places,
  listed,
  large_listed,
  any_bits,
  nudged,
  rounded,
  changed,
  last_digits,
  every
};

struct ArrayFormula {
  FormulaKind kind;
  uint64_t count;  // elements
  union {
    formula::Unchanged unchanged;
    formula::NormalFill normal;
    formula::UniformReal uniform;
    formula::UniformInteger integers;
    formula::Sequence sequence;
    formula::WrappingSequence wrapping;
    formula::Constant constant;
    formula::RandomWords words;
    formula::Multiplied multiplied;
    formula::Shifted shifted;
    formula::LoneInRows lone;
    formula::LoneInColumns lone_in_columns;
    formula::LargeEnds ends;
    formula::FewValues few;
    formula::SortedValues sorted;
    formula::EitherValue either;
    formula::HugeValues huge;
    formula::MixedMagnitudes mixed;
    formula::Neighbours neighbours;
    formula::SpecialValues special;
    formula::Patches patches;
    formula::Tiles tiles;
    formula::RelatedPieces related;
    formula::Cells cells;
    formula::ListedPlaces places;
    formula::ListedValues listed;
    formula::LargeListedValues large_listed;
    formula::AnyBits any_bits;
    formula::Nudged nudged;
    formula::Rounded rounded;
    formula::FewChanged changed;
    formula::LastDigits last_digits;
    formula::EveryElement every;
  };

  WHET_BOTH ArrayFormula() : kind(FormulaKind::unchanged), count(0), unchanged{} {}
};

namespace formula {

// Each calls `use` with the formula, where its kind is of the group.
template <typename Use>
WHET_BOTH void with_fill(const ArrayFormula& array, const Use& use) {
  switch (array.kind) {
    case FormulaKind::normal:
      return use(array.normal);
    case FormulaKind::uniform:
      return use(array.uniform);
    case FormulaKind::integers:
      return use(array.integers);
    case FormulaKind::sequence:
      return use(array.sequence);
    case FormulaKind::wrapping:
      return use(array.wrapping);
    case FormulaKind::constant:
      return use(array.constant);
    case FormulaKind::words:
      return use(array.words);
    default:
      return;
  }
}

template <typename Use>
WHET_BOTH void with_variant(const ArrayFormula& array, const Use& use) {
  switch (array.kind) {
    case FormulaKind::unchanged:
      return use(array.unchanged);
    case FormulaKind::multiplied:
      return use(array.multiplied);
    case FormulaKind::shifted:
      return use(array.shifted);
    case FormulaKind::lone:
      return use(array.lone);
    case FormulaKind::lone_in_columns:
      return use(array.lone_in_columns);
    case FormulaKind::ends:
      return use(array.ends);
    case FormulaKind::few:
      return use(array.few);
    case FormulaKind::sorted:
      return use(array.sorted);
    case FormulaKind::either:
      return use(array.either);
    case FormulaKind::huge:
      return use(array.huge);
    case FormulaKind::mixed:
      return use(array.mixed);
    case FormulaKind::neighbours:
      return use(array.neighbours);
    case FormulaKind::special:
      return use(array.special);
    default:
      return;
  }
}

template <typename Use>
WHET_BOTH void with_pieces(const ArrayFormula& array, const Use& use) {
  switch (array.kind) {
    case FormulaKind::patches:
      return use(array.patches);
    case FormulaKind::tiles:
      return use(array.tiles);
    case FormulaKind::related:
      return use(array.related);
    default:
      return;
  }
}

template <typename Use>
WHET_BOTH void with_edit(const ArrayFormula& array, const Use& use) {
  switch (array.kind) {
    case FormulaKind::cells:
      return use(array.cells);
    case FormulaKind::places:
      return use(array.places);
    case FormulaKind::listed:
      return use(array.listed);
    case FormulaKind::large_listed:
      return use(array.large_listed);
    case FormulaKind::any_bits:
      return use(array.any_bits);
    case FormulaKind::nudged:
      return use(array.nudged);
    case FormulaKind::rounded:
      return use(array.rounded);
    case FormulaKind::changed:
      return use(array.changed);
    case FormulaKind::last_digits:
      return use(array.last_digits);
    case FormulaKind::every:
      return use(array.every);
    default:
      return;
  }
}

}  // namespace formula

}  // namespace whet
