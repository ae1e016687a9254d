// Makes the elements of a formula on the CPU; one file for each group of formulas, as each is compiled for every type.
#pragma once

#include <algorithm>
#include <cstring>

#include "problem/data/array_recipe.h"
#include "problem/numbers/codec.h"
#include "util/parallel.h"

namespace whet {

template <typename Codec>
struct HostElements {
  formula::Sources<Codec> from;
  char* out;
  uint64_t begin, end;

  template <typename Formula>
  void operator()(const Formula& shared) const {
    const Formula content = shared;  // copies, which no store can reach
    const formula::Sources<Codec> sources = from;
    for (uint64_t i = begin; i < end;) {
      const auto here = content.place(sources, i);
      for (const uint64_t stop = std::min<uint64_t>(here.end, end); i < stop; ++i) {
        const typename Codec::Stored element = formula::stored_as<Codec>(content.at(sources, here, i));
        std::memcpy(out + i * sizeof element, &element, sizeof element);
      }
    }
  }
};

// What is made, and where.
struct HostArray {
  const ArrayRecipe& recipe;
  RecipeSources from;
  char* out;
  unsigned threads;
};

// `use_formula(formula, elements)` is one of formula::with_fill and its like.
template <typename UseFormula>
void make_elements(const HostArray& array, const UseFormula& use_formula) {
  constexpr uint64_t k_part = 1 << 16;  // elements worth a thread
  const ArrayFormula& formula = array.recipe.formula;
  with_codec(array.recipe.type, [&](auto codec) {
    using Codec = decltype(codec);
    const formula::Sources<Codec> from{array.from.base.data(), array.from.other.data(), array.recipe.tables.data()};
    const auto make = [&](uint64_t, uint64_t begin, uint64_t end) {
      use_formula(formula, HostElements<Codec>{from, array.out, begin, end});
    };
    for_parts(formula.count, k_part, make, array.threads);
  });
}

void make_fill(const HostArray& array);
void make_variant(const HostArray& array);
void make_pieces(const HostArray& array);
void make_edit(const HostArray& array);

}  // namespace whet
