// Counts what a launch does at one case of the problem: a warp's accesses by the addresses of its lanes, instructions
// by the elements that are computed.
//
//   a warp loads packs of 4 floats along a row       1 request, 4 lines, 16 sectors
//   the same where rows are not whole words          4 requests, 4 lines and 16 sectors each; L2 is asked for 16
//   sectors
#pragma once

#include <functional>
#include <vector>

#include "write/schedule/operations.h"
#include "write/subject/case_sizes.h"
#include "write/text/launch_work.h"

namespace whet::write {

// How the lanes of a warp lie in the space: `lanes` beside each other, each `step` further along the variable; those of
// the next step count whole groups of these.
struct LaneStep {
  double lanes = 32;
  Expr variable;
  double step = 1;
};

// The elements that a lane takes together.
struct LanePack {
  Expr along;
  int64_t vector = 1;
};

struct CountedAccess {
  Expr array, offset;
  int bytes = 4;
  bool is_pack = true;      // it moves with the pack; else one element serves all of it
  bool may_be_wide = true;  // whole words are accessed where addresses allow it
};

struct Range {
  Expr variable;
  double count = 1;
};

class WorkCount {
 public:
  // `ranges`: of all variables that accesses depend on.
  WorkCount(const Subject& subject, const SubjectCase& at, std::vector<Range> ranges);

  LaunchWork& work() { return work_; }
  double size(Expr count) const;
  // The length of rows that data decides: as long as the arrays which the loads run through allow.
  double length(Expr count, const std::vector<Expr>& bodies, double rows) const;
  void set_range(Expr variable, double count);
  void set_grid(double blocks, double threads);
  double warps() const { return work_.warps(); }

  // Every one of `requests` warps makes the accesses for a pack. Those of one array find in L1 what others of them
  // brought. `between` as in ArrayTraffic; `fresh`: the share that L1 has not got from other warps of the block.
  void read(const std::vector<CountedAccess>& accesses, const std::vector<LaneStep>& lanes, const LanePack& pack,
            double requests, double between = 0, double fresh = 1);
  // Blocks that read so many elements of each line, and then those of a line far away: memory opens a page for few
  // bytes.
  void leave_pages(const std::vector<CountedAccess>& accesses, double elements);
  void write(const std::vector<CountedAccess>& accesses, const std::vector<LaneStep>& lanes, const LanePack& pack,
             double requests);
  // Atomic updates in global memory. `targets`: different elements that they meet.
  void update(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack, double requests,
              double targets, bool is_vector);
  // By `threads` threads of the grid.
  void compute(const Operations& operations, double threads);
  void integers(double instructions, double warps) { work_.integer += instructions * warps; }
  // Lanes, warps and blocks combine what they have: `lanes` threads share a result of this many bytes.
  void combine(double lanes, double bytes, const Operations& fold);
  // A thread waits for these loads `times` times, one after another: stores in between keep them apart. Small arrays
  // are in L1 by then.
  void wait_after_stores(const std::vector<CountedAccess>& loads, double times);
  // Values that a thread keeps, in bytes.
  void keep(double bytes);

 private:
  struct Footprint {
    double requests = 1, lines = 0, sectors = 0;  // at L1, in all requests of the pack
    std::vector<int64_t> touched;                 // sectors, each once
    double fresh = 1;                             // share of these that other warps have not brought
    double loneliness = 0;                        // 1: of the lines only one sector is touched
  };
  Footprint footprint(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack,
                      bool is_wide, int count = 32) const;
  static double loneliness(const std::vector<int64_t>& sectors);
  double loneliness_of(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack,
                       bool is_wide, const std::vector<int64_t>& touched) const;
  double fresh_sectors(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack,
                       bool is_wide, const std::vector<int64_t>& touched) const;
  double merged_share(const CountedAccess& access, const std::vector<CountedAccess>& accesses, const Footprint& found,
                      const LanePack& pack) const;
  bool is_wide(const CountedAccess& access, const LanePack& pack) const;
  double address(const CountedAccess& access, const VariableValues& at) const;
  VariableValues middle(const std::vector<LaneStep>& lanes, const LanePack& pack) const;
  double range(Expr variable) const;
  // How often the accesses come to the same elements again.
  double repeats(const CountedAccess& access) const;
  ArrayTraffic& traffic(Expr array);
  void touch(const CountedAccess& access, const Footprint& all, double requests, double between, ArrayTraffic& of);
  void count_requests(const Footprint& footprint, double requests, bool is_wide, const LanePack& pack);

  const Subject& subject_;
  CaseSizes sizes_;
  std::vector<Range> ranges_;
  LaunchWork work_;
};

// All loads that the values need, by those of `along` and the others. Reductions of constant range are their terms.
std::vector<CountedAccess> counted_loads(const Subject& subject, const std::vector<lift::SpaceIndex>& space,
                                         const std::vector<Expr>& values, Expr along);
// What an element takes of registers while it waits for its use: narrow ones are taken apart, partly before.
double kept_bytes(int bytes);
// The stores of the statements.
std::vector<CountedAccess> counted_stores(const Subject& subject, const std::vector<lift::Statement>& statements,
                                          Expr along);
// Those of the first that are not among the second.
std::vector<CountedAccess> without(std::vector<CountedAccess> accesses, const std::vector<CountedAccess>& others);

// The work of a launch at each case of the subject.
std::vector<LaunchWork> counted(const Subject& subject, const std::vector<lift::SpaceIndex>& space,
                                const std::function<void(WorkCount&)>& count);

}  // namespace whet::write
