// What histograms and scatters do.
#include <algorithm>
#include <cmath>

#include "write/schedule/schedule_work.h"
#include "write/subject/inner_index.h"

namespace whet::write {

namespace {

constexpr double k_pass_steps = 14, k_update_steps = 5, k_match_steps = 40;  // instructions

// The most of `lanes` that meet in one of equally likely bins.
double meeting(double lanes, double bins) {
  const double mean = lanes / std::max(1.0, bins);
  return std::min(lanes, 1 + mean + std::sqrt(2 * mean * std::log(std::max(1.0, bins) + 1)));
}

// Every element is an update in shared memory; the block's counters are combined with the result at its end.
void count_private(const lift::Statement& statement, const HistogramNumbers& numbers, double elements,
                   WorkCount& count) {
  const auto bins = static_cast<double>(numbers.bins), replicas = static_cast<double>(numbers.replicas);
  const double lanes = 32 / std::min(32.0, replicas), meets = numbers.aggregates ? 1 : meeting(lanes, bins);
  const double warps = elements / 32;
  count.work().memory += warps;
  count.work().shared_wavefronts += warps * std::max(meets, meeting(lanes, lanes));
  count.work().shared_atomics += warps * meets;
  count.work().shared_bytes = bins * replicas * statement.bytes;
  const double merged = count.work().blocks * bins;
  count.integers(6 * replicas + 10, merged / 32);
  count.work().shared_wavefronts += 2 * merged * replicas / 32;
  count.work().barriers += 2;
  count.work().shared_waits += std::ceil(bins / static_cast<double>(numbers.threads)) * 2;
  count.work().atomic_sectors += merged * statement.bytes / 32;
  count.work().hot_sectors = std::max(count.work().hot_sectors, count.work().blocks * 4);
  count.work().hot_lanes = std::max(count.work().hot_lanes, count.work().blocks);
}

}  // namespace

void count_histogram(const Subject& subject, const Nest& nest, const HistogramNumbers& numbers, WorkCount& count) {
  const lift::SpaceIndex& inner = nest.space.back();
  const auto vector = static_cast<double>(numbers.vector), in_flight = static_cast<double>(numbers.in_flight);
  const auto threads = static_cast<double>(numbers.threads);
  double rows = 1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) rows *= count.size(nest.space[i].count);
  const double packs = std::ceil(count.size(inner.count) / vector), all = rows * packs;
  const double wanted = std::ceil(all / (threads * in_flight));
  count.set_grid(std::min(static_cast<double>(numbers.blocks), wanted), threads);
  std::vector<LaneStep> lanes{{packs, inner.variable, vector}};
  if (nest.space.size() > 1) lanes.push_back({1024, nest.space[nest.space.size() - 2].variable, 1});
  const LanePack pack{inner.variable, numbers.vector};
  std::vector<Expr> values;
  for (const lift::Statement& each : nest.statements) {
    values.insert(values.end(), {each.value, each.offset});
    values.insert(values.end(), each.guard.begin(), each.guard.end());
  }
  count.read(counted_loads(subject, nest.space, values, inner.variable), lanes, pack, all / 32);
  Operations each = operations_of(subject, values, inner.variable);
  each.integer += k_update_steps + (numbers.aggregates ? k_match_steps : 0);
  count.compute(each, all * vector);
  count.integers(k_pass_steps + (rows > 1 ? 4 * k_pass_steps : 0), all / 32);
  const double passes = std::max(1.0, wanted / count.work().blocks);
  count.work().waits += passes * load_depth(subject.arena, values);
  count.keep(in_flight * vector * 4);
  for (const lift::Statement& statement : nest.statements) {
    if (numbers.bins > 0) {
      count_private(statement, numbers, all * vector, count);
      continue;
    }
    const auto bound = bin_bound(subject, statement);
    const double targets = bound ? static_cast<double>(bound->count) : count.size(inner.count) * rows;
    const double meets = numbers.aggregates ? meeting(32, targets) : 1;
    count.update({statement.array, statement.offset, statement.bytes, true}, lanes, pack, all / 32 / meets, targets,
                 false);
  }
}

void count_scatter(const Subject& subject, const ReductionPlan& plan, const ScatterNumbers& numbers, WorkCount& count) {
  const auto lanes = static_cast<double>(numbers.lanes), vector = static_cast<double>(numbers.vector);
  double rows = 1;
  for (const lift::SpaceIndex& index : plan.rows) rows *= count.size(index.count);
  const double length = count.size(plan.map->count), packs = std::ceil(length / vector);
  const double in_block = static_cast<double>(numbers.threads) / lanes;
  count.set_range(plan.variable, length);
  count.set_grid(std::ceil(rows / in_block), static_cast<double>(numbers.threads));
  const double requests = rows * lanes / 32 * std::ceil(packs / lanes);
  std::vector<LaneStep> steps{{lanes, plan.variable, vector}};
  if (!plan.rows.empty()) steps.push_back({1024, plan.rows.back().variable, 1});
  const LanePack pack{plan.variable, numbers.vector};
  const auto values = plan.stored();
  count.read(counted_loads(subject, plan.rows, values, plan.variable), steps, pack, requests);
  Operations each = operations_of(subject, values, plan.variable);
  each.integer += 2;
  count.compute(each, rows * length);
  count.integers(60, count.warps());
  count.integers(k_pass_steps, requests);
  const double passes = std::ceil(packs / lanes / static_cast<double>(numbers.in_flight));
  count.work().waits += 1 + passes;
  count.keep(static_cast<double>(numbers.in_flight) * vector * 4);
  for (const lift::Statement& statement : plan.statements) {
    const bool is_vector = numbers.vector == 4 && statement.bytes == 4;
    count.update({statement.array, statement.offset, statement.bytes, true}, steps, pack, requests,
                 std::max(1.0, rows) * length, is_vector);
  }
}

}  // namespace whet::write
