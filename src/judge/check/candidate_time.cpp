#include "judge/check/candidate_time.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

using Seconds = std::chrono::duration<double>;

}  // namespace

void CandidateTime::begin() {
  begun_ = std::chrono::steady_clock::now();
  if (limit_ > 0)
    device_.allow_until(begun_ + std::chrono::ceil<std::chrono::milliseconds>(Seconds(std::max(0.0, limit_ - used_))));
}

void CandidateTime::end() {
  const double seconds = Seconds(std::chrono::steady_clock::now() - begun_).count();
  used_ += seconds;
  longest_ = std::max(longest_, seconds);
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
                     used_, original_);
}

}  // namespace whet
