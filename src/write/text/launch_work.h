// What one launch of a written kernel does, as its schedule counts it before anything is compiled. No rate of any GPU
// is in it: predict.h makes seconds of it.
#pragma once

#include <string>
#include <vector>

namespace whet::write {

// The traffic of one array, in bytes of whole sectors of 32.
struct ArrayTraffic {
  std::string array;
  double touched = 0;    // different ones
  double requested = 0;  // asked of L2, those that are asked for again included
  double between = 0;    // of all arrays that a block moves before it asks for a sector again; 0: other blocks ask
  double stored = 0;     // sent to L2
  double updated = 0;    // of atomics
  double lone = 0;       // part of `touched` in sectors of whose line little else is touched
};

struct LaunchWork {
  double blocks = 1, threads = 1;  // per block
  double registers = 32;           // of a thread, estimated
  double shared_bytes = 0;         // of a block

  // Instructions of all warps, by the unit that executes them.
  double fp32 = 0, integer = 0, fp64 = 0, special = 0, memory = 0;
  // Requests of all warps.
  double lines = 0, sectors = 0;          // of global memory, at L1
  double store_lines = 0;                 // part of `lines`
  double shared_wavefronts = 0;           // of shared memory, shuffles included
  double shared_atomics = 0;              // lanes at one address of shared memory, one after another
  double atomic_sectors = 0;              // of atomics in global memory
  double hot_sectors = 0, hot_lanes = 0;  // of these, at the line that has most
  std::vector<ArrayTraffic> arrays;

  // What one warp waits for, one after another.
  double waits = 0;       // loads from memory; those in flight together count once
  double near_waits = 0;  // loads that L2 has
  double l1_waits = 0;    // loads that L1 has
  double shared_waits = 0, shuffles = 0, barriers = 0;

  double issued() const { return fp32 + integer + fp64 + special + memory; }
  double warps() const;  // of the grid
};

}  // namespace whet::write
