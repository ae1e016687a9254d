// Optimizer: rounds and confirmations in turn, within the seconds given.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "optimize/optimizer.h"

namespace whet {

namespace {

constexpr double k_more_time = 3;  // times the seconds given, where they were too few

}  // namespace

// A run that is resumed has time for what is left of it.
void Optimizer::limit_time() {
  const double left = std::max(time_.deadline() - seconds(),
                               services_.archive.seconds_before() > 0 ? 2 * time_.confirm_seconds() : 0.0);
  services_.worker.end_at(
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(left)));
}

// What was under way when the time was up is left out; other errors stay what they are.
Result<void> Optimizer::within_time(Result<void> done, OptimizeResult& result, const char* what) const {
  if (done || !services_.worker.was_cut()) return done;
  result.dropped.emplace_back(what);
  return {};
}

void Optimizer::tell_cut(OptimizeResult& result) const {
  if (result.end == OptimizeEnd::faster) return;
  result.reason = stop_reason(settings_, state());
  if (leader_ == confirmed_) return;
  const auto speedup = yardstick().speedup_of(*leader_->verdict);
  result.reason = fmt::format(
      "{:.0f} s were over before the gain of {}{} could be confirmed on fresh data: give --seconds {:.0f} or more",
      settings_.most_seconds, describe(changes_in(leader_->proposal)),
      speedup ? fmt::format(", {:.2f}x,", speedup->value) : "", k_more_time * settings_.most_seconds);
}

// Rounds, a confirmation, and rounds again while there is time.
Result<void> Optimizer::search(OptimizeResult& result) {
  for (bool goes_on = true; goes_on;) {
    TRY(stop, rounds());
    if (!was_refused_) result.reason = stop.reason;
    if (services_.interrupted()) {
      result.end = OptimizeEnd::stopped;
      result.champion = *leader_;
      return {};
    }
    const bool had_leader = leader_ != confirmed_;
    TRY_VOID(confirm(result));
    goes_on = had_leader && stop.is_time && has_more_time();
    if (goes_on) TRY_VOID(search_again());
  }
  return {};
}

Result<Optimizer::Stop> Optimizer::rounds() {
  while (true) {
    const bool pauses = paused_at_ != rounds_ && services_.archive.knows(pause_name());
    Stop stop{stop_reason(settings_, state()), false};
    stop.is_time = pauses || !state().has_room;
    if (pauses || !stop.reason.empty()) return stop;
    TRY(more, round());
    TRY_VOID(services_.archive.note_time(seconds(), costs()));
    if (!more) return Stop{"every candidate was tried", false};
  }
}

// Noted, so that a resumed run confirms where it did before.
std::string Optimizer::pause_name() const {
  return fmt::format("pause after round {}", rounds_);
}

bool Optimizer::has_more_time() const {
  return services_.archive.knows(pause_name()) || time_.next({seconds(), tried_.size(), true}) == NextStep::search;
}

Result<void> Optimizer::search_again() {
  TRY_VOID(services_.archive.once(pause_name(), []() -> Result<Json> { return Json(true); }));
  paused_at_ = rounds_;
  return arena_.search_again();
}

}  // namespace whet
