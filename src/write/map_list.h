// The numbers that schedules of maps are tried with, the likeliest to be fast first.
#pragma once

#include <vector>

#include "write/schedule/map.h"
#include "write/schedule/stencil.h"
#include "write/schedule/tiles.h"
#include "write/subject/nest.h"

namespace whet::write {

std::vector<MapNumbers> map_numbers(const Subject& subject, const Nest& nest);
std::vector<TilesNumbers> tiles_numbers(const Subject& subject, const Nest& nest);
std::vector<StencilNumbers> stencil_numbers(const Subject& subject, const Nest& nest);

}  // namespace whet::write
