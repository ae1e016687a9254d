#include "report/optimize/commit_message.h"

#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/store/store_text.h"
#include "util/text.h"

namespace whet {

namespace {

using store::name_of;

std::string times_text(const std::optional<double>& before, double after, store::TimeOrigin origin) {
  const std::string word(name_of(origin));
  const std::string now = fmt::format("now {} ({})", seconds_text(after), word);
  return before ? fmt::format("Original {}, {}", seconds_text(*before), now) : "It takes " + now;
}

std::string ceiling_text(const RunResult& result) {
  if (!result.share_before || !result.share_after) return "";
  return fmt::format("; {} of the ceiling, before {}", percent_text(*result.share_after),
                     percent_text(*result.share_before));
}

// Sizes that differ from the problem's own.
std::string sizes_text(const store::Run& run) {
  const Json* dims = run.settings.find("dims");
  const std::string text = dims ? tunables_text(*dims) : "";
  return text.empty() ? text : "Sizes: " + text + ".\n";
}

std::string parts_text(const OptimizeView& view) {
  std::string text;
  for (const store::Attribution& each : view.attributions)
    text += fmt::format("  {}: {}, {}\n", each.name, each.speedup ? speedup_text(each.speedup) : "not measured",
                        name_of(each.verdict));
  return text.empty() ? text : "\nEach part put back alone:\n" + text;
}

}  // namespace

std::string commit_message(const OptimizeView& view, const ChampionStep& step, const std::vector<std::string>& flags) {
  const store::Run& run = view.run;
  const bool is_champion = view.champion && view.champion->index == step.candidate;
  const store::Speedup speedup = is_champion ? view.result.speedup.value_or(step.speedup) : step.speedup;
  std::string text = fmt::format("{}: {:.2f}x faster", run.kernel.kernel, speedup.value);
  if (is_champion) text += fmt::format(" [{:.2f} {:.2f}]", speedup.low, speedup.high);
  text += fmt::format(", {}\n\n", name_of(run.origin));
  const std::string changes = is_champion ? changes_text(view.tunables) : "";
  if (const std::string what = changes.empty() ? step.what : changes; !what.empty()) text += what + "\n";
  const double seconds = is_champion ? view.result.champion_seconds.value_or(step.seconds) : step.seconds;
  text += times_text(view.result.baseline_seconds, seconds, run.origin);
  text += (is_champion ? ceiling_text(view.result) : "") + ".\n";
  text += is_champion
              ? "Right and faster on fresh data beside the original; 95 % interval.\n"
              : fmt::format("Led from round {} on; the last commit of the branch is what was confirmed.\n", step.round);
  text += sizes_text(run);
  if (!flags.empty()) text += "Compiled with " + join(flags, " ") + ".\n";
  if (is_champion) text += parts_text(view);
  return text + fmt::format("\nWhet-Run: {}\nWhet-Candidate: {}\nWhet-Device: {} ({})\n", run.id, step.candidate,
                            run.device, run.gpu);
}

}  // namespace whet
