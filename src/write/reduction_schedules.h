// Kernels for reductions and updates: each function adds those of a family of schedules.
#pragma once

#include "write/subject/nest.h"
#include "write/written_kernels.h"

namespace whet::write {

void add_rows(const Subject& subject, const Nest& nest, WrittenKernels& found);
void add_columns(const Subject& subject, const Nest& nest, WrittenKernels& found);
void add_split(const Subject& subject, const Nest& nest, WrittenKernels& found);
// Counters in shared memory come first, where updates cost least.
void add_updates(const Subject& subject, const Nest& nest, WrittenKernels& found);
// Reductions whose range or terms are those of another element.
void add_pairs(const Subject& subject, const Nest& nest, WrittenKernels& found);

}  // namespace whet::write
