// What physics allows: no kernel is done before its data has moved, its arithmetic is done and it was launched. A time
// below it is invalid, whatever the reason, and never a record.
//
//   copy of 512 MiB, cold L2, H200: 1 GiB moved, of which 60 MiB may still lie in L2 at the end  ->  0.21 ms at 4.8
//   TB/s
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device/device.h"
#include "hardware/ceilings.h"
#include "problem/data/resolve.h"
#include "problem/numbers/precision.h"

namespace whet {

struct FloorInput {
  std::optional<double> bytes, flops;  // declared work; what is not declared binds nothing
  double output_bytes = 0;             // of the arrays written: they may wait in L2 to be written back
  PrecisionClass precision = PrecisionClass::fp32;
  SamplingPlan::Cache cache = SamplingPlan::Cache::cold;
  double empty_seconds = 0;  // of an empty kernel timed the same way; 0: not known
};

struct FloorBound {
  std::string name;  // "DRAM bandwidth", "fp32 peak", "launch"
  double seconds = 0;
  double tolerance = 0;  // share of it by which a time may be below, for the error of the ceiling itself
  std::string source;    // of the ceiling
};

struct PhysicsFloor {
  std::vector<FloorBound> bounds;  // longest first

  double seconds() const { return bounds.empty() ? 0 : bounds.front().seconds; }
  // The bound that a time of `seconds` breaks; nullptr: none.
  const FloorBound* broken_by(double seconds) const;
  // "12.0 us is below what DRAM bandwidth allows: 210 us"; empty: it is not.
  std::string violation(double seconds) const;
};

PhysicsFloor physics_floor(const FloorInput& input, const Gpu& gpu, const std::vector<Measurement>& measurements);
// The same for declared work that was sampled with L2 in one state.
PhysicsFloor sampled_floor(FloorInput work, SamplingPlan::Cache cache, const Sampling& sampling, const Gpu& gpu,
                           const std::vector<Measurement>& measurements);
// What a good kernel can be expected to come near: as above with all that is declared moved to and from DRAM. Small
// outputs that are left in L2 can beat it. Empty where nothing is declared.
PhysicsFloor roofline(FloorInput input, const Gpu& gpu, const std::vector<Measurement>& measurements);

// The fastest arithmetic whose results the class admits; nothing when the sheet has no peak of it.
std::optional<std::pair<Math, Rate>> fastest_math(const Ceilings& ceilings, PrecisionClass precision);

// The input of a case: its declared work and the bytes of its outputs.
FloorInput floor_input(const Problem& problem, const ResolvedCase& resolved);

}  // namespace whet
