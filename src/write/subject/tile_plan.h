// The roles of indices and loads in a map of which some load runs along another index than the stores do.
//
//   y[b, j, i] = x[b, i, j] + bias[j]     stored along i, loaded along j, for every b
#pragma once

#include <vector>

#include "write/subject/nest.h"

namespace whet::write {

struct TilePlan {
  lift::SpaceIndex across;              // the stores run along it
  lift::SpaceIndex down;                // the turned loads run along it
  std::vector<lift::SpaceIndex> batch;  // all others
  std::vector<Expr> turned;             // loads along `down`
  std::vector<Expr> straight;           // loads along `across`
};

// An error: the stores do not run along one index, or no load that is made in any case runs along another.
Result<TilePlan> plan_tiles(const Subject& subject, const Nest& nest);

}  // namespace whet::write
