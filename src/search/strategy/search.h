// The state of a search: the space, the settings and the history. The next question depends on nothing else.
#pragma once

#include <optional>
#include <vector>

#include "search/space/history.h"
#include "search/space/random.h"
#include "search/space/space.h"

namespace whet::search {

struct SearchSettings {
  uint64_t seed = 1;
  size_t budget = 100;                     // trials planned; there may be fewer or more
  bool begin_with_preset = true;           // ask for the defaults first
  std::vector<Configuration> starts = {};  // asked next: guesses, or the best of another search
};

struct Search {
  Space space;
  SearchSettings settings;
  History history = {};

  size_t told() const { return history.trials().size(); }
  // A configuration neither asked nor told; nothing when there is none, or when none was found in a space that is not
  // listed.
  std::optional<Configuration> sample_unknown(Random& random) const;
  std::vector<Configuration> unknown_neighbours(const Configuration& configuration) const;
};

// Up to `count` configurations to try, best first. Known ones may be among them; the caller drops those.
using Proposals = std::vector<Configuration>;

}  // namespace whet::search
