// The least time that a kernel can be expected to take at one size: its work at the GPU's ceilings, level by level,
// with what its grid leaves idle, and the launch. A search may stop at a share of it.
//
//   copy of 64 MiB on an H200 that copies 4.3 TB/s: 128 MiB / 4.3 TB/s = 31.2 us; launch 3.4 us  ->  34.6 us
//   90 % of that speed is reached at 38.4 us
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hardware/ceilings.h"

namespace whet {

inline constexpr double k_usual_target = 0.9;  // share of what a kernel can reach at which a search may stop

// How an amount of work is known: by the user's [work], by what the kernel computes, or by counting one kernel.
enum class WorkOrigin { declared, derived, counted };
std::string_view name_of(WorkOrigin origin);

struct WorkAmount {
  double amount = 0;  // bytes, or operations
  WorkOrigin origin = WorkOrigin::declared;
};

struct ReachableWork {
  std::optional<WorkAmount> dram, l2, shared;  // bytes at each level of memory
  std::optional<double> written_share;         // of the bytes of DRAM; absent: not known
  std::optional<WorkAmount> operations;
  Math math = Math::fp32;  // that does them
};

// The blocks of a launch and where they run. Absent: any grid may be chosen.
struct GridUse {
  uint64_t blocks = 0;
  int sms = 0;
  int blocks_per_sm = 1;  // resident at once

  double waves() const;
  // The busiest SM's blocks relative to an even share of all blocks:
  //   200 blocks on 132 SMs: 2 / 1.52 = 1.32
  double imbalance() const;
};

// One level of the roofline.
struct ReachablePart {
  std::string level;  // "DRAM", "L2", "shared memory", "fp32"
  WorkAmount work;
  Rate rate;           // as far as the grid allows
  double seconds = 0;  // with the idle SMs of the grid
  double idle = 1;     // factor on the time by the grid: 1 if all SMs are equally busy
};

struct Reachable {
  std::vector<ReachablePart> parts;  // longest first; empty: the work is not known
  double launch_seconds = 0;
  double waves = 0;  // 0: any grid

  bool known() const { return !parts.empty(); }
  double seconds() const { return known() ? parts.front().seconds + launch_seconds : 0; }
  // Of the speed that can be reached; 0: not known.
  double share(double measured_seconds) const { return measured_seconds > 0 ? seconds() / measured_seconds : 0; }
  double target_seconds(double target) const { return target > 0 ? seconds() / target : 0; }
  // "31.2 us by DRAM (134 MB declared at 4300 GB/s measured), 3.4 us for the launch"
  std::string reasons() const;
};

Reachable reachable(const ReachableWork& work, const Ceilings& ceilings, double launch_seconds,
                    const std::optional<GridUse>& grid = std::nullopt);

}  // namespace whet
