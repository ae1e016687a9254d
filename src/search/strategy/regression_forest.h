// A random forest regression (Breiman 2001): predicts a number and its uncertainty from the value indices of a
// configuration. Axes are treated as ordered.
#pragma once

#include <vector>

#include "search/space/configuration.h"
#include "search/space/random.h"

namespace whet::search {

struct ForestSettings {
  size_t trees = 20;
  double axis_share = 0.7;  // share of the axes tried for each split
};

struct Prediction {
  double mean = 0, deviation = 0;  // over the trees
};

class RegressionForest {
 public:
  // Each tree is grown from a bootstrap sample down to single samples.
  RegressionForest(const std::vector<Configuration>& samples, const std::vector<double>& targets,
                   const ForestSettings& settings, Random& random);

  Prediction predict(ConfigurationView configuration) const;

 private:
  struct Node {
    uint32_t axis = 0;
    uint32_t threshold = 0;  // smaller indices go left
    uint32_t left = 0;       // the right child follows it; 0: a leaf
    double mean = 0;
  };
  using Tree = std::vector<Node>;
  class Growth;

  std::vector<Tree> trees_;
};

}  // namespace whet::search
