#include "judge/process/runner_settings.h"

#include "util/text/record.h"

namespace whet {

template <>
struct Record<RunnerSettings> {
  static constexpr auto fields = std::tuple(
      required("device", [](auto& s) -> auto& { return s.device.device; }),
      defaulted("host_code", [](auto& s) -> auto& { return s.device.host_code; }),
      required("threads", [](auto& s) -> auto& { return s.device.virtual_options.threads; }),
      defaulted("deterministic", [](auto& s) -> auto& { return s.device.virtual_options.deterministic; }),
      required("device_bytes", [](auto& s) -> auto& { return s.device.virtual_options.memory_bytes; }),
      required("budget", [](auto& s) -> auto& { return s.device.virtual_options.budget; }),
      defaulted("track_initialised", [](auto& s) -> auto& { return s.device.virtual_options.track_initialised; }),
      required("seed", [](auto& s) -> auto& { return s.device.virtual_options.seed; }),
      defaulted("varies_order", [](auto& s) -> auto& { return s.device.virtual_options.varies_order; }),
      defaulted("varies_surroundings", [](auto& s) -> auto& { return s.device.virtual_options.varies_surroundings; }),
      defaulted("check_memory", [](auto& s) -> auto& { return s.device.virtual_options.checks.memory; }),
      defaulted("check_init", [](auto& s) -> auto& { return s.device.virtual_options.checks.init; }),
      defaulted("check_race", [](auto& s) -> auto& { return s.device.virtual_options.checks.race; }),
      defaulted("check_sync", [](auto& s) -> auto& { return s.device.virtual_options.checks.sync; }),
      required("directory", &RunnerSettings::directory), required("memory_bytes", &RunnerSettings::memory_bytes),
      defaulted("sandbox", &RunnerSettings::sandbox), defaulted("link", &RunnerSettings::link));
};

Json to_json(const RunnerSettings& settings) {
  Json json = record_json(settings);
  json["call"] = "open";
  return json;
}

Result<RunnerSettings> runner_settings_from(const Json& json) {
  TRY(settings, read_record<RunnerSettings>(json, "a message between processes"));
  settings.device.linked = settings.link;
  return settings;
}

uint64_t address_limit(const RunnerSettings& settings) {
  constexpr uint64_t k_room = 4ull << 30;  // stacks and arenas of threads, and the program itself
  return settings.memory_bytes ? 2 * settings.memory_bytes + k_room : 0;
}

}  // namespace whet
