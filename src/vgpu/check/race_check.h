// Finds data races: two threads access the same bytes, at least one writes, and neither access happens before the
// other. It works like FastTrack (Flanagan and Freund, 2009): vector clocks (happens_before.h), and the last accesses
// to every piece of memory (race_shadow.h).
//
//   thread 0: s[1] = a;    thread 40: b = s[1];      different warps and no barrier between: race on s[1]
//   thread 0: s[1] = a; __syncthreads();    thread 40: __syncthreads(); b = s[1];      ordered by the barrier
//
// Shared memory is checked per block, global memory over the whole launch. No thread may access the bytes of a cp.async
// from its issue to its wait, and only the issuing thread may until a barrier.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "vgpu/check/access_traits.h"
#include "vgpu/check/check_set.h"
#include "vgpu/check/happens_before.h"
#include "vgpu/check/race_shadow.h"
#include "vgpu/check/release_map.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/warp_access.h"

namespace whet::vgpu {

class RaceCheck {
 public:
  // Of `set`, `race`: report races; `sync`: report bytes of copies used too early.
  RaceCheck(LaunchState& launch, const std::vector<AccessTraits>& traits, const CheckSet& set);

  void start_block(const BlockState& block);
  void finish_block(const BlockState& block);
  void access(const WarpAccess& access);
  void arrive(const Warp& warp, uint32_t barrier, bool waits);
  void barrier_opened(const BlockState& block, uint32_t barrier);
  void synchronise_warp(const Warp& warp, Mask lanes);
  // What the warp knows now, and that it learns what others knew.
  VectorClock clock_of(const Warp& warp);
  void learn(const Warp& warp, const VectorClock& known);
  void fence(const Warp& warp, Reach reach);
  void copy_issued(const WarpAccess& access);
  void copy_done(const WarpAccess& access);
  // An asynchronous copy reports to its mbarrier.
  void copy_reported(const AsyncCopy& copy);
  // The cluster's barrier. If the warp `releases`, its accesses happen before what others do after the barrier.
  void arrive_in_cluster(const Warp& warp, bool releases);
  void cluster_opened(const Cluster& cluster);
  void pass_in_cluster(const Warp& warp);
  // True if there was no room to track all of global memory.
  bool incomplete() const { return global_.full(); }

 private:
  struct Arrivals {
    uint32_t waiting = 0;  // bit mask of warps
    VectorClock brought;   // joined clock of the warps that do not wait
  };
  struct BlockRaces {
    BlockRaces(const BlockState& block, EpochCounter& epochs);
    HappensBefore order;
    RaceShadow shared;
    ReleaseMap flags;  // in shared memory
    std::array<Arrivals, k_barriers> arrivals;
  };

  struct ClusterMeeting {
    VectorClock gathering, opened;
  };

  BlockRaces& races_of(const BlockState& block);
  RaceShadow& shadow_of(const WarpAccess& access);
  Stamp stamp_of(const WarpAccess& access) const;  // of all its lanes
  void meet(BlockRaces& block, const WarpAccess& access);
  void read(BlockRaces& block, const WarpAccess& access);
  void touch(BlockRaces& block, const WarpAccess& access, const Stamp& stamp);
  // The access that conflicts with this one, if any. `joins`: it writes the same value in the same instruction.
  const Stamp* conflict(const BlockRaces& block, const WarpAccess& access, const Stamp& stamp, const Cell& cell,
                        size_t at, size_t bytes, bool& joins) const;
  // Both accesses are strong or volatile, but one is a load of another block's write on which no branch or address
  // depends. Its value varies from run to run.
  bool is_unawaited(const WarpAccess& access, const Stamp& earlier) const;
  bool same_value(const WarpAccess& access, const Stamp& stamp, const Stamp& written, size_t at, size_t bytes,
                  bool& joins) const;
  void report(const WarpAccess& access, const Stamp& stamp, uint64_t address, const Stamp& other);

  LaunchState& launch_;
  const std::vector<AccessTraits>& traits_;
  bool report_races_, report_copies_, in_step_;
  EpochCounter epochs_;
  RaceShadow global_;
  ReleaseMap flags_;                                                  // in global memory
  std::unordered_map<uint64_t, std::unique_ptr<BlockRaces>> blocks_;  // of running blocks
  std::vector<std::unique_ptr<BlockRaces>> spare_;
  std::unordered_map<const Cluster*, ClusterMeeting> meetings_;
  BlockRaces* last_ = nullptr;
  // The instruction under which a race is kept, by its two source lines, the lower first. So a race is one finding,
  // seen from either side and in every copy of an unrolled loop.
  std::map<std::tuple<FaultKind, uint64_t, uint64_t>, uint32_t> reported_;
};

}  // namespace whet::vgpu
