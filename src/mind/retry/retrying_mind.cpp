#include "mind/retry/retrying_mind.h"

#include <algorithm>
#include <cmath>

namespace whet {

namespace {

Error after_tries(Error error, int tries) {
  if (tries > 1) error.what += " (tried " + std::to_string(tries) + " times)";
  return error;
}

Error too_long_to_wait(Error error, std::chrono::milliseconds asked) {
  error.what += "; the server asks to wait for " + std::to_string(asked.count() / 1000) + " s";
  error.mend = "try again then: `whet resume` goes on where the run ended";
  return error;
}

}  // namespace

// Half of the wait is left to chance, so that several who failed together do not return together. What a server asks
// for is the least.
std::chrono::milliseconds RetryingMind::wait_after(const TryFailure& failure, int tries_made) {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const Milliseconds doubled = policy_.first_wait * std::exp2(std::min(tries_made - 1, 30));
  const Milliseconds backoff = std::min<Milliseconds>(doubled, policy_.longest_wait) * (0.5 + 0.5 * patience_.random());
  const Milliseconds asked = failure.wait ? *failure.wait + backoff / 4 : Milliseconds(0);
  return std::chrono::ceil<std::chrono::milliseconds>(std::max(backoff, asked));
}

Result<MindAnswer> RetryingMind::ask(const MindPrompt& prompt, const std::function<bool()>& stopped) {
  for (int tries = 1;; ++tries) {
    TryOutcome outcome = endpoint_->try_once(prompt, stopped);
    if (auto* answer = std::get_if<MindAnswer>(&outcome)) return std::move(*answer);
    TryFailure& failure = std::get<TryFailure>(outcome);
    if (failure.usage.known && on_lost_) on_lost_(failure.usage);
    if (!failure.passes || tries >= policy_.tries) return after_tries(std::move(failure.error), tries);
    if (failure.wait && *failure.wait > policy_.longest_asked)
      return too_long_to_wait(std::move(failure.error), *failure.wait);
    if (!patience_.wait(wait_after(failure, tries), stopped)) return after_tries(std::move(failure.error), tries);
  }
}

}  // namespace whet
