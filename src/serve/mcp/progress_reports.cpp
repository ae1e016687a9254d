#include "serve/mcp/progress_reports.h"

#include <algorithm>
#include <cmath>

#include "serve/rpc/message.h"

namespace whet::serve {

namespace {

constexpr std::chrono::milliseconds k_least_pause{100};

Json progress_token(const Json& params) {
  const Json* meta = params.find("_meta");
  const Json* token = meta ? meta->find("progressToken") : nullptr;
  return token && (token->as_string() || token->as_integer()) ? *token : Json();
}

}  // namespace

ProgressReports::ProgressReports(const Json& params, double planned_seconds, Send send)
    : token_(progress_token(params)),
      planned_seconds_(planned_seconds),
      send_(std::move(send)),
      begin_(Clock::now()),
      last_(begin_ - k_least_pause) {}

void ProgressReports::tell(std::string_view text) {
  const auto now = Clock::now();
  if (token_.is_null() || now - last_ < k_least_pause) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  told_seconds_ = std::max(std::round(seconds * 100) / 100, told_seconds_ + 0.01);
  Json params = Json::Object{{"progressToken", token_}, {"progress", told_seconds_}};
  if (planned_seconds_ > 0) params["total"] = std::max(planned_seconds_, told_seconds_);
  params["message"] = text;
  send_(notification_line("notifications/progress", std::move(params)));
}

}  // namespace whet::serve
