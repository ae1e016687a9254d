// A mind that asks again when a failure may pass.
#pragma once

#include <memory>

#include "mind/retry/patience.h"
#include "mind/retry/try.h"

namespace whet {

struct RetryPolicy {
  int tries = 6;
  std::chrono::milliseconds first_wait{1'000};  // doubles each time
  std::chrono::milliseconds longest_wait{60'000};
  std::chrono::milliseconds longest_asked{600'000};  // a server that wants a longer wait is not waited for
};

class RetryingMind : public Mind {
 public:
  // `on_lost` is told what was paid for tries that brought no answer.
  using OnLost = std::function<void(const MindUsage&)>;
  RetryingMind(std::unique_ptr<Endpoint> endpoint, RetryPolicy policy, Patience& patience, OnLost on_lost = {})
      : endpoint_(std::move(endpoint)), policy_(policy), patience_(patience), on_lost_(std::move(on_lost)) {}

  std::string name() const override { return endpoint_->name(); }
  Result<MindAnswer> ask(const MindPrompt& prompt, const std::function<bool()>& stopped) override;

 private:
  std::chrono::milliseconds wait_after(const TryFailure& failure, int tries_made);

  std::unique_ptr<Endpoint> endpoint_;
  RetryPolicy policy_;
  Patience& patience_;
  OnLost on_lost_;
};

}  // namespace whet
