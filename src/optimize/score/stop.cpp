#include "optimize/score/stop.h"

#include <fmt/format.h>

namespace whet {

namespace {

std::string ceiling_reason(double reached, const char* of_what, const LoopState& state) {
  const std::string by = state.ceiling.empty() ? "" : " (" + state.ceiling + ")";
  if (state.rounds == 0) return fmt::format("the original is at {:.0f} % of {}{} already", 100 * reached, of_what, by);
  return fmt::format("{:.0f} % of {}{} is reached", 100 * reached, of_what, by);
}

// Rounds end before the time is up, because the champion must be confirmed within it.
std::string time_reason(const OptimizeSettings& settings, const LoopState& state) {
  if (state.rounds == 0)
    return fmt::format(
        "{:.0f} s are too few: the original took {:.1f} s, and confirming a better one takes about {:.0f} s",
        settings.most_seconds, state.seconds, state.confirm_seconds);
  return fmt::format("the time given, {:.0f} s, was used up", settings.most_seconds);
}

}  // namespace

std::string stop_reason(const OptimizeSettings& settings, const LoopState& state) {
  if (state.share >= settings.enough_share) return ceiling_reason(state.share, "the ceiling", state);
  if (state.attained >= settings.enough_share) return ceiling_reason(state.attained, "what it can reach", state);
  if (state.interrupted) return "stopped by the user";
  if (state.candidates >= settings.most_candidates) return fmt::format("{} candidates were tried", state.candidates);
  if (state.stale_rounds >= settings.patience) return fmt::format("no progress in {} rounds", state.stale_rounds);
  if (state.seconds >= settings.most_seconds || !state.has_room) return time_reason(settings, state);
  return {};
}

}  // namespace whet
