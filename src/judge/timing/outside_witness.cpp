#include "judge/timing/outside_witness.h"

#include <algorithm>
#include <string>
#include <vector>

#include "problem/data/data.h"
#include "util/statistics.h"

namespace whet {

namespace {

constexpr size_t k_rounds = 24, k_unused_rounds = 2;
constexpr uint64_t k_reset_bytes = 4096;

// A part of an output, at a random place.
struct Piece {
  uint64_t address = 0, bytes = 0;
};

std::vector<Piece> pieces_of(const Contender& contender, int set, uint64_t seed) {
  std::vector<Piece> pieces;
  for (const SamplingPlan::Reset& reset : contender.resets) {
    if (reset.set != set || reset.bytes == 0) continue;
    const uint64_t bytes = std::min(reset.bytes, k_reset_bytes);
    pieces.push_back({reset.to + random_bits(seed, pieces.size()) % (reset.bytes - bytes + 1), bytes});
  }
  return pieces;
}

Result<std::string> read_pieces(const Contender& contender, const std::vector<Piece>& pieces) {
  std::string all;
  for (const Piece& piece : pieces) {
    TRY(bytes, contender.device->read(piece.address, piece.bytes));
    all += bytes;
  }
  return all;
}

// Reading a part of the result reveals an answer that was sent before the work was done.
Result<double> call_seconds(const Contender& contender, int set, uint64_t seed, const Clock& clock) {
  const size_t group = contender.launches.size() / static_cast<size_t>(contender.sets);
  const std::vector<Piece> pieces = pieces_of(contender, set, seed);
  TRY_VOID(contender.device->put_back(contender.resets, set));
  const int64_t begin = clock.monotonic_ns();
  for (size_t i = 0; i < group; ++i)
    TRY_VOID(contender.device->launch(contender.launches[static_cast<size_t>(set) * group + i]));
  TRY(left, read_pieces(contender, pieces));
  const int64_t end = clock.monotonic_ns();
  TRY(later, read_pieces(contender, pieces));
  if (left != later) return failed("its results changed after the call was answered");
  return 1e-9 * static_cast<double>(end - begin);
}

}  // namespace

Result<double> gain_seen_outside(const Contender& baseline, const Contender& candidate, const Clock& clock,
                                 uint64_t seed) {
  std::vector<double> gains;
  for (size_t round = 0; round < k_rounds + k_unused_rounds; ++round) {
    const uint64_t draw = random_bits(seed, 0x6f757473 + round);
    const int set = static_cast<int>(round % static_cast<size_t>(std::min(baseline.sets, candidate.sets)));
    const bool swapped = draw % 2 != 0;
    TRY(first, call_seconds(swapped ? candidate : baseline, set, draw, clock));
    TRY(second, call_seconds(swapped ? baseline : candidate, set, draw, clock));
    if (round >= k_unused_rounds) gains.push_back(swapped ? second - first : first - second);
  }
  return median(std::move(gains));
}

}  // namespace whet
