// The physical floor: no kernel ends before its data has moved, its arithmetic is done and it was launched. A time
// below the floor is invalid, and never a record.
//
//   copy of 512 MiB, cold L2, H200: 1 GiB moved, of which 60 MiB may still be in L2 at the end  ->  0.21 ms at 4.8
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
  std::optional<double> bytes, flops;  // declared or derived work; what is not known sets no bound
  // Derived from the kernel instead of declared. Another kernel may need less, so they make no time invalid.
  bool is_flops_derived = false, is_bytes_derived = false;
  double output_bytes = 0;  // of the arrays written: they may stay in L2 before they are written back
  PrecisionClass precision = PrecisionClass::fp32;
  bool allows_split = false;  // floats may be multiplied as split tf32 numbers
  SamplingPlan::Cache cache = SamplingPlan::Cache::cold;
  double empty_seconds = 0;  // of an empty kernel timed the same way; 0: not known
};

struct FloorBound {
  std::string name;  // "DRAM bandwidth", "fp32 peak", "launch"
  double seconds = 0;
  double tolerance = 0;  // share by which a time may be below it, for the error of the ceiling itself
  std::string source;    // of the ceiling
  RateOrigin origin = RateOrigin::sourced;
};

struct PhysicsFloor {
  std::vector<FloorBound> bounds;  // longest first

  double seconds() const { return bounds.empty() ? 0 : bounds.front().seconds; }
  // The bound that a time violates; nullptr: none.
  const FloorBound* broken_by(double seconds) const;
  // "12 us is less than the DRAM bandwidth allows: 210 us"; empty: it is not.
  std::string violation(double seconds) const;
};

PhysicsFloor physics_floor(const FloorInput& input, const Gpu& gpu, const std::vector<Measurement>& measurements);
// The same for declared work that was sampled with L2 in one state.
PhysicsFloor sampled_floor(FloorInput work, SamplingPlan::Cache cache, const Sampling& sampling, const Gpu& gpu,
                           const std::vector<Measurement>& measurements);
// What a good kernel can come close to: the same, with all declared bytes moved to and from DRAM. Small outputs that
// stay in L2 can beat it. Empty if nothing is declared.
PhysicsFloor roofline(FloorInput input, const Gpu& gpu, const std::vector<Measurement>& measurements);

// A product of split numbers that uses all their digits takes three on tensor cores. Data may need fewer, so that no
// floor counts on it.
inline constexpr double k_split_products = 3;

// The fastest arithmetic that the contract admits; nothing if the data sheet has no peak for it.
std::optional<std::pair<Math, Rate>> fastest_math(const Ceilings& ceilings, const FloorInput& input,
                                                  double split_products = 1);
// Whether that is tensor cores, by split numbers alone.
bool is_of_split(Math math, const FloorInput& input);

// The input of a case: its declared work and the bytes of its outputs.
FloorInput floor_input(const Problem& problem, const ResolvedCase& resolved);

}  // namespace whet
