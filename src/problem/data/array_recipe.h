// How the content of an array is made: a formula for every element and the small tables that it reads. The same one
// gives the same bytes on the CPU and, by the kernels of data/kernel_text.h, on a GPU.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "problem/formula/array.h"
#include "problem/numbers/element_type.h"

namespace whet {

struct ArrayRecipe {
  ElementType type = ElementType::f32;
  ArrayFormula formula;
  std::vector<uint64_t> tables = {};
};

// What recipes but fills are made of: the array before, and of FormulaKind::related the other one.
struct RecipeSources {
  std::string_view base = {}, other = {};
};
bool reads_base(FormulaKind kind);
// Whether an element depends on no other element of what is read: then it may be made in its place.
bool reads_at_its_place(FormulaKind kind);
bool reads_other(FormulaKind kind);

// The array's bytes. `threads` is at most so many; 0: as many as the machine has.
std::string made(const ArrayRecipe& recipe, const RecipeSources& from = {}, unsigned threads = 0);

// Every `step`-th element of a fill's array from the first one on, without making the others.
std::string every_of_fill(const ArrayRecipe& fill, uint64_t step);

// A formula of one kind. Every byte of it is set, because its bytes are its name (ArrayContent::key).
template <typename Content>
ArrayFormula formula_of(FormulaKind kind, Content ArrayFormula::* member, uint64_t count, const Content& content) {
  static_assert(std::is_trivially_copyable_v<ArrayFormula> && std::is_trivially_copyable_v<Content>);
  ArrayFormula formula;
  std::memset(static_cast<void*>(&formula), 0, sizeof formula);
  formula.kind = kind;
  formula.count = count;
  Content clean = content;
#if __has_builtin(__builtin_clear_padding)
  __builtin_clear_padding(&clean);
#endif
  std::memcpy(static_cast<void*>(&(formula.*member)), &clean, sizeof clean);
  return formula;
}

}  // namespace whet
