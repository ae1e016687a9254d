// Numbers that differ in one respect from those that a schedule is listed with: what is tried beside a kernel that
// leads. A schedule may still have no form for some of them.
#pragma once

#include <vector>

#include "write/schedule/columns.h"
#include "write/schedule/histogram.h"
#include "write/schedule/map.h"
#include "write/schedule/pairwise.h"
#include "write/schedule/rows.h"
#include "write/schedule/scan.h"
#include "write/schedule/scatter.h"
#include "write/schedule/split.h"
#include "write/schedule/stencil.h"
#include "write/schedule/tiles.h"

namespace whet::write {

std::vector<MapNumbers> neighbours(const MapNumbers& of);
std::vector<RowsNumbers> neighbours(const RowsNumbers& of);
std::vector<ColumnsNumbers> neighbours(const ColumnsNumbers& of);
std::vector<SplitNumbers> neighbours(const SplitNumbers& of);
std::vector<TilesNumbers> neighbours(const TilesNumbers& of);
std::vector<StencilNumbers> neighbours(const StencilNumbers& of);
std::vector<HistogramNumbers> neighbours(const HistogramNumbers& of);
std::vector<ScatterNumbers> neighbours(const ScatterNumbers& of);
std::vector<ScanNumbers> neighbours(const ScanNumbers& of);
std::vector<PairwiseNumbers> neighbours(const PairwiseNumbers& of);

}  // namespace whet::write
