// The choice of a kernel by a table, as host code.
//
//   int kernel = 1;                               on all GPUs but sm_90
//   if (architecture == 90) {
//     if (n_size <= 512) kernel = 0;
//   }
#pragma once

#include "write/launcher/host_sizes.h"
#include "write/launcher/size_table.h"
#include "write/text/lines.h"

namespace whet::write {

// Declares `kernel`, the index in SizeTable::kernels(). An error: a size of the table is none of the problem.
Result<void> write_choice(const SizeTable& table, HostSizes& sizes, Lines& lines);

// The same in words, a line for each row: "n <= 512: dispatch_3.cu".
std::vector<std::string> choice_in_words(const SizeTable& table);

// Whether the choice needs std::log2.
bool uses_logarithms(const SizeTable& table);

}  // namespace whet::write
