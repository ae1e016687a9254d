// What `whet explain` shows: what each kernel computes, how much work that is, and whether running it confirmed it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lift/explain/explanation.h"
#include "report/canvas/canvas.h"
#include "util/error.h"
#include "util/text/json.h"

namespace whet {

struct ExplainedKernel {
  std::string signature;
  std::optional<lift::Explanation> explanation;
  std::optional<Error> refusal;  // if there is no explanation
};

struct ExplainView {
  std::string file;
  std::vector<ExplainedKernel> kernels;
  std::vector<std::string> next;  // commands that go on from here

  bool any_refuted() const;
};

void render(const ExplainView& view, Canvas& canvas);
Json to_json(const ExplainView& view);

}  // namespace whet
