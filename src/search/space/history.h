// All configurations that were asked for and all outcomes told: the only input of a strategy's decisions.
#pragma once

#include <cstdint>
#include <vector>

#include "search/space/configuration.h"
#include "search/space/outcome.h"

namespace whet::search {

struct Trial {
  Configuration configuration;
  Outcome outcome;
};

class History {
 public:
  void ask(const Configuration& configuration) { asked_.insert(configuration); }
  // A configuration told twice keeps its first outcome.
  void tell(const Configuration& configuration, const Outcome& outcome);

  bool knows(const Configuration& configuration) const { return asked_.contains(configuration); }
  size_t asked() const { return asked_.size(); }  // including those told
  const std::vector<Trial>& trials() const { return trials_; }
  // The trials that work, fastest first; equal ones in the order told.
  std::vector<const Trial*> ranked(size_t most = SIZE_MAX) const;
  const Trial* best() const { return order_.empty() ? nullptr : &trials_[order_.front()]; }
  // Training targets by trial: the logarithm of the time. A failure counts as the slowest time that works.
  std::vector<double> log_times() const;

 private:
  std::vector<Trial> trials_;
  ConfigurationSet asked_, told_;
  std::vector<size_t> order_;  // indices into trials_ of those that work, fastest first
};

}  // namespace whet::search
