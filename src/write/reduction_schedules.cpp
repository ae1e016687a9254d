#include "write/reduction_schedules.h"

#include "write/pair_list.h"
#include "write/reduction_list.h"
#include "write/row_list.h"
#include "write/schedule_adder.h"
#include "write/update_list.h"

namespace whet::write {

void add_rows(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "rows", rows_numbers(subject, nest),
      [&](const RowsNumbers& numbers) { return write_rows(subject, nest, numbers); }, found);
}

void add_columns(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "columns", columns_numbers(subject, nest),
      [&](const ColumnsNumbers& numbers) {
        auto whole = numbers.parts > 1 ? Result<WrittenKernel>(bad_input("")) : write_columns(subject, nest, numbers);
        return whole ? whole : write_split_columns(subject, nest, numbers);
      },
      found);
}

void add_split(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "split", split_numbers(subject, nest),
      [&](const SplitNumbers& numbers) { return write_split(subject, nest, numbers); }, found);
}

void add_updates(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const auto histograms = histogram_numbers(subject, nest);
  const auto add_histogram = [&] {
    add_schedule(
        subject, "histogram", histograms,
        [&](const HistogramNumbers& numbers) { return write_histogram(subject, nest, numbers); }, found);
  };
  const bool has_counters = histograms.front().bins > 0;
  if (has_counters) add_histogram();
  add_schedule(
      subject, "scatter", scatter_numbers(subject, nest),
      [&](const ScatterNumbers& numbers) { return write_scatter(subject, nest, numbers); }, found);
  if (!has_counters) add_histogram();
}

void add_pairs(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "scan", scan_numbers(subject, nest),
      [&](const ScanNumbers& numbers) { return write_scan(subject, nest, numbers); }, found);
  const auto expanded = find_expanded_nest(subject);
  if (!expanded) return;
  add_schedule(
      subject, "pairwise", pairwise_numbers(subject, *expanded),
      [&](const PairwiseNumbers& numbers) { return write_pairwise(subject, *expanded, numbers); }, found);
}

}  // namespace whet::write
