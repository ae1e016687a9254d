// What `whet memory` shows: what was tried on a kernel in all runs, and what it did.
#pragma once

#include <string>
#include <vector>

#include "report/canvas/canvas.h"
#include "store/memory.h"
#include "util/text/json.h"

namespace whet {

struct MemoryView {
  std::string project;                      // its root
  std::vector<store::MemoryEntry> entries;  // by kernel, then in the order they were learned
};

void render(const MemoryView& view, Canvas& canvas);
Json to_json(const MemoryView& view);

}  // namespace whet
