// Probes that call the driver run in a separate process: if the driver crashes or hangs, only that probe is lost.
//
// The child prints one JSON object per line and flushes it before each step, so that the parent knows in which step it
// died:
//   {"step":"cuInit"}
//   {"step":"cuDeviceGetCount"}
//   {"gpus":[...]}
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "environment/machine.h"
#include "util/text/json.h"

namespace whet {

// Writes one line to the parent immediately.
using Emit = std::function<void(const Json&)>;

enum class ChildProbe { driver, counters };

std::string_view name_of(ChildProbe probe);

// Does the work in this process, which is the child.
void run_child_probe(ChildProbe probe, const Machine& machine, const Emit& emit);

// For the parent: everything the child wrote, merged into one object, and how the child ended.
struct ChildReport {
  Json values = Json::object();
  std::string trouble;  // "crashed (signal 11) in cuInit"; empty when it succeeded
};

// A text among the child's values; empty when it is absent or not a text.
std::string text_of(const Json& values, std::string_view key);

ChildReport start_child_probe(ChildProbe probe, const Machine& machine, std::chrono::milliseconds timeout);

}  // namespace whet
