// What rows and columns do.
#include <algorithm>
#include <cmath>

#include "write/schedule/schedule_work.h"

namespace whet::write {

namespace {

constexpr double k_row_head = 60, k_step = 8, k_element = 0.3;  // instructions of a thread, a pack, an element's guard

double rows_of(const ReductionPlan& plan, const WorkCount& count) {
  double rows = 1;
  for (const lift::SpaceIndex& index : plan.rows) rows *= count.size(index.count);
  return rows;
}

Operations phase_operations(const Subject& subject, const ReductionPhase& phase, Expr along) {
  Operations all = operations_of(subject, phase.bodies(), along);
  for (const PlannedReduction& each : phase.reductions) all.add(fold_operations(subject, each.how, each.is_real), 1);
  all.integer += k_element;
  return all;
}

double bytes_in(const std::vector<CountedAccess>& accesses) {
  double bytes = 0;
  for (const CountedAccess& each : accesses) bytes += each.bytes;
  return bytes;
}

double kept_in(const std::vector<CountedAccess>& accesses) {
  double bytes = 0;
  for (const CountedAccess& each : accesses) bytes += kept_bytes(each.bytes);
  return bytes;
}

std::vector<Expr> values_of(const ReductionPlan& plan) {
  std::vector<Expr> values;
  for (const lift::Statement& each : plan.statements) values.push_back(each.value);
  return values;
}

// How rows lie over the lanes of warps.
class RowsCount {
 public:
  RowsCount(const Subject& subject, const ReductionPlan& plan, const RowsNumbers& numbers, WorkCount& count)
      : subject_(subject),
        plan_(plan),
        count_(count),
        lanes_(static_cast<double>(numbers.lanes)),
        vector_(static_cast<double>(numbers.vector)),
        in_flight_(static_cast<double>(numbers.in_flight)),
        rows_(rows_of(plan, count)),
        in_block_(static_cast<double>(numbers.threads / numbers.lanes)),
        pack_{plan.variable, numbers.vector} {
    count.set_grid(std::ceil(rows_ / in_block_), static_cast<double>(numbers.threads));
    count.integers(k_row_head, count.warps());
    steps_.push_back({lanes_, plan.variable, vector_});
    if (!plan.rows.empty()) steps_.push_back({1024, plan.rows.back().variable, 1});
  }

  void run(double held) {
    if (held > 0) hold(held);
    for (const ReductionPhase& phase : plan_.phases) reduce(phase, held > 0);
    if (plan_.map) map(held);
    if (!plan_.map) store();
  }

 private:
  std::vector<CountedAccess> loads(const std::vector<Expr>& values) const {
    return counted_loads(subject_, plan_.rows, values, plan_.variable);
  }

  // Warps that take packs of a row of this length.
  double requests(double length) const {
    const double packs = std::ceil(length / vector_);
    return lanes_ >= 32 ? rows_ * std::ceil(packs / 32) : rows_ * lanes_ / 32 * std::ceil(packs / lanes_);
  }
  double passes(double length) const { return std::ceil(std::ceil(length / vector_) / lanes_ / in_flight_); }

  void hold(double held) {
    const double length = count_.size(plan_.phases[0].count);
    count_.set_range(plan_.variable, length);
    held_ = loads(plan_.bodies());
    count_.read(held_, steps_, pack_, requests(length));
    count_.integers(k_step, requests(length));
    count_.keep(held * vector_ * kept_in(held_));
    count_.work().waits += load_depth(subject_.arena, plan_.bodies());
  }

  // Reads what is not held.
  void pass(const std::vector<Expr>& values, double length, bool is_held) {
    count_.set_range(plan_.variable, length);
    const auto all = loads(values), needed = without(all, held_);
    const double between = has_read_ ? in_block_ * length * bytes_in(all) : 0;
    count_.read(needed, steps_, pack_, requests(length), between);
    count_.integers(k_step, std::max(requests(length), count_.warps() * passes(length) * in_flight_));
    const double depth = load_depth(subject_.arena, values);
    if (!is_held) {
      count_.keep(has_read_ ? 0 : in_flight_ * vector_ * kept_in(all));
      count_.work().waits += passes(length) * depth;
    } else if (!needed.empty()) {
      count_.wait_after_stores(needed, std::ceil(std::ceil(length / vector_) / lanes_));
    }
    has_read_ = true;
  }

  void reduce(const ReductionPhase& phase, bool is_held) {
    const double length = count_.length(phase.count, phase.bodies(), rows_);
    pass(phase.bodies(), length, is_held);
    count_.compute(phase_operations(subject_, phase, plan_.variable), rows_ * length);
    for (const PlannedReduction& each : phase.reductions) {
      const auto bytes = static_cast<double>(fold_bytes(subject_, each.how, each.is_real));
      count_.combine(lanes_, bytes, fold_operations(subject_, each.how, each.is_real));
      count_.keep(bytes);
    }
  }

  void map(double held) {
    const double length = count_.size(plan_.map->count);
    pass(plan_.stored(), length, held > 0);
    count_.write(counted_stores(subject_, plan_.statements, plan_.variable), steps_, pack_, requests(length));
    Operations each = operations_of(subject_, values_of(plan_), plan_.variable);
    each.integer += k_element;
    count_.compute(each, rows_ * length);
  }

  void store() {
    const double in_warp = std::max(1.0, 32 / lanes_);
    std::vector<LaneStep> step;
    if (!plan_.rows.empty()) step.push_back({in_warp, plan_.rows.back().variable, 1});
    count_.write(counted_stores(subject_, plan_.statements, plan_.variable), step, {plan_.variable, 1},
                 std::ceil(rows_ / in_warp));
    count_.integers(k_row_head / 4, count_.warps());
  }

  const Subject& subject_;
  const ReductionPlan& plan_;
  WorkCount& count_;
  double lanes_, vector_, in_flight_, rows_, in_block_;
  LanePack pack_;
  std::vector<LaneStep> steps_;
  std::vector<CountedAccess> held_;
  bool has_read_ = false;
};

}  // namespace

void count_rows(const Subject& subject, const ReductionPlan& plan, const RowsNumbers& numbers, WorkCount& count) {
  // A kernel that holds rows reads longer ones again.
  const double length = count.size(plan.phases[0].count);
  const bool fits = length <= static_cast<double>(numbers.lanes * numbers.vector * numbers.held);
  RowsCount(subject, plan, numbers, count).run(fits ? static_cast<double>(numbers.held) : 0);
}

void count_columns(const Subject& subject, const ReductionPlan& plan, const ColumnsNumbers& numbers, WorkCount& count) {
  const auto lanes = static_cast<double>(numbers.lanes), vector = static_cast<double>(numbers.vector);
  const auto threads = static_cast<double>(numbers.threads), in_flight = static_cast<double>(numbers.in_flight);
  const lift::SpaceIndex& column = plan.rows.back();
  const double slices = threads / lanes, columns = count.size(column.count);
  const double outer = rows_of(plan, count) / std::max(1.0, columns);
  const double strips = outer * std::ceil(columns / (lanes * vector));
  count.set_grid(strips, threads);
  count.integers(k_row_head, count.warps());
  const LanePack pack{column.variable, numbers.vector};
  const std::vector<LaneStep> steps{{lanes, column.variable, vector}, {slices, plan.variable, 1}};
  double read_before = 0;
  for (const ReductionPhase& phase : plan.phases) {
    const double length = count.length(phase.count, phase.bodies(), outer * columns);
    count.set_range(plan.variable, length);
    auto loads = counted_loads(subject, plan.rows, phase.bodies(), column.variable);
    const auto in_rows = std::stable_partition(loads.begin(), loads.end(), [&](const CountedAccess& each) {
      return subject.arena.contains(each.offset, plan.variable);
    });
    const std::vector<CountedAccess> fixed(in_rows, loads.end());  // loaded once by a thread
    loads.erase(in_rows, loads.end());
    count.read(fixed, steps, pack, count.warps());
    const double requests = strips * length * lanes / 32;
    // Rows that are held serve the phases after the first.
    const bool is_held = numbers.holds && read_before > 0 && length <= slices * in_flight;
    if (!is_held) {
      count.read(loads, steps, pack, requests, read_before);
      count.leave_pages(loads, lanes * vector);
      count.keep(in_flight * vector * kept_in(loads));
      count.work().waits += std::ceil(length / (slices * in_flight)) * load_depth(subject.arena, phase.bodies());
    }
    read_before = lanes * vector * length * bytes_in(loads);
    count.integers(k_step, requests);
    count.compute(phase_operations(subject, phase, plan.variable), outer * columns * length);
    for (const PlannedReduction& each : phase.reductions) {
      const auto bytes = static_cast<double>(fold_bytes(subject, each.how, each.is_real));
      const double words = bytes / 4 * vector;
      const Operations fold = fold_operations(subject, each.how, each.is_real);
      count.keep(vector * bytes);
      count.work().shared_bytes = std::max(count.work().shared_bytes, threads * vector * bytes);
      count.work().shared_wavefronts += count.warps() * words * 3;
      count.work().memory += count.warps() * words * 3;
      count.compute(fold, count.warps() * 32 * vector);
      count.integers(20, count.warps());
      count.work().barriers += 3;
      count.work().shared_waits += 2;
      count.work().shuffles += slices * fold.all() / 3;  // a chain of folds
    }
  }
  auto stores = counted_stores(subject, plan.statements, column.variable);
  for (CountedAccess& store : stores) store.may_be_wide = false;
  count.write(stores, {{lanes, column.variable, vector}}, pack, strips * lanes / 32);
  count.compute(operations_of(subject, values_of(plan), column.variable), outer * columns);
}

}  // namespace whet::write
