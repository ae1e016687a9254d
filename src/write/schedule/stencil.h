// Stencil: a thread computes packs of several rows and keeps the lines that they share in registers.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct StencilNumbers {
  int64_t threads = 256;     // per block
  int64_t lanes = 32;        // packs of a block along a line
  int64_t rows = 4;          // that a thread computes, of the outermost index with neighbours
  int64_t vector = 4;        // elements of a pack
  bool is_marching = false;  // a line is loaded a row before it is needed; else all lines before the first row
};

// For maps that read arrays at neighbouring elements. An error says why this one has none.
Result<WrittenKernel> write_stencil(const Subject& subject, const Nest& nest, const StencilNumbers& numbers);

}  // namespace whet::write
