// Someone who answers a prompt with text: a language model behind an API, or a command.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

// What is asked. `constant` is the same byte for byte in every prompt of a run, so that a server can cache it.
struct MindPrompt {
  struct Exchange {
    std::string answer;  // what the mind said
    std::string reply;   // what it is told: the verdict, or what is wrong with the answer
  };
  std::string constant;
  std::string fresh;
  std::vector<Exchange> exchanges;  // after `fresh`, oldest first
};

struct MindUsage {
  int64_t input = 0;  // tokens that were neither read from a cache nor written to one
  int64_t cache_read = 0, cache_written = 0;
  int64_t output = 0;
  bool known = false;  // a command does not say

  bool operator==(const MindUsage&) const = default;
};

struct MindAnswer {
  std::string text;
  bool cut = false;  // it ended at the longest answer allowed, not at its own end
  MindUsage usage;
};

class Mind {
 public:
  virtual ~Mind() = default;
  // "anthropic:MODEL": as the user named it, without address and key.
  virtual std::string name() const = 0;
  // `stopped` is asked often; once it says yes the call is given up.
  virtual Result<MindAnswer> ask(const MindPrompt& prompt, const std::function<bool()>& stopped) = 0;
};

}  // namespace whet
