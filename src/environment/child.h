// Probes that talk to the driver run in a process of their own: a driver that crashes or hangs costs that probe alone.
//
// The child prints one JSON object a line and flushes it before each step it takes, so that the parent knows the step
// it died in:
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

// Writes one line for the parent, at once.
using Emit = std::function<void(const Json&)>;

enum class ChildProbe { driver, counters };

std::string_view name_of(ChildProbe probe);

// The child's side: does the work in this process.
void run_child_probe(ChildProbe probe, const Machine& machine, const Emit& emit);

// The parent's side: everything the child wrote, merged into one object, and what became of it.
struct ChildReport {
  Json values = Json::object();
  std::string trouble;  // "crashed (signal 11) in cuInit"; empty when it ended well
};

// A text of what a child wrote; empty when it is absent or no text.
std::string text_of(const Json& values, std::string_view key);

ChildReport start_child_probe(ChildProbe probe, const Machine& machine, std::chrono::milliseconds timeout);

}  // namespace whet
