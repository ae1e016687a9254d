// Natural loops of a function: one per header, nested as a tree.
#pragma once

#include <vector>

#include "binary/analysis/control_flow.h"

namespace whet {

struct Loop {
  int header = 0;           // block
  std::vector<int> blocks;  // in address order, inner loops included
  int parent = -1;          // index into the list; -1: outermost
  std::vector<int> children;
  int depth = 1;  // 1: outermost
};

// Back edges to the same header form one loop. Parents come before their children; siblings are in address order.
std::vector<Loop> find_loops(const ControlFlow& flow);

// Indices of the loop's instructions in address order; `own` excludes those of inner loops.
std::vector<uint32_t> loop_instructions(const Loop& loop, const std::vector<Loop>& loops, const ControlFlow& flow,
                                        bool own);

}  // namespace whet
