#include "optimize/stop.h"

#include <fmt/format.h>

namespace whet {

namespace {

std::string ceiling_reason(double reached, const char* of_what, const LoopState& state) {
  const std::string by = state.ceiling.empty() ? "" : " (" + state.ceiling + ")";
  if (state.rounds == 0) return fmt::format("the original is at {:.0f} % of {}{} already", 100 * reached, of_what, by);
  return fmt::format("{:.0f} % of {}{} is reached", 100 * reached, of_what, by);
}

}  // namespace

std::string stop_reason(const OptimizeSettings& settings, const LoopState& state) {
  if (state.share >= settings.enough_share) return ceiling_reason(state.share, "the ceiling", state);
  if (state.attained >= settings.enough_share) return ceiling_reason(state.attained, "what this GPU attains", state);
  if (state.interrupted) return "stopped by the user";
  if (state.candidates >= settings.most_candidates) return fmt::format("{} candidates were tried", state.candidates);
  if (state.stale_rounds >= settings.patience) return fmt::format("no progress in {} rounds", state.stale_rounds);
  if (state.seconds >= settings.most_seconds) return fmt::format("{:.0f} s are up", settings.most_seconds);
  return {};
}

}  // namespace whet
