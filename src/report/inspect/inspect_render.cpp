// Draws an InspectView: one screen of text, or the full report on a canvas of any kind.
#include <fmt/format.h>

#include <algorithm>

#include "diagnose/launch_diagnosis.h"
#include "report/inspect/inspect_view.h"
#include "report/inspect/loop_render.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_short_findings = 5;

const LoopView* hot_loop(const KernelView& kernel) {
  const auto found =
      std::find_if(kernel.loops.begin(), kernel.loops.end(), [](const LoopView& loop) { return loop.hot; });
  return found == kernel.loops.end() ? nullptr : &*found;
}

std::string spill_text(const KernelView& kernel) {
  const int accesses = kernel.spill_loads + kernel.spill_stores;
  if (accesses == 0 && kernel.spill_bytes.value_or(0) == 0) return "spills none";
  const std::string bytes = kernel.spill_bytes ? fmt::format(" ({} bytes)", *kernel.spill_bytes) : "";
  return fmt::format("spills {} stores, {} loads{}", kernel.spill_stores, kernel.spill_loads, bytes);
}

std::string shared_text(const KernelView& kernel) {
  std::string text = "shared " + format_bytes(kernel.static_shared_bytes) + " static";
  if (kernel.dynamic_shared_bytes > 0) text += " + " + format_bytes(kernel.dynamic_shared_bytes) + " dynamic";
  if (kernel.reserved_shared_bytes > 0)
    text += fmt::format(" (+ {} reserved)", format_bytes(kernel.reserved_shared_bytes));
  return text;
}

void render_resources(const KernelView& kernel, Canvas& canvas) {
  const bool spills = kernel.spill_loads + kernel.spill_stores > 0 || kernel.spill_bytes.value_or(0) > 0;
  const std::string registers = kernel.registers ? std::to_string(*kernel.registers) : "unknown";
  std::string rest = fmt::format("     params {} ({} bytes)", kernel.parameters, kernel.parameter_bytes);
  if (kernel.barriers > 0) rest += fmt::format("     barriers {}", kernel.barriers);
  if (kernel.launch_bound_threads) rest += fmt::format("     launch bounds {}", *kernel.launch_bound_threads);
  if (kernel.cluster_blocks) rest += fmt::format("     cluster {}", *kernel.cluster_blocks);
  if (kernel.indexed_local > 0) rest += fmt::format("     indexed local accesses {}", kernel.indexed_local);
  canvas.fact("resources",
              {fmt::format("registers {}     stack {}     {}     ", registers, kernel.stack_bytes, shared_text(kernel)),
               {spill_text(kernel), spills ? Tone::warning : Tone::plain},
               rest});
}

std::string_view origin_text(BlockOrigin origin) {
  switch (origin) {
    case BlockOrigin::given:
      return "given";
    case BlockOrigin::required:
      return "required by the kernel";
    case BlockOrigin::launched:
      return "as the source launches it";
    case BlockOrigin::bounded:
      return "its launch bounds";
    case BlockOrigin::unknown:
      break;
  }
  return "unknown";
}

std::string others_text(const Occupancy& occupancy) {
  std::vector<std::string> parts;
  for (const auto& [limiter, blocks] : occupancy.limits) {
    if (limiter != occupancy.limited_by)
      parts.push_back(fmt::format("{} would allow {}", limiter_name(limiter), blocks));
  }
  return parts.empty() ? "" : "; " + join(parts, ", ");
}

std::string next_block_text(const KernelView& kernel) {
  const NextBlock& next = *kernel.next_block;
  std::vector<std::string> parts;
  if (next.registers)
    parts.push_back(fmt::format("{} registers a thread ({} fewer)", *next.registers,
                                kernel.registers.value_or(0) - *next.registers));
  if (next.shared_bytes) {
    const int drop = kernel.static_shared_bytes + kernel.dynamic_shared_bytes - *next.shared_bytes;
    parts.push_back(fmt::format("{} bytes of shared memory ({} fewer)", *next.shared_bytes, drop));
  }
  if (next.threads) parts.push_back(fmt::format("{} threads a block", *next.threads));
  if (next.barriers) parts.push_back(fmt::format("{} barriers", *next.barriers));
  return fmt::format("{} blocks need {}", next.blocks, join(parts, " and "));
}

// "at best 64 of 64 warps, with blocks of 128, 256, 512 threads": the block sizes at the top of the curve.
std::string curve_summary(const KernelView& kernel) {
  int best = 0;
  for (const CurvePoint& point : kernel.curve) best = std::max(best, point.warps);
  std::vector<std::string> sizes;
  for (const CurvePoint& point : kernel.curve) {
    if (point.warps == best && sizes.size() < 8) sizes.push_back(std::to_string(point.threads));
  }
  return fmt::format("at best {} of {} warps, with blocks of {} threads", best, kernel.max_warps.value_or(0),
                     join(sizes, ", "));
}

void render_occupancy(const KernelView& kernel, Canvas& canvas) {
  if (!kernel.max_warps) {
    canvas.fact("occupancy", {"unknown: no hardware facts for " + kernel.architecture});
    return;
  }
  if (!kernel.occupancy) {
    canvas.fact("occupancy", {"block size not known (give --block): " + curve_summary(kernel)});
    return;
  }
  const Occupancy& occupancy = *kernel.occupancy;
  canvas.fact("occupancy", {fmt::format("{} blocks/SM of {} threads ({}), {} of {} warps ({:.0f} %)   limited by {}{}",
                                        occupancy.blocks, *kernel.threads, origin_text(kernel.block_origin),
                                        occupancy.warps, *kernel.max_warps, 100 * occupancy.fraction,
                                        limiter_name(occupancy.limited_by), others_text(occupancy))});
  if (kernel.next_block) canvas.fact("", {next_block_text(kernel)});
}

void render_cliffs(const KernelView& kernel, Canvas& canvas, bool all) {
  if (kernel.cliffs.empty()) return;
  std::vector<std::string> steps;
  for (const CliffView& cliff : kernel.cliffs) {
    if (!all && cliff.blocks > 4 && !cliff.here) continue;
    steps.push_back(
        fmt::format("{}{} up to {}{}", cliff.here ? "[" : "", cliff.blocks, cliff.bytes, cliff.here ? "]" : ""));
  }
  canvas.fact("cliffs", {"blocks/SM by shared bytes a block: " + join(steps, ", ")});
}

void render_curve(const KernelView& kernel, Canvas& canvas) {
  if (kernel.curve.empty()) return;
  Table table;
  table.header = {"threads a block", "blocks/SM", "warps/SM"};
  table.right_aligned = {true, true, true};
  for (const CurvePoint& point : kernel.curve) {
    table.rows.push_back({std::to_string(point.threads), std::to_string(point.blocks), std::to_string(point.warps)});
  }
  canvas.heading("occupancy over block sizes", 2);
  canvas.table(table);
}

std::string evidence_text(const Finding& finding) {
  std::vector<std::string> parts;
  for (const Evidence& evidence : finding.evidence)
    parts.push_back(fmt::format("{} = {:g}", evidence.fact, evidence.value));
  return join(parts, ", ");
}

// Those that may matter; at least one.
size_t weighty(const std::vector<Finding>& findings) {
  const auto end = std::find_if(findings.begin(), findings.end(),
                                [](const Finding& each) { return level_of(each.rank) == FindingLevel::low; });
  return std::max<size_t>(1, static_cast<size_t>(end - findings.begin()));
}

void render_findings(const KernelView& kernel, Canvas& canvas, bool detailed) {
  const auto& findings = kernel.diagnosis.findings;
  if (findings.empty()) {
    canvas.fact("findings", {"none: no rule fired"});
    return;
  }
  canvas.heading("findings", 2, "by the code alone: whet diagnose says which cost time");
  const size_t shown = detailed ? findings.size() : std::min(weighty(findings), k_short_findings);
  for (size_t i = 0; i < shown; ++i) {
    const Finding& finding = findings[i];
    canvas.item({fmt::format("{}  ", i + 1), finding.text, {" → ", Tone::dim}, finding.suggestions.front()});
    if (!detailed) continue;
    for (size_t s = 1; s < finding.suggestions.size(); ++s) canvas.item({"or " + finding.suggestions[s]}, 1);
    if (!finding.needs.empty()) canvas.item({"needs " + finding.needs}, 1);
    if (!finding.conflicts.empty()) canvas.item({"works against " + join(finding.conflicts, ", ")}, 1);
    canvas.item({fmt::format("because {}: {}", finding.rule, finding.condition)}, 1);
    canvas.item({evidence_text(finding)}, 1);
    if (!finding.skill.empty()) canvas.item({{"read whet skill " + finding.skill, Tone::dim}}, 1);
  }
  if (shown < findings.size()) canvas.item({{fmt::format("{} more with -v", findings.size() - shown), Tone::dim}});
}

void render_undecided(const KernelView& kernel, Canvas& canvas) {
  for (const Undecided& rule : kernel.diagnosis.undecided) {
    canvas.item({{fmt::format("{} was not decided: {} not known", rule.rule, join(rule.absent, ", ")), Tone::dim}});
  }
}

void render_ceilings(const Ceilings& ceilings, Canvas& canvas) {
  Table table;
  table.header = {"ceiling", "value", "balance", "source"};
  if (ceilings.dram) {
    table.rows.push_back(
        {"DRAM bandwidth", fmt::format("{:.0f} GB/s", ceilings.dram->per_second / 1e9), "", ceilings.dram->source});
  }
  for (const Math math : k_all_math) {
    const auto& peak = ceilings.peak(math);
    if (!peak) continue;
    const auto balance = ceilings.balance(math);
    table.rows.push_back({std::string(math_name(math)) + " (dense)",
                          fmt::format("{:.1f} TFLOP/s", peak->per_second / 1e12),
                          balance ? fmt::format("{:.1f} FLOP/B", *balance) : "", peak->source});
  }
  canvas.heading("ceilings (sourced)", 2);
  canvas.table(table);
}

void render_coverage(const KernelView& kernel, Canvas& canvas) {
  const int known = kernel.instructions - kernel.unknown_instructions;
  const double share = kernel.instructions > 0 ? 100.0 * known / kernel.instructions : 100;
  std::string text = fmt::format("{} of {} instructions named ({:.2f} %)", known, kernel.instructions, share);
  if (kernel.unresolved_branches > 0)
    text += fmt::format(", {} indirect branches without known targets", kernel.unresolved_branches);
  canvas.fact("coverage", {{text, kernel.unknown_instructions > 0 ? Tone::warning : Tone::plain}});
}

void render_kernel(const InspectView& view, const KernelView& kernel, Canvas& canvas) {
  canvas.heading(kernel.signature, 1, view.compiled);
  canvas.fact("target", {view.target});
  if (!view.compiler_reason.empty()) canvas.fact("compiler", {view.compiler_reason});
  render_resources(kernel, canvas);
  render_occupancy(kernel, canvas);
  render_cliffs(kernel, canvas, view.detailed);
  if (const LoopView* loop = hot_loop(kernel)) render_hot(*loop, canvas);
  render_coverage(kernel, canvas);
  if (view.detailed) {
    render_loops(kernel, canvas);
    render_curve(kernel, canvas);
    if (view.ceilings) render_ceilings(*view.ceilings, canvas);
  }
  render_findings(kernel, canvas, view.detailed);
  if (view.detailed) render_undecided(kernel, canvas);
}

std::string spilled_text(const KernelView& kernel) {
  if (kernel.spill_bytes) return *kernel.spill_bytes > 0 ? format_bytes(*kernel.spill_bytes) : "none";
  return kernel.spill_loads + kernel.spill_stores > 0 ? "some" : "none";
}

std::string hot_text(const KernelView& kernel) {
  const LoopView* const loop = hot_loop(kernel);
  if (!loop) return "-";
  const std::string place = loop->depth == 0 ? "no loop" : loop->lines.empty() ? "a loop" : loop->lines;
  return fmt::format("{}: {} instructions", place, loop->instructions);
}

// One row for each kernel: enough to choose one.
void render_overview(const InspectView& view, Canvas& canvas) {
  Table table;
  table.header = {"kernel", "registers", "shared", "spills", "block", "warps/SM", "hot loop", "first finding"};
  table.right_aligned = {false, true, true, true, true, true, false, false};
  for (const KernelView& kernel : view.kernels) {
    const auto number = [](const std::optional<int>& value) { return value ? std::to_string(*value) : "?"; };
    const std::string warps =
        kernel.occupancy ? fmt::format("{} of {}", kernel.occupancy->warps, kernel.max_warps.value_or(0)) : "?";
    table.rows.push_back({{kernel.chosen_by, Tone::strong},
                          number(kernel.registers),
                          format_bytes(kernel.static_shared_bytes),
                          spilled_text(kernel),
                          number(kernel.threads),
                          warps,
                          hot_text(kernel),
                          kernel.diagnosis.findings.empty() ? "-" : kernel.diagnosis.findings.front().rule});
  }
  canvas.heading(fmt::format("{}: {} kernels", view.file, view.kernels.size()), 1, view.compiled);
  canvas.fact("target", {view.target});
  canvas.table(table);
}

}  // namespace

void render(const InspectView& view, Canvas& canvas) {
  if (view.is_overview) render_overview(view, canvas);
  for (const KernelView& kernel : view.kernels) {
    if (view.is_overview) break;
    render_kernel(view, kernel, canvas);
    canvas.blank();
  }
  for (const CompilerMessage& message : view.messages) {
    if (message.severity == Severity::note && message.line == 0) canvas.line({{"note: " + message.text, Tone::dim}});
    if (message.severity == Severity::warning) {
      canvas.line({{fmt::format("{}:{}: warning: {}", message.file, message.line, message.text), Tone::warning}});
    }
  }
  for (const Error& error : view.broken_rules) {
    canvas.line({{"note: " + left_out(error), Tone::warning}});
  }
  if (!view.other_architectures.empty())
    canvas.line({"the file also has code for " + join(view.other_architectures, ", ") + " (--arch)"});
  if (view.is_overview) {
    canvas.line({{fmt::format("next: whet inspect {} --kernel '{}' · --all shows every one in full", view.file,
                              view.kernels.front().chosen_by),
                  Tone::dim}});
    return;
  }
  canvas.line({{fmt::format("next: whet sass {} --loop hot · whet inspect {} -v", view.file, view.file), Tone::dim}});
}

}  // namespace whet
