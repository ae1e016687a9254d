// What maps, tiles and stencils do.
#include <algorithm>
#include <cmath>

#include "lift/expression/polynomial.h"
#include "write/schedule/schedule_work.h"

namespace whet::write {

namespace {

constexpr double k_head = 20;                         // instructions before the first pack of a thread
constexpr double k_tile_steps = 26;                   // of a pack that is loaded, turned and stored
constexpr double k_pack_steps = 3, k_row_steps = 60;  // of a pack, and where its row must be found by division

// What a nest's statements compute and where: values, places and guards.
std::vector<Expr> all_values(const Nest& nest) {
  std::vector<Expr> values;
  for (const lift::Statement& each : nest.statements) {
    values.push_back(each.value);
    values.push_back(each.offset);
    values.insert(values.end(), each.guard.begin(), each.guard.end());
  }
  return values;
}

std::vector<Expr> stored_values(const std::vector<lift::Statement>& statements) {
  std::vector<Expr> values;
  for (const lift::Statement& each : statements) values.push_back(each.value);
  return values;
}

double range_of(const lift::SpaceIndex& index, const WorkCount& count) {
  return std::max(1.0, count.size(index.count));
}

double bytes_of(const std::vector<CountedAccess>& accesses) {
  double bytes = 0;
  for (const CountedAccess& each : accesses) bytes += kept_bytes(each.bytes);
  return bytes;
}

}  // namespace

void count_map(const Subject& subject, const Nest& nest, const MapNumbers& numbers, WorkCount& count) {
  lift::Arena& arena = subject.arena;
  const lift::SpaceIndex& inner = nest.space.back();
  const auto vector = static_cast<double>(numbers.vector), in_flight = static_cast<double>(numbers.in_flight);
  const auto threads = static_cast<double>(numbers.threads);
  double rows = 1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) rows *= count.size(nest.space[i].count);
  const double packs = std::ceil(count.size(inner.count) / vector), all = rows * packs;
  count.set_grid(std::ceil(all / (threads * in_flight)), threads);
  std::vector<LaneStep> lanes{{packs, inner.variable, vector}};
  if (nest.space.size() > 1)
    lanes.push_back(
        {range_of(nest.space[nest.space.size() - 2], count), nest.space[nest.space.size() - 2].variable, 1});
  const LanePack pack{inner.variable, numbers.vector};
  const auto loads = counted_loads(subject, nest.space, all_values(nest), inner.variable);
  const auto stores = counted_stores(subject, nest.statements, inner.variable);
  count.read(loads, lanes, pack, all / 32);
  count.write(stores, lanes, pack, all / 32);
  count.compute(operations_of(subject, stored_values(nest.statements), inner.variable), all * vector);
  count.integers(k_pack_steps + (rows > 1 ? k_row_steps : 0), all / 32);
  count.integers(k_head, count.warps());
  // Loads along memory are made together; others when their pack is computed.
  double held = 0, late = 0;
  for (const CountedAccess& load : loads) {
    const Motion how = motion(arena, load.offset, inner.variable, load.bytes);
    (how == Motion::unit || how == Motion::none ? held : late) += 1;
    count.keep(kept_bytes(load.bytes) * in_flight * (load.is_pack ? vector : 1) /
               (how == Motion::strided ? in_flight : 1));
  }
  const bool is_packed = std::all_of(nest.statements.begin(), nest.statements.end(), [&](const auto& each) {
    return motion(arena, each.offset, inner.variable, each.bytes) == Motion::unit;
  });
  const double depth = load_depth(arena, all_values(nest));
  count.work().waits += (held > 0 ? 1 : 0) + (late > 0 ? in_flight * (is_packed ? 1 : vector) : 0);
  count.work().waits = std::max(count.work().waits, depth);
  count.keep(vector * bytes_of(stores));
}

void count_tiles(const Subject& subject, const Nest& nest, const TilePlan& plan, const TilesNumbers& numbers,
                 WorkCount& count) {
  const auto tile = static_cast<double>(numbers.tile), vector = static_cast<double>(numbers.vector);
  const auto threads = static_cast<double>(numbers.threads);
  const double side = tile / vector, down = count.size(plan.down.count), across = count.size(plan.across.count);
  double batches = 1;
  for (const lift::SpaceIndex& index : plan.batch) batches *= count.size(index.count);
  const double blocks = batches * std::ceil(down / tile) * std::ceil(across / tile);
  count.set_grid(blocks, threads);
  const double packs = batches * down * across / vector / 32;  // requests of warps
  const auto values = stored_values(nest.statements);
  const auto access = [&](Expr load) {
    const lift::Node node = subject.arena[load];
    return CountedAccess{node.args[0], node.args[1], node.bytes, true};
  };
  std::vector<CountedAccess> turned, straight,
      others = counted_loads(subject, nest.space, values, plan.across.variable);
  for (const Expr load : plan.turned) turned.push_back(access(load));
  for (const Expr load : plan.straight) straight.push_back(access(load));
  others = without(without(others, turned), straight);
  const std::vector<LaneStep> along{{side, plan.across.variable, vector}, {tile, plan.down.variable, 1}};
  count.read(turned, {{side, plan.down.variable, vector}, {side, plan.across.variable, vector}},
             {plan.down.variable, numbers.vector}, packs);
  count.read(straight, along, {plan.across.variable, numbers.vector}, packs);
  count.read(others, along, {plan.across.variable, numbers.vector}, packs);
  count.write(counted_stores(subject, nest.statements, plan.across.variable), along,
              {plan.across.variable, numbers.vector}, packs);
  count.compute(operations_of(subject, values, plan.across.variable), packs * vector * 32);
  count.integers(k_tile_steps, packs);
  count.integers(2 * k_row_steps, count.warps());
  for (const CountedAccess& each : turned) {
    const double words = std::max(1.0, vector * each.bytes / 4);  // of a pack: 128 bytes of a warp are one wavefront
    count.work().shared_wavefronts += 2 * packs * words;
    count.work().memory += 2 * packs * std::ceil(vector * each.bytes / 16);
    count.work().shared_bytes += tile * tile * each.bytes;
    count.integers(vector, packs);  // turned in registers
    count.keep(side * side / threads * vector * vector * kept_bytes(each.bytes));
  }
  count.keep(side * side / threads * vector * vector * bytes_of(straight));
  count.work().waits += 1 + (others.empty() ? 0 : 1);
  count.work().shared_waits += 2;
  count.work().barriers += 1;
}

void count_stencil(const Subject& subject, const StencilPlan& plan, const StencilNumbers& numbers, WorkCount& count) {
  const auto lanes = static_cast<double>(numbers.lanes), vector = static_cast<double>(numbers.vector);
  const auto threads = static_cast<double>(numbers.threads);
  const double rows = plan.march ? static_cast<double>(numbers.rows) : 1, slices = threads / lanes;
  const double across = count.size(plan.across.count), march = plan.march ? count.size(plan.march->count) : 1;
  double others = 1;
  for (const lift::SpaceIndex& index : plan.others) others *= count.size(index.count);
  const double last = plan.others.empty() ? 1 : count.size(plan.others.back().count), groups = std::ceil(march / rows);
  const double tiles_across = std::ceil((across + static_cast<double>(plan.lead)) / (lanes * vector));
  const double tiles_down = std::ceil((plan.others.empty() ? groups : last) / slices);
  count.set_grid(tiles_across * tiles_down * (plan.others.empty() ? 1 : groups * others / last), threads);
  const double threads_used = std::ceil(across / vector) * groups * others, warps = threads_used / 32;
  std::vector<LaneStep> steps{{std::min(lanes, 32.0), plan.across.variable, vector}};
  const LanePack pack{plan.across.variable, numbers.vector};
  for (const StencilLine& line : plan.lines) {
    const auto more = static_cast<double>(line.last_row - line.first_row);
    const double of_block = plan.others.empty() ? slices * rows : rows;
    const CountedAccess access{line.array, line.offset, line.bytes, true};
    count.read({access}, steps, pack, warps * (rows + more), 0, (of_block + more) / of_block * rows / (rows + more));
    const double beside = warps * (rows + more) * static_cast<double>(line.before + line.after);
    count.work().memory += beside;
    count.work().lines += 4 * beside;
    count.work().sectors += 4 * beside * std::min(4.0, vector * line.bytes / 8);
    count.keep((rows + more) * (vector + static_cast<double>(line.before + line.after)) * line.bytes);
  }
  count.write(counted_stores(subject, plan.inner, plan.across.variable), steps, pack, warps * rows);
  const auto values = stored_values(plan.inner);
  count.compute(operations_of(subject, values, plan.across.variable), threads_used * rows * vector);
  std::vector<CountedAccess> lined;
  for (const ShiftedLoad& load : plan.loads)
    lined.push_back({subject.arena[load.load].args[0], subject.arena[load.load].args[1], 4, true});
  const auto late = without(counted_loads(subject, {plan.across}, values, plan.across.variable), lined);
  count.read(late, steps, pack, warps * rows);
  count.integers(2 * k_row_steps, count.warps());
  count.integers(k_pack_steps, warps * rows);
  count.work().waits += (numbers.is_marching ? (rows + 1) / 2 : 1) + (late.empty() ? 0 : rows);
}

}  // namespace whet::write
