// A CUDA driver in a shared library of its own that keeps virtual time: each launch takes as long as the script says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace whet::test {

struct FakeDriver {
  // Script.
  double kernel_seconds = 100e-6;  // of every kernel that is not the timer's
  std::vector<double> clocks_hz;   // SM clock of the next samples; the last stays
  std::string failing;             // launches of this kernel fail
  bool gate_times_out = false;
  // Record.
  std::vector<std::string> steps;  // what reached the stream: kernels by name, "event", "graph"
  int persisting_resets = 0;
  bool waited_behind_closed_gate = false;
};

using FakeDriverOf = FakeDriver* (*)();  // exported as "fake_driver"

}  // namespace whet::test
