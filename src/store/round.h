// One round of a run: the candidates that a proposer made from one parent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/run.h"

namespace whet::store {

enum class RoundState : uint8_t { open, finished };
inline constexpr std::array<std::string_view, 2> k_round_states = {"open", "finished"};
constexpr const auto& names_of(RoundState) {
  return k_round_states;
}
inline std::string_view name_of(RoundState state) {
  return k_round_states[static_cast<size_t>(state)];
}

struct Round {
  RunId run = 0;
  int index = 0;  // given by the store: 1, 2, ...; round 0 holds the baseline
  std::optional<CandidateId> parent;
  std::string proposer;  // "tuner", "outside"
  RoundState state = RoundState::open;
};

// A round in numbers.
struct RoundSummary {
  Round round;
  int64_t candidates = 0;
  int64_t sound = 0;           // judged and not rejected
  std::optional<double> best;  // speed-up over the baseline
};

}  // namespace whet::store
