// Kernels for maps: each function adds those of a family of schedules.
#pragma once

#include "write/subject/nest.h"
#include "write/written_kernels.h"

namespace whet::write {

// Maps that read other elements than those along the one they store.
void add_moves(const Subject& subject, const Nest& nest, WrittenKernels& found);
void add_map(const Subject& subject, const Nest& nest, WrittenKernels& found);
// Reductions that no schedule shares out among threads: windows at the edges of an image, triangles, terms that a
// condition on the index chooses.
void add_serial_map(const Subject& subject, const Nest& nest, WrittenKernels& found);

}  // namespace whet::write
