#include "binary/sass/control_word.h"

namespace whet {

namespace {

constexpr uint32_t k_no_scoreboard = 7;

std::optional<uint8_t> scoreboard(uint32_t index) {
  return index == k_no_scoreboard ? std::nullopt : std::optional(static_cast<uint8_t>(index));
}

}  // namespace

ControlWord read_control(const SassWord& word) {
  return {.stall = static_cast<uint8_t>(word.bits(105, 4)),
          .yield = !word.bit(109),
          .write_barrier = scoreboard(word.bits(110, 3)),
          .read_barrier = scoreboard(word.bits(113, 3)),
          .wait_mask = static_cast<uint8_t>(word.bits(116, 6)),
          .reuse = static_cast<uint8_t>(word.bits(122, 4))};
}

}  // namespace whet
