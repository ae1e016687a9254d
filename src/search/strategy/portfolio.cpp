#include "search/strategy/portfolio.h"

#include "search/strategy/forest.h"
#include "search/strategy/tpe.h"

namespace whet::search {

namespace {

constexpr size_t k_forest_until = 40;  // trials

}  // namespace

Proposals propose_portfolio(const Search& search, size_t count, Random& random) {
  return search.told() < k_forest_until ? propose_forest(search, count, random) : propose_tpe(search, count, random);
}

}  // namespace whet::search
