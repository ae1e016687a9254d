// The 128 bits of one SASS instruction, and the fields that are at the same place in all instructions.
#pragma once

#include <cstdint>

namespace whet {

struct SassWord {
  uint64_t low = 0, high = 0;

  // `count` (at most 32) bits from bit `first`; they may straddle the two halves.
  constexpr uint32_t bits(int first, int count) const {
    const uint64_t from = first >= 64 ? high >> (first - 64) : first == 0 ? low : low >> first | high << (64 - first);
    return static_cast<uint32_t>(from & ((uint64_t{1} << count) - 1));
  }
  constexpr bool bit(int at) const { return bits(at, 1) != 0; }

  constexpr uint32_t key() const { return bits(0, 9); }
  // The operand form of arithmetic: 1: all registers; 2, 3, 7: operand C is an immediate, a constant, a uniform
  // register; 4, 5, 6: operand B is one of these.
  constexpr uint32_t form() const { return bits(9, 3); }
  // 12 bits and the page bit above them.
  constexpr uint32_t opcode() const { return bits(0, 12) | bits(91, 1) << 12; }

  constexpr uint8_t rd() const { return static_cast<uint8_t>(bits(16, 8)); }
  constexpr uint8_t ra() const { return static_cast<uint8_t>(bits(24, 8)); }
  constexpr uint8_t rb() const { return static_cast<uint8_t>(bits(32, 8)); }
  constexpr uint8_t rc() const { return static_cast<uint8_t>(bits(64, 8)); }
};

constexpr uint8_t k_rz = 255;  // the register that reads as zero

}  // namespace whet
