// Draws a RunView: the verdict first, then the time and how it came about, then what to do next.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/number_text.h"
#include "report/run/run_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_shown_findings = 20;
constexpr double k_worth_telling = 0.05;  // smaller sensitivities are not in the text

std::string extent_text(const Extent& extent) {
  std::string text = std::to_string(extent.x);
  if (extent.y > 1 || extent.z > 1) text += " x " + std::to_string(extent.y);
  if (extent.z > 1) text += " x " + std::to_string(extent.z);
  return text;
}

std::string numbers_text(const std::vector<NamedNumber>& numbers) {
  std::vector<std::string> parts;
  for (const NamedNumber& number : numbers) parts.push_back(fmt::format("{} = {}", number.name, number.value));
  return join(parts, ", ");
}

std::string element_text(double value) {
  return std::isnan(value) ? "NaN" : fmt::format("{:.7g}", value);
}

std::string mismatch_text(const OutputVerdict& output, const Mismatch& mismatch) {
  return fmt::format("{}{} is {}, expected {}", output.name, place_in(output.shape, mismatch.index),
                     element_text(mismatch.got), element_text(mismatch.expected));
}

std::string wrong_text(const OutputVerdict& output, const std::string& reference) {
  const Comparison& found = output.comparison;
  std::string text =
      fmt::format("{} differs from {} in {} of {} elements", output.name, reference,
                  count_text(static_cast<double>(found.mismatches)), count_text(static_cast<double>(found.count)));
  if (found.worst) text += "; worst " + mismatch_text(output, *found.worst);
  if (found.first && found.worst && found.first->index != found.worst->index)
    text += "; first " + mismatch_text(output, *found.first);
  if (found.unexpected_nans > 0)
    text += fmt::format("; NaN in {}, as in elements that were never written",
                        count_text(static_cast<double>(found.unexpected_nans)));
  return text;
}

std::string right_text(const OutputVerdict& output, const std::string& reference) {
  const Comparison& found = output.comparison;
  const std::string agrees = fmt::format("{} agrees with {} in all {} elements", output.name, reference,
                                         count_text(static_cast<double>(found.count)));
  if (found.max_absolute == 0) return agrees + ", without any difference";
  return fmt::format("{}; largest difference {:.2g} ({} allows {:.2g} and {:.2g} of the value)", agrees,
                     found.max_absolute, name_of(output.precision), found.tolerance.absolute, found.tolerance.relative);
}

void render_verdict(const RunView& view, Canvas& canvas) {
  if (!view.verdict) {
    canvas.fact("result", {"not compared: " + view.not_compared});
    return;
  }
  for (const OutputVerdict& output : view.verdict->outputs) {
    if (output.comparison.equal())
      canvas.fact("result", {{"correct", Tone::good}, ": " + right_text(output, view.reference)});
    else
      canvas.fact("result", {{"wrong", Tone::bad}, ": " + wrong_text(output, view.reference)});
  }
}

void render_findings(const LaunchView& launch, Canvas& canvas) {
  const size_t shown = std::min(launch.findings.size(), k_shown_findings);
  for (size_t i = 0; i < shown; ++i) canvas.item({{fmt::format("{}  {}", i + 1, launch.findings[i].text), Tone::bad}});
  if (shown < launch.findings.size()) canvas.item({fmt::format("{} more in --json", launch.findings.size() - shown)});
  if (!launch.unwatched.empty()) canvas.item({{"not watched: " + launch.unwatched, Tone::warning}});
}

void render_checks(const RunView& view, Canvas& canvas) {
  if (view.checks.empty()) return;
  const size_t findings = view.findings();
  if (findings == 0)
    canvas.fact("checks", {{"nothing found", Tone::good}, " (" + view.checks + ")"});
  else
    canvas.fact("checks", {{fmt::format("{} finding{}", findings, findings == 1 ? "" : "s"), Tone::bad},
                           " (" + view.checks + ")"});
  for (const LaunchView& launch : view.launches) render_findings(launch, canvas);
}

std::string time_text(const Time& time, const std::string& gpu) {
  const std::string range = fmt::format("{} {} [{} – {}] on {}", name_of(time.origin), seconds_text(time.seconds),
                                        seconds_text(time.low_seconds), seconds_text(time.high_seconds), gpu);
  if (time.origin != Origin::modelled) return range + " (median and quartiles)";
  return fmt::format("{} (±{})", range, percent_text(time.high_seconds / time.seconds - 1));
}

void render_bounds(const vgpu::TimeEstimate& estimate, Canvas& canvas) {
  if (estimate.bounds.empty()) return;
  const vgpu::Bound& first = estimate.bounds.front();
  std::string text = fmt::format("{}: {} alone", first.name, seconds_text(first.seconds));
  if (estimate.bounds.size() > 1 && estimate.headroom > 0) {
    const vgpu::Bound& second = estimate.bounds[1];
    text += fmt::format("; then {}: {} ({:.2g}x until it binds)", second.name, seconds_text(second.seconds),
                        1 / estimate.headroom);
  }
  const std::string launch = "launch " + seconds_text(estimate.launch_seconds);
  const bool tiny = estimate.launch_seconds > estimate.seconds / 2;
  canvas.fact("bound", {(tiny ? "the " + launch + " itself; then " + text : text + "; " + launch) + " (modelled)"});
  std::vector<vgpu::Bound> bounds = estimate.bounds;
  std::stable_sort(bounds.begin(), bounds.end(),
                   [](const auto& a, const auto& b) { return a.sensitivity > b.sensitivity; });
  std::vector<std::string> parts;
  for (const vgpu::Bound& bound : bounds) {
    if (bound.sensitivity >= k_worth_telling && parts.size() < 3)
      parts.push_back(fmt::format("{} {:.1f} %", bound.name, 10 * bound.sensitivity));
  }
  if (!parts.empty()) canvas.fact("", {"10 % less of one saves: " + join(parts, ", ")});
}

// "a warp alone takes 1,830 cycles: global memory 80 %, issue 15 %": the parts of the latency bound.
void render_latency(const vgpu::TimeEstimate& estimate, Canvas& canvas) {
  double sum = 0;
  for (const vgpu::LatencyPart& part : estimate.latency_parts) sum += part.cycles;
  if (sum <= 0 || estimate.bounds.empty() || !estimate.bounds.front().name.starts_with("latency")) return;
  std::vector<std::string> parts;
  for (const vgpu::LatencyPart& part : estimate.latency_parts) {
    if (part.cycles / sum >= k_worth_telling)
      parts.push_back(fmt::format("{} {}", part.name, percent_text(part.cycles / sum)));
  }
  canvas.fact("", {fmt::format("a warp alone takes {} cycles: {}", count_text(sum), join(parts, ", "))});
}

void render_ceilings(const RunView& view, Canvas& canvas) {
  std::vector<std::string> parts;
  for (const CeilingShare& share : view.ceilings) {
    const bool bytes = share.rate.fact == "memory_bandwidth";
    const std::string work = bytes ? format_bytes(share.work) : fmt::format("{:.3g} FLOP", share.work);
    const bool sourced = share.rate.origin == RateOrigin::sourced;
    parts.push_back(fmt::format("{} of the {} ({} of {}{}; {} {})", percent_text(share.share()), share.ceiling,
                                rate_text(share.per_second, bytes), rate_text(share.rate.per_second, bytes),
                                sourced ? "" : fmt::format(" {}", name_of(share.rate.origin)), work,
                                name_of(share.origin)));
  }
  if (!parts.empty()) canvas.fact("reaches", {join(parts, ", ")});
}

void render_shape(const LaunchView& launch, Canvas& canvas) {
  if (launch.is_host_function) return canvas.fact("call", {"a host function, called as a whole"});
  std::string text = fmt::format("grid {}, block {}", extent_text(launch.shape.grid), extent_text(launch.shape.block));
  if (launch.shared_bytes > 0) text += ", shared " + format_bytes(static_cast<double>(launch.shared_bytes));
  if (launch.shape.cooperative) text += ", cooperative";
  if (launch.shape.cluster) text += ", clusters of " + extent_text(*launch.shape.cluster);
  if (launch.registers > 0) text += fmt::format(", {} registers a thread", launch.registers);
  if (launch.occupancy) {
    const std::string run = count_text(static_cast<double>(launch.blocks_run));
    text += launch.blocks_run == launch.grid_blocks
                ? (launch.grid_blocks == 1 ? "; one block run" : fmt::format("; all {} blocks run", run))
                : fmt::format("; {} of {} blocks run, counts are scaled to the grid", run,
                              count_text(static_cast<double>(launch.grid_blocks)));
  }
  canvas.fact("launch", {text});
}

// "; 0.12 waves: 16 blocks for 132 SMs, 8.3x longer than with all SMs equally busy"
std::string waves_text(const LaunchView& launch, int sms) {
  std::string text = fmt::format("; {:.2f} waves", launch.estimate->waves);
  const bool few = launch.grid_blocks < static_cast<uint64_t>(sms);
  if (few) text += fmt::format(": {} block{} for {} SMs", launch.grid_blocks, launch.grid_blocks == 1 ? "" : "s", sms);
  if (launch.estimate->tail > 1 + k_worth_telling)
    text += fmt::format(", {:.3g}x longer than with all SMs equally busy (modelled)", launch.estimate->tail);
  return text;
}

void render_occupancy(const LaunchView& launch, int sms, Canvas& canvas) {
  if (!launch.occupancy) return;
  const Occupancy& occupancy = *launch.occupancy;
  std::string text =
      fmt::format("{} blocks/SM, {} of {} warps ({}), limited by {}", occupancy.blocks, occupancy.warps,
                  launch.most_warps, percent_text(occupancy.fraction), limiter_name(occupancy.limited_by));
  if (launch.estimate) text += waves_text(launch, sms);
  canvas.fact("occupancy", {text});
}

// "global loads: 32 sectors a request where 4 would do (counted)"
Cell access_text(const AccessView& access, double count, double ideal, std::string unit) {
  const double each = count / access.requests, best = ideal / access.requests;
  if (each != 1) unit += 's';
  if (count <= ideal * (1 + k_worth_telling))
    return {fmt::format("{}: {:.3g} {} a request, as few as can be (counted)", access.name, each, unit)};
  return {fmt::format("{}: {:.3g} {} a request where {:.3g} would do (counted)", access.name, each, unit, best),
          Tone::warning};
}

void render_memory(const LaunchView& launch, Canvas& canvas) {
  const char* label = "memory";
  for (const AccessView& access : launch.accesses) {
    if (access.sectors > 0)
      canvas.fact(std::exchange(label, ""), {access_text(access, access.sectors, access.ideal_sectors, "sector")});
    if (access.wavefronts > 0)
      canvas.fact(std::exchange(label, ""),
                  {access_text(access, access.wavefronts, access.ideal_wavefronts, "wavefront")});
  }
  if (!launch.estimate) return;
  std::vector<std::string> parts;
  if (launch.l1_hit_rate) parts.push_back("L1 hits " + percent_text(*launch.l1_hit_rate));
  if (launch.l2_hit_rate) parts.push_back("L2 hits " + percent_text(*launch.l2_hit_rate));
  parts.push_back("DRAM traffic " + format_bytes(launch.dram_bytes));
  canvas.fact("caches", {join(parts, ", ") + " (counted, caches cold)"});
}

void render_execution(const LaunchView& launch, Canvas& canvas) {
  if (!launch.estimate) return;
  canvas.fact(
      "execution",
      {fmt::format("{} warp instructions, {} of lanes active, {} of {} branches diverged (counted{})",
                   count_text(launch.warp_instructions), percent_text(launch.lanes_active), count_text(launch.diverged),
                   count_text(launch.branches), launch.estimate->from_machine_code ? ", SASS" : ", PTX")});
}

void render_case(const RunView& view, Canvas& canvas) {
  std::string text = view.case_name;
  if (!view.dims.empty()) text += ": " + numbers_text(view.dims);
  if (!view.tunables.empty()) text += "; " + numbers_text(view.tunables);
  canvas.fact("case", {fmt::format("{}; seed {}", text, view.seed)});
}

void render_launch(const RunView& view, const LaunchView& launch, Canvas& canvas) {
  const bool several = view.launches.size() > 1;
  if (several) {
    canvas.blank();
    canvas.heading(launch.kernel, 2);
    if (launch.time) canvas.fact("time", {time_text(*launch.time, view.gpu)});
  }
  if (launch.estimate) {
    render_bounds(*launch.estimate, canvas);
    render_latency(*launch.estimate, canvas);
  }
  if (!several) {
    render_ceilings(view, canvas);
    render_case(view, canvas);
  }
  render_shape(launch, canvas);
  render_occupancy(launch, view.sms, canvas);
  render_memory(launch, canvas);
  render_execution(launch, canvas);
  render_advice(launch.actions, canvas);
  render_counters(launch, canvas);
  if (launch.lines) render_lines(*launch.lines, canvas);
  if (launch.printed.empty()) return;
  canvas.heading("printed by the kernel", 2);
  canvas.verbatim(launch.printed);
}

void render_next(const RunView& view, Canvas& canvas) {
  if (!view.is_virtual || view.launches.empty()) return;
  const LaunchView& first = view.launches.front();
  std::vector<std::string> next;
  if (first.estimate && !first.lines) next.push_back("--lines (which line)");
  if (first.estimate && first.counters.empty()) next.push_back("--counters (all counts)");
  if (view.checks.empty()) next.push_back("--check all (races, bounds)");
  if (!next.empty()) canvas.line({{fmt::format("next: whet run {} {}", view.problem, join(next, " · ")), Tone::dim}});
}

}  // namespace

void render(const RunView& view, Canvas& canvas) {
  const bool several = view.launches.size() > 1;
  const std::string title = several || view.launches.empty() ? view.problem : view.launches.front().kernel;
  canvas.heading(title, 1, fmt::format("{}, {}", view.device, view.compiled));
  for (const std::string& note : view.notes) canvas.line({{"note: " + note, Tone::warning}});
  render_verdict(view, canvas);
  render_checks(view, canvas);
  if (const auto time = view.time()) {
    const std::string of = several ? fmt::format(" for {} launches", view.launches.size()) : "";
    canvas.fact("time", {time_text(*time, view.gpu) + of});
  }
  if (several) {
    render_ceilings(view, canvas);
    render_case(view, canvas);
  }
  for (const LaunchView& launch : view.launches) render_launch(view, launch, canvas);
  render_next(view, canvas);
}

}  // namespace whet
