// The kernels that make arrays on a GPU, of the formulas that the CPU uses.
#pragma once

#include <string>
#include <string_view>

#include "problem/data/array_recipe.h"

namespace whet {

// The kernel for a kind of formula, one for each group of kinds:
//   (ArrayFormula formula, void* out, const void* base, const void* other, const uint64_t* tables)
// by value and by address. Any number of threads does; a thread makes k_elements_of_thread in a row. `out` must be none
// of the others.
std::string_view array_kernel(FormulaKind kind);
inline constexpr uint64_t k_elements_of_thread = 8;

// Its CUDA for NVRTC, without includes, for arrays of one type. It must be compiled with k_array_kernel_flag, and
// without any flag that changes how numbers are rounded.
std::string array_kernel_text(ElementType type, FormulaKind kind);
// The kernels that compare an output with what is expected (formula/compare_kernels.cu), for their two types.
std::string compare_kernel_text(ElementType output, ElementType expected);
inline constexpr const char* k_array_kernel_flag = "--fmad=false";

}  // namespace whet
