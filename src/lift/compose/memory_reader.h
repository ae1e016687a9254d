// Loads of a launch as what earlier launches left in memory.
#pragma once

#include <string>
#include <vector>

#include "lift/compose/launch_memory.h"
#include "lift/compose/written_place.h"

namespace whet::lift {

class MemoryReader {
 public:
  // `repeats_sums`: a sum may be computed again for every element.
  MemoryReader(Arena& arena, const LaunchMemory& memory, std::string launch, bool repeats_sums = false)
      : arena_(arena), memory_(memory), launch_(std::move(launch)), repeats_sums_(repeats_sums) {}

  // The expression with its loads replaced, where `known` holds.
  Expr read(Expr e, const KnownRanges& known);
  // What an array holds at an offset.
  Expr content(Expr array, Expr offset, int bytes, const KnownRanges& known);

  // Why what was read may not be used; empty: it may.
  const std::string& failure() const { return failure_; }

 private:
  Expr content_before(const std::vector<LaunchStore>& stores, size_t end, Expr load, const KnownRanges& known);
  Expr value_of(const LaunchStore& store, const WrittenPlace& place, Expr before);
  void check_repetition(const LaunchStore& store, const WrittenPlace& place, const KnownRanges& known);
  Expr read_reduction(Expr e, const KnownRanges& known);
  Expr read_select(Expr e, const KnownRanges& known);
  Expr read_members(Expr e, const KnownRanges& known);
  Expr read_parts(Expr e, const KnownRanges& known);
  bool reads_written(Expr e) const;
  Expr fail(const std::string& why, Expr e);

  Arena& arena_;
  const LaunchMemory& memory_;
  std::string launch_, failure_;
  bool repeats_sums_;
  std::vector<Expr> reduced_;  // the variables of the reductions around what is read
};

}  // namespace whet::lift
