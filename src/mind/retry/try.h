// One try at an answer, which may fail in a way that passes.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "mind/mind.h"

namespace whet {

struct TryFailure {
  Error error;
  bool passes = false;                            // the same question may well be answered later
  std::optional<std::chrono::milliseconds> wait;  // what the server asks for
  MindUsage usage;                                // what the server had counted by then
};

using TryOutcome = std::variant<MindAnswer, TryFailure>;

// A server that answers, or does not, this time.
class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual std::string name() const = 0;
  virtual TryOutcome try_once(const MindPrompt& prompt, const std::function<bool()>& stopped) = 0;
};

}  // namespace whet
