// What `whet exec --summary` shows: the kernels that a program launched, and their modelled times.
#pragma once

#include <string>

#include "cudart/usage.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct ExecView {
  std::string program;
  int exit_code = 0;  // of the program
  cudart::Usage usage;

  double seconds() const;  // of all kernels, modelled
};

void render(const ExecView& view, Canvas& canvas);
Json to_json(const ExecView& view);

}  // namespace whet
