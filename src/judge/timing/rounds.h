// The order in which contenders are timed. Every round times each once; within a block of rounds each contender is in
// each position equally often, so that a steady drift of clock or temperature affects all alike.
//
//   two contenders, blocks of two rounds:  AB BA | BA AB | AB BA ...      ABBA or BAAB, chosen at random
//   three, blocks of three:                BCA CAB ABC | ...              a random cyclic Latin square
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet {

constexpr size_t k_fewest_rounds = 26;  // with fewer, the sign test cannot decide
constexpr size_t k_usual_rounds = 52;
constexpr size_t k_most_rounds = 8 * k_usual_rounds;

// When a comparison is evaluated next, after `done` rounds or more: at the usual number, at each doubling of it while
// it is undecided (52, 104, 208, 416), and at the last round.
size_t next_look(size_t done, size_t usual, size_t most);

// One order of contenders (0, 1, ...) for each round: at least `rounds` of them, in whole blocks, determined by the
// seed.
std::vector<std::vector<size_t>> round_orders(size_t contenders, size_t rounds, uint64_t seed);

}  // namespace whet
