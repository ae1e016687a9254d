// Where a search stands: the space, how it was set up, and what is known so far. All that is asked next follows from
// it.
#pragma once

#include <optional>
#include <vector>

#include "search/space/history.h"
#include "search/space/random.h"
#include "search/space/space.h"

namespace whet::search {

struct SearchSettings {
  uint64_t seed = 1;
  size_t budget = 100;                     // trials planned; they may become fewer or more
  bool begin_with_preset = true;           // the defaults are asked first
  std::vector<Configuration> starts = {};  // asked right after them: guesses, or what was best elsewhere
};

struct Search {
  Space space;
  SearchSettings settings;
  History history = {};

  size_t told() const { return history.trials().size(); }
  // One that was neither asked nor told; nothing when all were, or, in a space that is not listed, none was found.
  std::optional<Configuration> sample_unknown(Random& random) const;
  std::vector<Configuration> unknown_neighbours(const Configuration& configuration) const;
};

// Up to `count` configurations to try, best first. It may name known ones; the caller leaves those out.
using Proposals = std::vector<Configuration>;

}  // namespace whet::search
