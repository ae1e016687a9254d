// The numbers that each schedule is tried with, the likeliest to be fast first.
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
#include "write/subject/nest.h"

namespace whet::write {

std::vector<HistogramNumbers> histogram_numbers(const Subject& subject, const Nest& nest);
std::vector<MapNumbers> map_numbers(const Subject& subject, const Nest& nest);
std::vector<PairwiseNumbers> pairwise_numbers(const Subject& subject, const Nest& nest);
std::vector<RowsNumbers> rows_numbers(const Subject& subject, const Nest& nest);
std::vector<ColumnsNumbers> columns_numbers(const Subject& subject, const Nest& nest);
std::vector<SplitNumbers> split_numbers(const Subject& subject, const Nest& nest);
// Whether rows are so few and long that a second kernel for their parts costs less than it gains.
bool is_worth_splitting(const Subject& subject, const Nest& nest);
std::vector<StencilNumbers> stencil_numbers(const Subject& subject, const Nest& nest);
std::vector<TilesNumbers> tiles_numbers(const Subject& subject, const Nest& nest);
std::vector<ScatterNumbers> scatter_numbers(const Subject& subject, const Nest& nest);
std::vector<ScanNumbers> scan_numbers(const Subject& subject, const Nest& nest);

}  // namespace whet::write
