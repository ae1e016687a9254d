// Tries every configuration in the order of the space.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

class ExhaustiveSearch {
 public:
  Proposals operator()(const Search& search, size_t count, Random& random);

 private:
  size_t next_ = 0;  // all earlier ones are known
};

}  // namespace whet::search
