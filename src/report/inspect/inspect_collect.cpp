// Fills a KernelView from a profile.
#include <algorithm>

#include "diagnose/run_facts.h"
#include "diagnose/sass_diff.h"
#include "report/inspect/inspect_view.h"

namespace whet {

namespace {

std::vector<std::pair<std::string, int>> by_count(std::vector<std::pair<std::string, int>> counts) {
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return counts;
}

std::vector<std::pair<std::string, int>> class_counts(const InstructionMix& mix) {
  std::vector<std::pair<std::string, int>> counts;
  for (int i = 0; i < k_op_class_count; ++i) {
    const auto op_class = static_cast<OpClass>(i);
    if (mix.count(op_class) > 0) counts.emplace_back(op_class_name(op_class), mix.count(op_class));
  }
  return by_count(std::move(counts));
}

std::vector<WidthCount> width_counts(const InstructionMix& mix) {
  std::vector<WidthCount> widths;
  for (const auto& [op_class, by_bytes] : mix.by_width) {
    for (const auto& [bytes, count] : by_bytes) widths.push_back({std::string(op_class_name(op_class)), bytes, count});
  }
  return widths;
}

void fill_code(LoopView& view, const InstructionMix& mix, const Schedule& schedule, const FactSheet& capability) {
  view.instructions = mix.total;
  view.fillers = mix.fillers;
  view.classes = class_counts(mix);
  view.names = by_count({mix.by_name.begin(), mix.by_name.end()});
  view.widths = width_counts(mix);
  view.tensor = mix.tensor;
  view.math = mix.math();
  view.math_per_global_load = mix.math_per_global_load();
  view.math_per_shared_load = mix.math_per_shared_load();
  view.flops_per_global_byte = mix.flops_per_global_byte();
  view.stall_cycles = mix.stall_cycles;
  view.issue = issue_model(mix, capability);
  view.scoreboard_waits = schedule.scoreboard_waits;
  view.async_copies = schedule.async_copies;
  view.async_overlaps = schedule.async_overlaps;
  for (const LoadWait& wait : schedule.global_loads) {
    if (!view.best_hidden_load || wait.math > view.best_hidden_load->math) view.best_hidden_load = wait;
  }
}

LoopView collect_loop(const KernelProfile& profile, int index) {
  const LoopCode& loop = profile.code.loops[index];
  LoopView view;
  view.depth = loop.loop.depth;
  view.hot = profile.code.hot_loop == index;
  view.spin_wait = loop.is_spin_wait;
  view.lines = lines_text(loop.lines);
  view.first_offset = profile.code.instructions[loop.all.front()].offset;
  fill_code(view, loop.mix, loop.schedule, profile.capability);
  return view;
}

LoopView collect_body(const KernelProfile& profile) {
  LoopView view;
  view.depth = 0;
  view.hot = true;
  fill_code(view, profile.code.body_mix, profile.code.schedule, profile.capability);
  return view;
}

void add_tree(const KernelProfile& profile, int index, std::vector<LoopView>& views) {
  views.push_back(collect_loop(profile, index));
  for (const int child : profile.code.loops[index].loop.children) add_tree(profile, child, views);
}

void collect_resources(const KernelProfile& profile, KernelView& view) {
  const CubinFunction& function = *profile.function;
  view.signature = function.signature;
  view.name = plain_name(function);
  view.mangled = function.name;
  view.architecture = profile.architecture.name();
  view.registers = function.registers;
  view.stack_bytes = function.stack_bytes;
  view.static_shared_bytes = function.static_shared_bytes;
  view.dynamic_shared_bytes = profile.dynamic_shared_bytes;
  view.reserved_shared_bytes =
      profile.limits ? profile.limits->shared_reserved_per_block : function.reserved_shared_bytes;
  view.barriers = function.barriers;
  view.parameters = static_cast<int>(function.parameters.size());
  view.parameter_bytes = function.parameter_bytes;
  const auto volume = [](const std::array<int, 3>& shape) {
    return shape[0] * std::max(1, shape[1]) * std::max(1, shape[2]);
  };
  if (function.max_threads) view.launch_bound_threads = volume(*function.max_threads);
  if (function.cluster) view.cluster_blocks = volume(*function.cluster);
  view.spill_loads = profile.code.spill_loads;
  view.spill_stores = profile.code.spill_stores;
  view.indexed_local = profile.code.indexed_local_accesses;
  if (profile.compiler_usage)
    view.spill_bytes = profile.compiler_usage->spill_store_bytes + profile.compiler_usage->spill_load_bytes;
}

void collect_occupancy(const KernelProfile& profile, KernelView& view) {
  view.threads = profile.threads;
  view.block_origin = profile.block_origin;
  if (!profile.limits) return;
  view.max_warps = profile.limits->max_warps;
  view.occupancy = profile.occupancy;
  if (profile.occupancy) view.next_block = next_block(profile.use, *profile.limits);
  for (const SharedCliff& cliff : shared_cliffs(*profile.limits)) {
    view.cliffs.push_back({cliff.blocks, cliff.bytes, false});
  }
  // A block is on the last step that still has room for it.
  for (size_t i = view.cliffs.size(); i-- > 0;) {
    if (profile.use.shared_bytes > 0 && view.cliffs[i].bytes >= profile.use.shared_bytes) {
      view.cliffs[i].here = true;
      break;
    }
  }
  for (const OccupancyPoint& point : occupancy_curve(profile.use, *profile.limits)) {
    if (point.occupancy) view.curve.push_back({point.threads, point.occupancy->blocks, point.occupancy->warps});
  }
}

Diagnosis code_advice(const KernelProfile& profile, const AdviceBook& book, const MeaningReader& meaning) {
  Facts facts = facts_of(profile);
  KernelAdvice advice = advise(book, facts);
  if (!asks_for_meaning(advice)) return advice.diagnosis;
  const auto read = meaning(profile.function->name);
  add_meaning_facts(read ? std::optional(read->patterns) : std::nullopt,
                    read ? read->product_types : std::vector<std::string>{}, facts);
  return advise(book, facts).diagnosis;
}

}  // namespace

KernelView collect_kernel(const KernelProfile& profile, const AdviceBook& book, const MeaningReader& meaning) {
  KernelView view;
  collect_resources(profile, view);
  collect_occupancy(profile, view);
  for (size_t i = 0; i < profile.code.loops.size(); ++i) {
    if (profile.code.loops[i].loop.parent < 0) add_tree(profile, static_cast<int>(i), view.loops);
  }
  if (!profile.code.hot_loop) view.loops.insert(view.loops.begin(), collect_body(profile));
  view.diagnosis = code_advice(profile, book, meaning);
  view.instructions = profile.code.mix.total;
  view.unknown_instructions = profile.code.mix.unknown;
  view.unresolved_branches = profile.code.flow.unresolved_branches;
  return view;
}

}  // namespace whet
