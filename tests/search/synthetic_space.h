// A synthetic recorded space: no GPU ever ran it. Its shape is that of a tiled kernel: a few tunables matter much and
// in combination, some little, launches fail beyond the limits of an SM, and times have noise.
#pragma once

#include "search/recorded/recorded_space.h"

namespace whet::search {

// `seed` changes the noise and where the optimum lies.
RecordedSpace synthetic_tiles(uint64_t seed);

}  // namespace whet::search
