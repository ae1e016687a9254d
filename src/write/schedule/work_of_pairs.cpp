// What pairs and scans do.
#include <algorithm>
#include <cmath>

#include "write/schedule/schedule_work.h"

namespace whet::write {

void count_pairwise(const Subject& subject, const Nest& nest, const ReductionPlan& plan, const PairwiseNumbers& numbers,
                    int64_t term_bytes, WorkCount& count) {
  const lift::SpaceIndex& inner = nest.space.back();
  const auto threads = static_cast<double>(numbers.threads), parts = static_cast<double>(numbers.parts);
  const auto own = static_cast<double>(numbers.per_thread), tile = static_cast<double>(numbers.tile);
  const auto term_size = static_cast<double>(term_bytes);
  double rows = 1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) rows *= count.size(nest.space[i].count);
  const double elements = count.size(inner.count), terms = count.size(plan.phases[0].count);
  const double of_block = threads / parts * own;
  count.set_grid(rows * std::ceil(elements / of_block), threads);
  count.set_range(plan.variable, terms);
  std::vector<CountedAccess> of_element, of_term;
  for (const CountedAccess& each : counted_loads(subject, nest.space, plan.phases[0].bodies(), plan.variable))
    (each.is_pack ? of_term : of_element).push_back(each);
  const double tiles = std::ceil(terms / tile);
  count.read(of_element, {{32, inner.variable, 1}}, {inner.variable, 1}, rows * elements / 32);
  count.read(of_term, {{32, plan.variable, 1}}, {plan.variable, 1}, count.work().blocks * std::ceil(terms / 32));
  count.write(counted_stores(subject, plan.statements, inner.variable), {{32, inner.variable, 1}}, {inner.variable, 1},
              rows * elements / 32);
  // Every thread of the grid meets its part of the terms, whether it has elements or not.
  const double met = count.warps() * 32 * own * terms / parts, passes = count.warps() * terms / parts;
  Operations each = operations_of(subject, plan.phases[0].bodies(), plan.variable);
  double bytes = 0;
  for (const PlannedReduction& reduction : plan.phases[0].reductions) {
    each.add(fold_operations(subject, reduction.how, reduction.is_real), 1);
    bytes += static_cast<double>(fold_bytes(subject, reduction.how, reduction.is_real));
  }
  count.compute(each, met);
  const double words = std::ceil(term_size / 16);
  count.work().memory += passes * words;
  count.work().shared_wavefronts += passes * words + count.warps() * tiles * term_size / 4;
  count.integers(3 / static_cast<double>(numbers.unroll), passes);
  count.work().shared_bytes = term_size * tile + (parts > 1 ? 16 * threads : 0);
  count.work().waits += 1;
  count.work().near_waits += tiles;
  count.work().barriers += 2 * tiles;
  // Terms that are computed without a test between them overlap.
  count.work().shared_waits += terms / parts / static_cast<double>(numbers.unroll);
  count.keep(own * (bytes + 4.0 * static_cast<double>(of_element.size())) + term_size * 2);
}

void count_scan(const Subject& subject, const Nest& nest, const ScanPlan& plan, const ScanNumbers& numbers,
                ScanPart part, WorkCount& count) {
  const lift::SpaceIndex& inner = nest.space.back();
  const auto lanes = static_cast<double>(numbers.lanes), vector = static_cast<double>(numbers.vector);
  const auto threads = static_cast<double>(numbers.threads), packs = static_cast<double>(numbers.packs);
  double rows = 1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) rows *= count.size(nest.space[i].count);
  const double length = count.size(inner.count), tile = lanes * vector * packs, tiles = std::ceil(length / tile);
  const double bytes = plan.scanned.is_real && !subject.is_double() ? 4 : 8;
  LaunchWork& work = count.work();
  if (part == ScanPart::clearing) {
    count.set_grid(std::ceil((rows * tiles + 1) / threads), threads);
    count.integers(10, count.warps());
    work.arrays.push_back({"tile_words", 8 * rows * tiles, 0, 0, 8 * rows * tiles, 0, 0});
    work.store_lines = rows * tiles / 16;
    return;
  }
  if (part == ScanPart::carries) {
    const double passes = std::ceil(tiles / threads);
    count.set_grid(rows, threads);
    count.integers(60 * passes, count.warps());
    work.arrays.push_back({"tile_totals", bytes * rows * tiles, bytes * rows * tiles, 0, bytes * rows * tiles, 0, 0});
    work.near_waits += passes;
    work.shuffles += 10 * passes;
    work.barriers += 2 * passes;
    return;
  }
  const bool is_rows = numbers.form == ScanForm::rows;
  count.set_grid(is_rows ? std::ceil(rows / (threads / lanes)) : rows * tiles, threads);
  const double turns = is_rows ? tiles : 1;  // tiles that a block goes through
  const std::vector<LaneStep> steps{{std::min(lanes, 32.0), inner.variable, vector}};
  const LanePack pack{inner.variable, numbers.vector};
  const double requests = rows * std::ceil(length / vector) / std::min(lanes, 32.0);
  std::vector<Expr> values{plan.scanned.body};
  Operations each = operations_of(subject, values, inner.variable);
  each.add(fold_operations(subject, plan.scanned.how, plan.scanned.is_real), part == ScanPart::totals ? 1 : 3);
  each.integer += 3;
  if (part == ScanPart::whole) {
    for (const lift::Statement& statement : nest.statements) values.push_back(statement.value);
    count.write(counted_stores(subject, nest.statements, inner.variable), steps, pack, requests);
  }
  std::vector<CountedAccess> loads;
  for (const CountedAccess& load : counted_loads(subject, nest.space, values, inner.variable)) {
    const bool is_known =
        std::any_of(loads.begin(), loads.end(), [&](const CountedAccess& known) { return known.array == load.array; });
    if (!is_known) loads.push_back(load);
  }
  count.read(loads, steps, pack, requests);
  count.compute(each, rows * length);
  count.integers(40 * turns + 100, count.warps());
  const double scans = part == ScanPart::totals ? 1 : packs, levels = std::log2(std::min(lanes, 32.0));
  const double words = bytes / 4 * scans * levels * turns * count.warps();
  work.memory += words;
  work.shared_wavefronts += words;
  count.integers(2 * scans * levels * turns, count.warps());
  work.shuffles += scans * levels * turns;
  if (lanes > 32) {
    work.barriers += 2 * turns;
    work.shared_waits += turns;
    count.integers(3 * threads / 32 * turns, count.warps());
  }
  work.waits += turns;
  count.keep(packs * vector * (bytes + 4));
  if (numbers.form == ScanForm::in_three) work.near_waits += 1;
  if (numbers.form == ScanForm::look_back) {
    work.near_waits += 4;
    work.barriers += 2;
    work.shuffles += 6;
    work.hot_sectors = work.hot_lanes = rows * tiles;  // each takes its number
    work.arrays.push_back({"tile_words", 8 * rows * tiles, 64 * rows * tiles, 0, 64 * rows * tiles, 0, 0});
  }
}

}  // namespace whet::write
