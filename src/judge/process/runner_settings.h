// What a runner is told at its start.
#pragma once

#include <string>

#include "judge/process/served_device.h"
#include "util/text/json.h"

namespace whet {

struct RunnerSettings {
  ServedOptions device;
  std::string directory;      // its own, where alone it may write
  uint64_t memory_bytes = 0;  // that it may hold at once; the judge watches it
  bool sandbox = true;
  bool link = false;  // it is one of two: with host code it has no GPU, without it serves one that has
};

Json to_json(const RunnerSettings& settings);
Result<RunnerSettings> runner_settings_from(const Json& json);

// Addresses a runner without CUDA may take: what it may hold, and as much again for what it only reserves.
uint64_t address_limit(const RunnerSettings& settings);

}  // namespace whet
