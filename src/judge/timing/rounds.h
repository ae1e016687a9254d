// In which order contenders are timed. Every round times each once; over a block of rounds each contender stands in
// each place equally often, so that a steady drift of the clock or of the temperature falls on all alike.
//
//   two contenders, blocks of two rounds:  AB BA | BA AB | AB BA ...      ABBA or BAAB, by the toss of a coin
//   three, blocks of three:                BCA CAB ABC | ...              a random cyclic Latin square
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet {

constexpr size_t k_fewest_rounds = 26;  // below it the sign test has too little to go on
constexpr size_t k_usual_rounds = 52;
constexpr size_t k_most_rounds = 8 * k_usual_rounds;

// When a comparison is looked at again, after `done` rounds or more: at the usual number, at each doubling of it while
// nothing can be said (52, 104, 208, 416), and at the last.
size_t next_look(size_t done, size_t usual, size_t most);

// One list of contenders (0, 1, ...) for each round, at least `rounds` of them and whole blocks; the same for a seed.
std::vector<std::vector<size_t>> round_orders(size_t contenders, size_t rounds, uint64_t seed);

}  // namespace whet
