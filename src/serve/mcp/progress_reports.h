// Notifications on how far a call is, if the client asked for them with a token.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "util/text/json.h"

namespace whet::serve {

class ProgressReports {
 public:
  using Send = std::function<void(const std::string& line)>;
  // `params` of the call may hold _meta.progressToken. The measure of progress is seconds, because it always grows;
  // `planned_seconds` is its total, 0 if it is not known.
  ProgressReports(const Json& params, double planned_seconds, Send send);

  void tell(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  Json token_;  // null: the client did not ask
  double planned_seconds_;
  Send send_;
  Clock::time_point begin_, last_;
  double told_seconds_ = -1;
};

}  // namespace whet::serve
