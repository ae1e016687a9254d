// What `whet lessons` shows: what was tried on a kernel in all runs, and its effect.
#pragma once

#include <string>
#include <vector>

#include "report/canvas/canvas.h"
#include "store/lesson.h"
#include "util/text/json.h"

namespace whet {

struct LessonsView {
  std::string project;                 // its root
  std::vector<store::Lesson> entries;  // by kernel, then in the order they were learned
};

void render(const LessonsView& view, Canvas& canvas);
Json to_json(const LessonsView& view);

}  // namespace whet
