#include "judge/check/candidate_time.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

using Seconds = std::chrono::duration<double>;

}  // namespace

double UsedTime::passed() const {
  return Seconds(std::chrono::steady_clock::now() - begun_).count();
}

// A device that was begun anew meanwhile has lost count.
double UsedTime::used() const {
  const std::optional<double> worked = worked_ ? device_->worked_seconds() : std::nullopt;
  return worked && *worked >= *worked_ ? std::min(passed(), *worked - *worked_) : passed();
}

void CandidateTime::begin() {
  now_.emplace(device_);
  if (limit_ <= 0) return;
  const double left = now_->is_of_cpu() ? k_clock_room * limit_ - passed_ : limit_ - used_;
  device_.allow_until(now_->begun() + std::chrono::ceil<std::chrono::milliseconds>(Seconds(std::max(0.0, left))));
}

void CandidateTime::end() {
  const double passed = now_->passed(), used = now_->used();
  used_ += used;
  passed_ += passed;
  longest_ = std::max(longest_, passed);
  device_.allow_until(std::nullopt);
}

Result<bool> CandidateTime::extend(size_t trials, const std::function<Result<double>()>& original_seconds) {
  if (is_extended_) return false;
  is_extended_ = true;
  TRY(one, original_seconds());
  original_ = one;
  limit_ = std::max(limit_, rule_.times_original * original_ * static_cast<double>(trials));
  return !is_up();
}

std::string CandidateTime::reason() const {
  return fmt::format("it takes too long: its trials were stopped after {:.3g} s; the original takes {:.2g} s for one",
                     used_ < limit_ ? passed_ : used_, original_);
}

}  // namespace whet
