// What to write next: the plan for the best version of a run.
#include <fmt/format.h>

#include "report/diagnose/diagnose_view.h"
#include "report/optimize/optimize_view.h"

namespace whet {

void render_next_methods(const OptimizeView& view, Canvas& canvas) {
  if (!view.next || view.next->budget.assumed) return;
  const std::string version = view.has_other_champion() ? fmt::format("candidate {}", view.champion->index)
                                                        : std::string("the original, which is still the best");
  canvas.blank();
  canvas.heading("what to write next", 2, "for " + version + "; expected gains are modelled");
  render_plan(*view.next, false, canvas);
}

}  // namespace whet
