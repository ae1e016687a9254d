#include "write/schedule_neighbours.h"

namespace whet::write {

namespace {

// Adds the numbers with half and with twice the member, within bounds.
template <typename Numbers>
void vary(const Numbers& of, int64_t Numbers::* member, int64_t low, int64_t high, std::vector<Numbers>& found) {
  for (const int64_t value : {of.*member / 2, of.*member * 2}) {
    if (value < low || value > high || value == of.*member) continue;
    found.push_back(of);
    found.back().*member = value;
  }
}

template <typename Numbers, typename Fits>
std::vector<Numbers> fitting(std::vector<Numbers> all, const Fits& fits) {
  std::erase_if(all, [&](const Numbers& each) { return !fits(each); });
  return all;
}

}  // namespace

std::vector<MapNumbers> neighbours(const MapNumbers& of) {
  std::vector<MapNumbers> found;
  vary(of, &MapNumbers::threads, 64, 1024, found);
  vary(of, &MapNumbers::in_flight, 1, 16, found);
  return found;
}

// More than a warp on a row is a whole block; a row that is held stays so.
std::vector<RowsNumbers> neighbours(const RowsNumbers& of) {
  std::vector<RowsNumbers> found;
  vary(of, &RowsNumbers::lanes, 4, 1024, found);
  for (RowsNumbers& each : found) {
    if (each.lanes > 32 || of.lanes > 32) each.threads = each.lanes > 32 ? each.lanes : 128;
    if (of.held > 0) each.held = of.held * of.lanes / each.lanes;
  }
  if (of.lanes <= 32) vary(of, &RowsNumbers::threads, 64, 512, found);
  if (of.held == 0) vary(of, &RowsNumbers::in_flight, 1, 16, found);
  return fitting(found, [&](const RowsNumbers& each) { return (of.held == 0 || each.held > 0) && each.held <= 16; });
}

// Rows that are held are all rows of a part: with other numbers they would not be.
std::vector<ColumnsNumbers> neighbours(const ColumnsNumbers& of) {
  std::vector<ColumnsNumbers> found;
  if (of.holds) return found;
  vary(of, &ColumnsNumbers::threads, 64, 1024, found);
  vary(of, &ColumnsNumbers::in_flight, 1, 16, found);
  vary(of, &ColumnsNumbers::parts, 1, 4096, found);
  return fitting(found, [](const ColumnsNumbers& each) { return each.threads >= each.lanes; });
}

std::vector<SplitNumbers> neighbours(const SplitNumbers& of) {
  std::vector<SplitNumbers> found;
  vary(of, &SplitNumbers::threads, 64, 1024, found);
  vary(of, &SplitNumbers::in_flight, 1, 16, found);
  vary(of, &SplitNumbers::parts, 2, 8192, found);
  return found;
}

std::vector<TilesNumbers> neighbours(const TilesNumbers& of) {
  std::vector<TilesNumbers> found;
  vary(of, &TilesNumbers::threads, 64, 512, found);
  return found;
}

std::vector<StencilNumbers> neighbours(const StencilNumbers& of) {
  std::vector<StencilNumbers> found;
  vary(of, &StencilNumbers::rows, 1, 32, found);
  if (of.lanes < of.threads) vary(of, &StencilNumbers::lanes, 8, 256, found);
  vary(of, &StencilNumbers::threads, 64, 1024, found);
  for (StencilNumbers& each : found) {
    if (of.lanes == of.threads) each.lanes = each.threads;
  }
  return fitting(found, [](const StencilNumbers& each) { return each.threads % each.lanes == 0; });
}

std::vector<HistogramNumbers> neighbours(const HistogramNumbers& of) {
  std::vector<HistogramNumbers> found;
  vary(of, &HistogramNumbers::threads, 128, 1024, found);
  vary(of, &HistogramNumbers::in_flight, 1, 8, found);
  return found;
}

std::vector<ScatterNumbers> neighbours(const ScatterNumbers& of) {
  std::vector<ScatterNumbers> found;
  vary(of, &ScatterNumbers::threads, 64, 512, found);
  vary(of, &ScatterNumbers::in_flight, 1, 8, found);
  vary(of, &ScatterNumbers::lanes, 1, 32, found);
  return found;
}

std::vector<ScanNumbers> neighbours(const ScanNumbers& of) {
  std::vector<ScanNumbers> found;
  vary(of, &ScanNumbers::packs, 1, 8, found);
  vary(of, &ScanNumbers::threads, 64, 512, found);
  for (ScanNumbers& each : found) {
    if (of.lanes > 32) each.lanes = each.threads;
  }
  return found;
}

std::vector<PairwiseNumbers> neighbours(const PairwiseNumbers& of) {
  std::vector<PairwiseNumbers> found;
  vary(of, &PairwiseNumbers::threads, 64, 512, found);
  vary(of, &PairwiseNumbers::per_thread, 1, 8, found);
  vary(of, &PairwiseNumbers::tile, 128, 1024, found);
  vary(of, &PairwiseNumbers::unroll, 2, 32, found);
  vary(of, &PairwiseNumbers::parts, 1, 16, found);
  return fitting(found, [](const PairwiseNumbers& each) { return each.threads / each.parts >= 32; });
}

}  // namespace whet::write
