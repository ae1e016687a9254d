// The index space of a kernel: the last index runs inside a row, the others are counted through as rows.
#pragma once

#include <string>
#include <vector>

#include "write/subject/nest.h"
#include "write/text/cuda_expression.h"
#include "write/text/kernel_file.h"

namespace whet::write {

// Names for indices: i, j, k, l and then index_4.
std::vector<std::string> index_names(size_t count);

// The integer that the kernel gets anyway for this formula; nullptr: none.
const SubjectParameter* passed_integer(const Subject& subject, const std::string& formula);

// Extents of the original launch that a meaning uses become parameters of the written kernel.
std::vector<FurtherParameter> launch_parameters(const Subject& subject, const Nest& nest, CudaExpression& text);

// Declares the indices of `rows` from the number of the row, and binds them.
void write_row_indices(const std::vector<lift::SpaceIndex>& rows, const std::vector<std::string>& names,
                       const std::string& row, Lines& lines, CudaExpression& text);

// The product of the ranges as C++ and as a formula of the problem.
std::string count_text(const std::vector<lift::SpaceIndex>& space, CudaExpression& text);
Result<std::string> count_formula(const Subject& subject, const std::vector<lift::SpaceIndex>& space);

// Conditions under which packs along `inner` are whole words of memory: "is_aligned<kVector>(x)", "cols % kVector ==
// 0". Nothing: never, since a constant keeps them apart from the start of a word. `constant` is the name of `vector`.
std::optional<std::vector<std::string>> pack_conditions(const Subject& subject, Expr array, Expr offset, int bytes,
                                                        Expr inner, int64_t vector, CudaExpression& text,
                                                        const std::string& constant = "kVector");

}  // namespace whet::write
