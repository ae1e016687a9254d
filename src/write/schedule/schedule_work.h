// What each schedule does with its numbers, counted for one case: the counterpart of its generator.
#pragma once

#include "write/schedule/columns.h"
#include "write/schedule/histogram.h"
#include "write/schedule/map.h"
#include "write/schedule/pairwise.h"
#include "write/schedule/rows.h"
#include "write/schedule/scan.h"
#include "write/schedule/scatter.h"
#include "write/schedule/stencil.h"
#include "write/schedule/tiles.h"
#include "write/schedule/work_count.h"
#include "write/subject/reduction_plan.h"
#include "write/subject/scan_plan.h"
#include "write/subject/stencil_plan.h"
#include "write/subject/tile_plan.h"

namespace whet::write {

void count_map(const Subject& subject, const Nest& nest, const MapNumbers& numbers, WorkCount& count);
void count_tiles(const Subject& subject, const Nest& nest, const TilePlan& plan, const TilesNumbers& numbers,
                 WorkCount& count);
void count_stencil(const Subject& subject, const StencilPlan& plan, const StencilNumbers& numbers, WorkCount& count);
void count_rows(const Subject& subject, const ReductionPlan& plan, const RowsNumbers& numbers, WorkCount& count);
void count_columns(const Subject& subject, const ReductionPlan& plan, const ColumnsNumbers& numbers, WorkCount& count);
void count_histogram(const Subject& subject, const Nest& nest, const HistogramNumbers& numbers, WorkCount& count);
// `plan` has no reductions: rows of updates.
void count_scatter(const Subject& subject, const ReductionPlan& plan, const ScatterNumbers& numbers, WorkCount& count);
void count_pairwise(const Subject& subject, const Nest& nest, const ReductionPlan& plan, const PairwiseNumbers& numbers,
                    int64_t term_bytes, WorkCount& count);

// A scan has several launches: all of a row or tile, the totals of tiles alone, what precedes each tile, a clearing of
// the words that blocks publish.
enum class ScanPart : uint8_t { whole, totals, carries, clearing };
void count_scan(const Subject& subject, const Nest& nest, const ScanPlan& plan, const ScanNumbers& numbers,
                ScanPart part, WorkCount& count);

}  // namespace whet::write
