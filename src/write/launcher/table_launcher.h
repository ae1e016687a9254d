// One file with all kernels of a table by size, each in a namespace of its own with its launcher, and a function with
// the parameters of the original that asks the sizes and takes the kernel of the table's row.
//
//   namespace sums_by_size::kernel_1 { ... cudaError_t launch_sums(..., bool* is_launched) {...} }
//   namespace sums_by_size::original { ... }
//   cudaError_t launch_sums(const float* x, float* y, int rows, int cols, cudaStream_t stream);
//
// Where the table keeps the original, that serves every call that the kernel of the row is not for.
#pragma once

#include <string>
#include <vector>

#include "write/launcher/launcher.h"
#include "write/launcher/size_table.h"

namespace whet::write {

struct TableKernel {
  std::string name;  // as the rows call it
  Problem candidate;
  LauncherTerms terms;
};

// `kernels` has those of the table in the order of SizeTable::kernels(). An error says what has no form, of which
// kernel.
Result<std::string> table_launcher_text(const Problem& original, const SizeTable& table,
                                        const std::vector<TableKernel>& kernels);

}  // namespace whet::write
