// One thing that `whet calibrate` measures: a kernel of knowledge/probes/ with launches whose work and result are
// known.
//
// A rate is the work that a launch does beyond a smaller one, divided by the time that it takes longer: what both spend
// on starting, loading and storing drops out. A latency is that time divided by the number of steps.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/calibration.h"
#include "device/device.h"

namespace whet {

// How large the probes are on a device.
struct ProbeScale {
  int sms = 1;
  uint64_t l2_bytes = 0;
  uint64_t most_bytes = 256ull << 20;  // of an array in DRAM
  int loops = 1;                       // factor on the passes of timed launches
};

// The launch that is timed, the smaller one that is subtracted, and a small one whose result is checked.
enum class ProbeSize { check, part, full };

// Bytes of an array that matter.
struct ProbePatch {
  uint64_t offset = 0;
  std::string bytes;
};

struct ProbeArray {
  uint64_t bytes = 0;
  std::function<std::vector<ProbePatch>(uint64_t address)> content = {};  // empty: anything but zeros
  bool is_zeroed = false;                                                 // before every launch
};

struct ProbeLaunch {
  LaunchShape shape;
  std::vector<ProbeArray> arrays;  // the first arguments of the kernel are their addresses
  std::vector<uint32_t> scalars;   // the next ones
  int passes = 0;                  // the last one; 0: the kernel has none
  int repeats = 1;                 // launches in a row that are timed as one
  double work = 0;                 // bytes, operations or steps
  size_t result = 0;               // the array that `check` gets, with the address of the first
  std::function<std::string(std::string_view, uint64_t)> check = {};  // what is wrong; empty: nothing
};

struct CeilingProbe {
  std::string id, title;  // "dram_copy", "DRAM copy"
  ProbeUnit unit = ProbeUnit::bytes_per_second;
  std::string file;                  // "memory": knowledge/probes/memory.cu
  std::vector<std::string> defines;  // "TYPE=1"
  std::string kernel;                // "probe_copy"
  std::function<ProbeLaunch(const ProbeScale&, ProbeSize)> launch;
  bool has_part = true;    // the smaller launch is subtracted
  bool has_sizes = false;  // it is also timed with less data
};

struct ProbeSet {
  std::vector<CeilingProbe> probes;
  std::vector<std::string> left_out;  // what this architecture has no instruction for
};

ProbeSet probes_for(const Architecture& architecture);

}  // namespace whet
