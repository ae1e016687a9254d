// The settings that a runner gets at its start.
#pragma once

#include <string>

#include "judge/process/served_device.h"
#include "util/text/json.h"

namespace whet {

struct RunnerSettings {
  ServedOptions device;
  std::string directory;      // its own, the only writable one
  uint64_t memory_bytes = 0;  // at once; the judge watches it
  bool sandbox = true;
  bool link = false;  // one of two processes: with host code it has no GPU, without host code it serves the other
};

Json to_json(const RunnerSettings& settings);
Result<RunnerSettings> runner_settings_from(const Json& json);

// Address space of a runner without CUDA: the memory it may hold, and as much again for what it only reserves.
uint64_t address_limit(const RunnerSettings& settings);

}  // namespace whet
