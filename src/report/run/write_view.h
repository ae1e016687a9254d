// What `whet write --all` shows: the kernels that were written, the one first that is predicted to be fastest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/canvas/canvas.h"
#include "util/text/json.h"
#include "write/writer.h"

namespace whet {

struct WrittenFile {
  std::string file;  // that it is in
  std::string schedule;
  std::vector<write::WrittenConstant> constants;
  std::optional<double> predicted_seconds;  // at the first case; nothing: not predicted
};

struct WriteView {
  std::string device;  // whose times are predicted; empty: none are
  std::vector<WrittenFile> kernels;
  std::vector<write::RefusedSchedule> refused;
};
void render(const WriteView& view, Canvas& canvas);
Json to_json(const WriteView& view);

}  // namespace whet
