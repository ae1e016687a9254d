#include "environment/child.h"

#include "environment/counter_trial.h"
#include "environment/driver.h"
#include "util/text.h"

namespace whet {

namespace {

Json merged_lines(std::string_view output) {
  Json values = Json::object();
  for (const std::string_view line : split(output, '\n')) {
    const auto parsed = Json::parse(line);
    if (!parsed || !parsed->as_object()) continue;  // not ours; a driver may print too
    for (const auto& [key, value] : *parsed->as_object()) values[key] = value;
  }
  return values;
}

std::string trouble_of(const Finished& finished, std::chrono::milliseconds timeout, const Json& values) {
  std::string trouble;
  if (finished.timed_out) {
    trouble = "did not answer within " + std::to_string(timeout.count() / 1000) + " s";
  } else if (finished.exit_code > 128) {
    trouble = "crashed (signal " + std::to_string(finished.exit_code - 128) + ")";
  } else if (finished.exit_code != 0) {
    trouble = "ended with exit code " + std::to_string(finished.exit_code);
  } else {
    return {};
  }
  const Json* step = values.find("step");
  return step && step->as_string() ? trouble + " in " + *step->as_string() : trouble;
}

}  // namespace

std::string_view name_of(ChildProbe probe) {
  return probe == ChildProbe::driver ? "driver" : "counters";
}

void run_child_probe(ChildProbe probe, const Machine& machine, const Emit& emit) {
  if (probe == ChildProbe::driver)
    read_driver(machine.libraries, emit);
  else
    try_counters(machine, emit);
}

ChildReport start_child_probe(ChildProbe probe, const Machine& machine, std::chrono::milliseconds timeout) {
  const auto finished =
      machine.processes.run({{machine.self, "doctor", "--probe", std::string(name_of(probe))}, {}, {}, timeout});
  if (!finished) return {Json::object(), finished.error().what};
  ChildReport report{merged_lines(finished->out), {}};
  report.trouble = trouble_of(*finished, timeout, report.values);
  return report;
}

std::string text_of(const Json& values, std::string_view key) {
  const Json* value = values.find(key);
  return value && value->as_string() ? *value->as_string() : "";
}

}  // namespace whet
