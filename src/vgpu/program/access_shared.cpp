// How the 32 banks of shared memory, 4 bytes each, serve a warp. Derived from an H200: its wavefront counter, and the
// times of 8,730 address patterns.
//
//   up to 4 bytes     all lanes together, in as many passes as the fullest bank has distinct words
//   8 bytes           half a warp at a time
//   16 bytes          a quarter of a warp at a time
//   8, 16, loaded     twice as many lanes at a time if each active lane reads the same word as the lane at distance 1,
//                     or each the same as the lane at distance 2:   0 0 1 1 2 2 ..   0 1 0 1 2 3 2 3
//   rows of a matrix  eight lanes at a time
//
// A group without an active lane costs no wavefront.
#include <algorithm>

#include "vgpu/program/access.h"
#include "vgpu/program/lane_groups.h"

namespace whet::vgpu {
namespace {

constexpr uint32_t k_banks = 32, k_all_banks_bytes = 128;
constexpr Mask k_even_lanes = 0x55555555, k_lower_pairs = 0x33333333;

using Words = std::array<uint32_t, k_lanes>;  // word indices, in units of the access width

// Counts the distinct words per bank group; a word counts for the first lane that accesses it.
class BankLoad {
 public:
  explicit BankLoad(uint32_t places) : last_place_(places - 1) {}
  void add(uint32_t word, bool is_first) { counts_[word & last_place_] += is_first; }
  uint32_t fullest() const {
    uint8_t most = 0;
    for (const uint8_t count : counts_) most = std::max(most, count);
    return most;
  }

 private:
  std::array<uint8_t, k_banks> counts_{};
  uint32_t last_place_;  // number of bank groups minus one; that number is a power of two
};

// For words that never decrease from lane to lane, which need no search. False if they do decrease.
bool add_rising(const Words& words, Mask lanes, BankLoad& load) {
  uint32_t last = 0;
  bool is_first = true;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const uint32_t word = words[__builtin_ctz(rest)];
    if (word < last) return false;
    load.add(word, is_first || word != last);
    last = word;
    is_first = false;
  }
  return true;
}

// Cycles for lanes that are served together. A wide access uses neighbouring banks at once, so it is enough to count
// `places` groups of banks.
uint32_t passes(const Words& words, Mask lanes, uint32_t places) {
  BankLoad rising(places);
  if (add_rising(words, lanes, rising)) return rising.fullest();
  BankLoad load(places);
  const Words firsts = first_equal(words, lanes);
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    load.add(words[lane], firsts[lane] == static_cast<uint32_t>(lane));
  }
  return load.fullest();
}

uint32_t passes_by(int together, const Words& words, Mask mask, uint32_t places) {
  if (together == k_lanes) return passes(words, mask, places);
  const Mask group = (Mask{1} << together) - 1;
  uint32_t cycles = 0;
  for (int first = 0; first < k_lanes; first += together) {
    if (const Mask lanes = mask & group << first) cycles += passes(words, lanes, places);
  }
  return cycles;
}

// Whether each active lane accesses the same word as the lane at `distance` (1 or 2), if that is active.
bool neighbours_agree(const Words& words, Mask mask, int distance) {
  Mask differ = 0;
  for (int lane = 0; lane < k_lanes; ++lane) differ |= static_cast<Mask>(words[lane] != words[lane ^ distance]) << lane;
  const Mask lower = distance == 1 ? k_even_lanes : k_lower_pairs;
  return (differ & mask & mask >> distance & lower) == 0;
}

uint32_t count_wavefronts(const Words& words, Mask mask, int width, BankUse use) {
  if (width <= 4) return passes(words, mask, k_banks);
  const int together = 128 / width;
  const auto places = static_cast<uint32_t>(together);
  if (use == BankUse::matrix) return passes_by(together, words, mask, places);
  const bool joined = use == BankUse::load && (neighbours_agree(words, mask, 1) || neighbours_agree(words, mask, 2));
  return passes_by(joined ? 2 * together : together, words, mask, places);
}

}  // namespace

SharedShape shared_shape(const uint32_t* addresses, Mask mask, int width, BankUse use) {
  if (!mask) return {.same_address = 0};
  Words places, words;
  const int shift = width <= 4 ? 2 : __builtin_ctz(static_cast<unsigned>(width));
  for (int lane = 0; lane < k_lanes; ++lane) {
    places[lane] = mask >> lane & 1 ? addresses[lane] : 0;
    words[lane] = places[lane] >> shift;
  }
  const Multiplicity multiplicity = count_multiplicity(first_equal(places, mask), mask);
  SharedShape shape;
  shape.same_address = multiplicity.fullest;
  shape.ideal_wavefronts =
      (multiplicity.distinct * static_cast<uint32_t>(width) + k_all_banks_bytes - 1) / k_all_banks_bytes;
  shape.wavefronts = count_wavefronts(words, mask, width, use);
  return shape;
}

}  // namespace whet::vgpu
