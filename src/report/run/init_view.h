// What `whet init` shows: the file that it wrote, what it assumed, and what is left to fill.
#pragma once

#include <string>
#include <vector>

#include "describe/problem_text.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct InitView {
  std::string kernel;        // path of the source
  std::string entry;         // "scale<float>"
  std::string file;          // that was written
  ReferenceNames reference;  // that were written
  Description description;
};
void render(const InitView& view, Canvas& canvas);
Json to_json(const InitView& view);

}  // namespace whet
