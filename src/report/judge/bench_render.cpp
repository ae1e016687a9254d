// Draws a BenchView: the verdict first, then the times and how they were obtained.
#include <fmt/format.h>

#include <cmath>

#include "report/canvas/number_text.h"
#include "report/judge/bench_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_near_floor = 0.3;  // share of a time above which the floor is shown as a warning
constexpr double k_noisy = 0.05;      // spread above which the time is not reliable

std::string time_text(const Timing& timing) {
  const Sampling& sampling = timing.sampling;
  const Spread& seconds = timing.seconds;
  if (sampling.origin == Origin::modelled)
    return fmt::format("modelled {} [{} – {}] (±{})", seconds_text(seconds.median), seconds_text(sampling.low_seconds),
                       seconds_text(sampling.high_seconds), percent_text(sampling.high_seconds / seconds.median - 1));
  return fmt::format("measured {} [{} – {}] (median and quartiles), spread {}", measured_text(seconds.median),
                     measured_text(seconds.first_quartile), measured_text(seconds.third_quartile),
                     percent_text(seconds.relative_iqr));
}

std::string samples_text(const Timing& timing) {
  const Sampling& sampling = timing.sampling;
  std::string text = fmt::format("{} samples", timing.seconds.count);
  if (sampling.unrolled > 1) text += fmt::format(" of {} runs each (CUDA graph)", sampling.unrolled);
  text += fmt::format(", {}", name_of(timing.stopped));
  if (sampling.discarded > 0) text += fmt::format(", {} taken again as the clock had dropped", sampling.discarded);
  if (timing.clock_hz.count > 0)
    text += fmt::format("; SM clock {:.0f} MHz [{:.0f} – {:.0f}]", timing.clock_hz.median / 1e6,
                        timing.clock_hz.first_quartile / 1e6, timing.clock_hz.third_quartile / 1e6);
  return text;
}

std::string condition_text(const GpuCondition& before, const GpuCondition& after) {
  std::string text = fmt::format("{:.0f} W of {:.0f} W, {:.0f} °C", after.power_watts, after.power_limit_watts,
                                 after.temperature_celsius);
  if (!after.slowed_by.empty()) text += "; slowed by " + join(after.slowed_by, ", ");
  if (!before.other_owners.empty()) text += "; also in use by " + join(before.other_owners, ", ");
  return text;
}

std::string share_text(const CeilingShare& share) {
  const bool bytes = share.ceiling.find("bandwidth") != std::string::npos;
  return fmt::format("{} of the {} ({} of {}; {} {}, {})", percent_text(share.share()), share.ceiling,
                     rate_text(share.per_second, bytes), rate_text(share.rate.per_second, bytes),
                     bytes ? format_bytes(share.work) : fmt::format("{:.3g} FLOP", share.work), name_of(share.origin),
                     share.rate.origin == RateOrigin::sourced
                         ? share.rate.source
                         : std::string(name_of(share.rate.origin)) + ", " + share.rate.source);
}

void render_floor(const BenchTiming& timing, Canvas& canvas) {
  if (!timing.violation.empty()) {
    canvas.fact("floor", {{"invalid", Tone::bad}, ": " + timing.violation});
    return;
  }
  if (timing.floor.bounds.empty()) return;
  const FloorBound& bound = timing.floor.bounds.front();
  if (!timing.is_work_declared)
    canvas.fact("floor", {"not known: [work] of problem.toml says what the task needs"});
  else
    canvas.fact("floor", {fmt::format("{} by {}: {} of the time", seconds_text(bound.seconds), bound.name,
                                      percent_text(timing.floor_share()))});
  const double empty = timing.timing.sampling.empty_seconds;
  if (empty > k_near_floor * timing.timing.seconds.median)
    canvas.fact("",
                {{fmt::format("an empty kernel takes {}: little of this time is the kernel's own", seconds_text(empty)),
                  Tone::warning}});
}

void render_timing(const BenchTiming& timing, Canvas& canvas) {
  const bool measured = timing.timing.sampling.origin == Origin::measured;
  canvas.fact(fmt::format("{} L2", name_of(timing.cache)), {time_text(timing.timing)});
  if (measured) canvas.fact("", {samples_text(timing.timing)});
  if (timing.timing.seconds.relative_iqr > k_noisy)
    canvas.fact("", {{"noisy: look for other work on this GPU, or for a kernel whose time depends on its data",
                      Tone::warning}});
  for (const CeilingShare& share : timing.ceilings) canvas.fact("reaches", {share_text(share)});
  if (timing.reach.known() && timing.cache == SamplingPlan::Cache::cold)
    canvas.fact("target", {reach_text(timing.reach)});
  render_floor(timing, canvas);
  const Sampling& sampling = timing.timing.sampling;
  if (sampling.after.known) canvas.fact("GPU", {condition_text(sampling.before, sampling.after)});
}

void render_result(const BenchKernel& kernel, Canvas& canvas) {
  if (!kernel.checked)
    canvas.fact("result", {{"not checked", Tone::warning}, ": " + kernel.result});
  else
    canvas.fact("result", {{std::string(name_of(kernel.outcome)), kernel.sound() ? Tone::good : Tone::bad},
                           ": " + kernel.result});
}

Tone tone_of_comparison(Outcome outcome) {
  if (outcome == Outcome::faster) return Tone::good;
  return outcome == Outcome::slower || !is_sound(outcome) ? Tone::bad : Tone::warning;
}

std::string ratio_text(const Speedup& speedup) {
  return fmt::format("{:.3f}x ({:.0f} % interval {:.3f}–{:.3f})", speedup.median, 100 * speedup.shown.confidence,
                     speedup.shown.low, speedup.shown.high);
}

void render_comparison(const BenchView& view, Canvas& canvas) {
  const SpeedComparison& found = *view.comparison;
  const std::string& after = view.kernels.back().name;
  const std::string verdict = found.outcome == Outcome::faster || found.outcome == Outcome::slower
                                  ? fmt::format("{} is {}", after, name_of(found.outcome))
                                  : fmt::format("{}", name_of(found.outcome));
  canvas.fact("verdict", {{verdict, tone_of_comparison(found.outcome)}, fmt::format(": {}", ratio_text(found.time))});
  canvas.fact("", {found.reason});
  if (found.origin == Origin::modelled) return;
  std::string rounds = fmt::format("{} paired rounds in ABBA blocks", found.rounds);
  if (found.left_out > 0) rounds += fmt::format(", {} left out as the clock had dropped", found.left_out);
  if (found.clock_ratio > 0)
    rounds += fmt::format("; clocks equal within {}", percent_text(std::fabs(found.clock_ratio - 1)));
  canvas.fact("rounds", {rounds});
  if (found.cycles) canvas.fact("cycles", {ratio_text(*found.cycles)});
}

void render_case(const BenchView& view, Canvas& canvas) {
  std::vector<std::string> parts;
  for (const NamedNumber& number : view.dims) parts.push_back(fmt::format("{} = {}", number.name, number.value));
  for (const NamedNumber& number : view.tunables) parts.push_back(fmt::format("{} = {}", number.name, number.value));
  canvas.fact("case", {fmt::format("{}{}{}; seed {}", view.case_name, parts.empty() ? "" : ": ", join(parts, ", "),
                                   view.seed)});
  if (view.is_virtual) return;
  canvas.fact("timing",
              {fmt::format("{}{}", name_of(view.method),
                           view.buffer_sets > 1 ? fmt::format(", {} sets of buffers in turn", view.buffer_sets) : "")});
}

}  // namespace

void render(const BenchView& view, Canvas& canvas) {
  const bool several = view.kernels.size() > 1;
  std::vector<std::string> names;
  for (const BenchKernel& kernel : view.kernels) names.push_back(kernel.name);
  canvas.heading(join(names, " and "), 1,
                 fmt::format("{}, {}", view.device, view.kernels.empty() ? "" : view.kernels.front().compiled));
  for (const std::string& note : view.notes) canvas.line({{"note: " + note, Tone::warning}});
  if (view.comparison) render_comparison(view, canvas);
  for (const BenchKernel& kernel : view.kernels) {
    if (several) canvas.heading(kernel.name, 2);
    render_result(kernel, canvas);
    for (const BenchTiming& timing : kernel.timings) render_timing(timing, canvas);
  }
  render(view.baselines, canvas);
  render_case(view, canvas);
}

}  // namespace whet
