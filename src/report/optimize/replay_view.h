// What `whet replay` shows: how close to the optimum each strategy comes on recorded spaces, and how soon.
#pragma once

#include <string>
#include <vector>

#include "report/canvas/canvas.h"
#include "search/recorded/replay.h"
#include "util/text/json.h"

namespace whet {

struct ReplayView {
  struct Space {
    std::string name, kernel, device, origin;
    size_t configurations = 0, working = 0, axes = 0;
    double optimum = 0;                       // seconds
    std::vector<double> random;               // share of the optimum at each mark
    std::vector<std::vector<double>> shares;  // by strategy and mark
    std::vector<double> scores;               // by strategy
  };
  struct Summary {  // over the spaces
    std::string strategy;
    std::vector<double> shares;  // mean, at each mark
    double score = 0;            // mean
    double worst = 0;            // share at the budget in the worst space
  };
  size_t budget = 0, repeats = 0, batch = 1;
  uint64_t seed = 0;
  std::vector<size_t> marks;         // evaluations, up to the budget
  std::vector<size_t> random_marks;  // up to twice the budget
  std::vector<std::string> strategies;
  std::vector<Space> spaces;
  std::vector<Summary> summaries;  // by strategy
  Summary random;                  // at `random_marks`
};

ReplayView collect_replay(const std::vector<std::string>& names, const std::vector<search::RecordedSpace>& spaces,
                          const search::ReplaySettings& settings, const std::vector<search::ReplayedSpace>& replayed);
void render(const ReplayView& view, Canvas& canvas);
Json to_json(const ReplayView& view);

}  // namespace whet
