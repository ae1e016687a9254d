#include "hardware/reachable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "util/text.h"

namespace whet {

namespace {

// Kernels that write less are limited as if they only read, and the other way round.
constexpr double k_almost_none = 0.05;

// The rate for this mix of reads and writes, where it was measured.
std::optional<Rate> dram_rate(const ReachableWork& work, const Ceilings& ceilings) {
  if (!work.written_share) return ceilings.dram;
  const double written = *work.written_share;
  const auto& fitting = written < k_almost_none       ? ceilings.dram_read
                        : written > 1 - k_almost_none ? ceilings.dram_write
                                                      : ceilings.dram_copy;
  return fitting ? fitting : ceilings.dram;
}

// An SM gets at most its part of the bandwidth of L2, so a grid of few blocks cannot use all of DRAM.
double idle_of_memory(const Rate& rate, const Ceilings& ceilings, const std::optional<GridUse>& grid) {
  if (!grid || !ceilings.l2 || grid->sms <= 0) return 1;
  const double active = std::min<double>(static_cast<double>(grid->blocks), grid->sms) / grid->sms;
  return std::max(1.0, rate.per_second / (ceilings.l2->per_second * active));
}

// Tensor cores multiply matrices: what the vendor's own products reach is what can be expected of others.
std::optional<Rate> arithmetic_rate(Math math, const Ceilings& ceilings) {
  const bool is_tensor = math_name(math).ends_with("tensor");
  return is_tensor && ceilings.product(math) ? ceilings.product(math) : ceilings.peak(math);
}

class Parts {
 public:
  explicit Parts(std::vector<ReachablePart>& parts) : parts_(parts) {}

  void add(std::string level, const std::optional<WorkAmount>& work, const std::optional<Rate>& rate, double idle) {
    if (!work || work->amount <= 0 || !rate || rate->per_second <= 0) return;
    parts_.push_back({std::move(level), *work, *rate, idle * work->amount / rate->per_second, idle});
  }

 private:
  std::vector<ReachablePart>& parts_;
};

std::string part_text(const ReachablePart& part) {
  const bool is_memory = part.level == "DRAM" || part.level == "L2" || part.level == "shared memory";
  const std::string amount = is_memory ? format_bytes(part.work.amount) : fmt::format("{:.3g} FLOP", part.work.amount);
  const std::string rate = is_memory ? fmt::format("{:.0f} GB/s", part.rate.per_second / 1e9)
                                     : fmt::format("{:.1f} TFLOP/s", part.rate.per_second / 1e12);
  std::string text = fmt::format("{:.4g} us by {} ({} {} at {} {})", 1e6 * part.seconds, part.level, amount,
                                 name_of(part.work.origin), rate, name_of(part.rate.origin));
  if (part.idle > 1.005) text += fmt::format(", {:.2f}x of that for SMs that the grid leaves idle", part.idle);
  return text;
}

}  // namespace

std::string_view name_of(WorkOrigin origin) {
  constexpr std::string_view k_names[] = {"declared", "derived", "counted"};
  return k_names[static_cast<size_t>(origin)];
}

double GridUse::waves() const {
  const double at_once = static_cast<double>(sms) * blocks_per_sm;
  return at_once > 0 ? static_cast<double>(blocks) / at_once : 0;
}

double GridUse::imbalance() const {
  if (sms <= 0 || blocks == 0) return 1;
  const double even = static_cast<double>(blocks) / sms;
  return std::ceil(even) / even;
}

std::string Reachable::reasons() const {
  if (!known()) return "the work is not known";
  std::string text = part_text(parts.front());
  if (launch_seconds > 0) text += fmt::format(", {:.3g} us for the launch", 1e6 * launch_seconds);
  return text;
}

Reachable reachable(const ReachableWork& work, const Ceilings& ceilings, double launch_seconds,
                    const std::optional<GridUse>& grid) {
  Reachable result;
  result.launch_seconds = launch_seconds;
  if (grid) result.waves = grid->waves();
  const double imbalance = grid ? grid->imbalance() : 1;
  Parts parts(result.parts);
  const auto dram = dram_rate(work, ceilings);
  parts.add("DRAM", work.dram, dram, dram ? idle_of_memory(*dram, ceilings, grid) : 1);
  parts.add("L2", work.l2, ceilings.l2, ceilings.l2 ? idle_of_memory(*ceilings.l2, ceilings, grid) : 1);
  parts.add("shared memory", work.shared, ceilings.shared, imbalance);
  parts.add(std::string(math_name(work.math)), work.operations, arithmetic_rate(work.math, ceilings), imbalance);
  std::stable_sort(result.parts.begin(), result.parts.end(),
                   [](const ReachablePart& a, const ReachablePart& b) { return a.seconds > b.seconds; });
  return result;
}

}  // namespace whet
