// A CUPTI that insists on the order and the sizes that its headers ask for, and counts what a test tells it to.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "device/cuda/cuda_library.h"

namespace whet::test {

struct FakePc {
  const char* function;
  uint64_t offset;
  std::map<std::string, uint32_t> samples;  // by the name of the stall reason
};

struct FakeCupti {
  // Script.
  std::map<std::string, double> metrics;  // that the chip has, with their values
  int passes = 1;
  int dropped_ranges = 0;
  std::map<std::string, int> failing;  // functions with the code that they return
  std::set<int> refused_modes;         // of PC sampling
  std::vector<std::string> reasons;    // of stalls
  std::vector<FakePc> pcs;
  size_t pcs_at_a_time = 100;
  uint32_t version = 130001;
  // Record.
  std::vector<std::string> calls;
  int open_hosts = 0;
  bool is_host_spoilt = false;
  bool profiling = false, started = false;          // range profiler
  bool sampling = false, sampling_started = false;  // PC sampling
  int passes_done = 0;
  int mode = 0;
  uint32_t exponent = 0;
  size_t pcs_read = 0;
};

// What the fake follows; one test at a time.
FakeCupti& fake_cupti();
// Opened as CUPTI is.
Result<CudaLibrary> open_fake_cupti();
// The context that it accepts.
void* fake_context();

}  // namespace whet::test
