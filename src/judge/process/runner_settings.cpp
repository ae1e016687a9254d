#include "judge/process/runner_settings.h"

#include "judge/process/device_protocol.h"

namespace whet {

Json to_json(const RunnerSettings& settings) {
  const VirtualOptions& options = settings.device.virtual_options;
  Json json = Json::object();
  json["call"] = "open";
  json["device"] = settings.device.device;
  json["host_code"] = settings.device.host_code;
  json["threads"] = options.threads;
  json["deterministic"] = options.deterministic;
  json["device_bytes"] = options.memory_bytes;
  json["budget"] = options.budget;
  json["track_initialised"] = options.track_initialised;
  json["seed"] = options.seed;
  json["varies_order"] = options.varies_order;
  json["varies_surroundings"] = options.varies_surroundings;
  json["check_memory"] = options.checks.memory;
  json["check_init"] = options.checks.init;
  json["check_race"] = options.checks.race;
  json["check_sync"] = options.checks.sync;
  json["directory"] = settings.directory;
  json["memory_bytes"] = settings.memory_bytes;
  json["sandbox"] = settings.sandbox;
  json["link"] = settings.link;
  return json;
}

Result<RunnerSettings> runner_settings_from(const Json& json) {
  TRY(device, text_member(json, "device"));
  TRY(threads, whole_member(json, "threads"));
  TRY(device_bytes, whole_member(json, "device_bytes"));
  TRY(budget, whole_member(json, "budget"));
  TRY(seed, whole_member(json, "seed"));
  TRY(directory, text_member(json, "directory"));
  TRY(memory_bytes, whole_member(json, "memory_bytes"));
  RunnerSettings settings;
  settings.device.device = std::move(device);
  settings.device.host_code = flag_member(json, "host_code");
  VirtualOptions& options = settings.device.virtual_options;
  options.threads = static_cast<int>(threads);
  options.deterministic = flag_member(json, "deterministic");
  options.memory_bytes = device_bytes;
  options.budget = budget;
  options.seed = seed;
  options.varies_order = flag_member(json, "varies_order");
  options.varies_surroundings = flag_member(json, "varies_surroundings");
  options.track_initialised = flag_member(json, "track_initialised");
  options.checks = {flag_member(json, "check_memory"), flag_member(json, "check_init"), flag_member(json, "check_race"),
                    flag_member(json, "check_sync")};
  settings.directory = std::move(directory);
  settings.memory_bytes = memory_bytes;
  settings.sandbox = flag_member(json, "sandbox");
  settings.link = flag_member(json, "link");
  settings.device.linked = settings.link;
  return settings;
}

uint64_t address_limit(const RunnerSettings& settings) {
  constexpr uint64_t k_room = 4ull << 30;  // stacks and arenas of threads, the program itself
  return settings.memory_bytes ? 2 * settings.memory_bytes + k_room : 0;
}

}  // namespace whet
