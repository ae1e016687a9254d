// A random forest that predicts a number from the places of a configuration, and how sure it is. Axes are taken as
// ordered.
#pragma once

#include <vector>

#include "search/space/configuration.h"
#include "search/space/random.h"

namespace whet::search {

struct ForestSettings {
  size_t trees = 20;
  double axis_share = 0.7;  // of the axes, looked at for each split
};

struct Prediction {
  double mean = 0, deviation = 0;  // over the trees
};

class RegressionForest {
 public:
  // Each tree is grown to single samples from as many samples as there are, drawn with repetition.
  RegressionForest(const std::vector<Configuration>& samples, const std::vector<double>& targets,
                   const ForestSettings& settings, Random& random);

  Prediction predict(ConfigurationView configuration) const;

 private:
  struct Node {
    uint32_t axis = 0;
    uint32_t threshold = 0;  // places below it go left
    uint32_t left = 0;       // the right one is the next; 0: a leaf
    double mean = 0;
  };
  using Tree = std::vector<Node>;
  class Growth;

  std::vector<Tree> trees_;
};

}  // namespace whet::search
