// A real GPU as far as others can see: launches run on a virtual one, times and counters follow a script.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/launch_counters.h"
#include "device/virtual/virtual_device.h"

namespace whet::test {

class FakeGpu : public Device, public LaunchCounters {
 public:
  explicit FakeGpu(VirtualDevice& inner) : inner_(inner), facts_(inner.facts()) {
    facts_.name = "cuda:0";
    facts_.is_virtual = false;
  }

  // Script.
  std::map<std::string, double> counters;  // that the chip has
  int passes = 2;
  std::optional<Error> no_names, no_counters, no_sampling;
  bool has_counters = true;
  double seconds = 50e-6, empty_seconds = 0;
  uint64_t watched = 0;  // bytes of an array that are noted before every launch
  std::string watched_name;
  // Record.
  std::vector<std::string> seen;  // of the watched array, before each launch
  int counted = 0, modules = 0;
  bool sampling = false;

  const DeviceFacts& facts() const override { return facts_; }
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name) override {
    TRY(address, inner_.allocate(bytes, name));
    if (name == watched_name) watched_address_ = address;
    return address;
  }
  Result<void> free(uint64_t address) override { return inner_.free(address); }
  Result<void> write(uint64_t address, std::string_view bytes) override { return inner_.write(address, bytes); }
  Result<void> read_to(std::span<char> to, uint64_t address) override { return inner_.read_to(to, address); }
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) override {
    return inner_.fill(address, value, bytes);
  }
  Result<std::shared_ptr<DeviceModule>> load(const Build& build) override { return ++modules, inner_.load(build); }
  Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) override {
    return inner_.variables(module, key);
  }
  Result<void> launch(const Launch& launch) override {
    if (watched > 0) {
      TRY(bytes, read(watched_address_, watched));
      seen.push_back(bytes);
    }
    return inner_.launch(launch);
  }
  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) override {
    Sampling sampling;
    for (int i = 0; i < 3; ++i) {
      TRY_VOID(put_back(plan.resets, 0));
      TRY_VOID(launch(launches.front()));
      sampling.samples.push_back({seconds});
    }
    sampling.empty_seconds = empty_seconds;
    return sampling;
  }
  Result<Time> time(const Launch&) override { return Time{seconds}; }
  Result<std::vector<Metric>> metrics(const Launch&, const std::vector<std::string>&) override {
    return std::vector<Metric>();
  }
  LaunchCounters* launch_counters() override { return has_counters ? this : nullptr; }

  Result<std::vector<std::string>> known_metrics(const std::vector<std::string>& names) override {
    if (no_names) return *no_names;
    std::vector<std::string> known;
    for (const std::string& name : names) {
      if (counters.contains(name)) known.push_back(name);
    }
    return known;
  }
  Result<CounterReading> count(const Launch& launched, const std::vector<std::string>& names,
                               const Restore& restore) override {
    ++counted;
    if (no_counters) return *no_counters;
    CounterReading reading;
    for (; reading.passes < passes; ++reading.passes) {
      TRY_VOID(restore());
      TRY_VOID(launch(launched));
    }
    for (const std::string& name : names) reading.metrics.push_back({name, counters.at(name), Origin::measured});
    return reading;
  }
  Result<void> begin_sampling() override {
    if (no_sampling) return *no_sampling;
    sampling = true;
    modules_before_sampling_ = modules;
    return {};
  }
  void end_sampling() override { sampling = false; }
  Result<PcSampling> sample_pcs(const Launch& launched, double, const Restore& restore) override {
    TRY_VOID(restore());
    TRY_VOID(launch(launched));
    PcSampling found;
    // CUPTI knows only code that was loaded since it began.
    const std::string name = modules > modules_before_sampling_ ? launched.kernel : "";
    found.samples = {{name, 0, {{"wait", 3, 1}}}, {name, 16, {{"long_scoreboard", 7, 6}}}};
    found.period_cycles = 512;
    return found;
  }

 private:
  VirtualDevice& inner_;
  DeviceFacts facts_;
  uint64_t watched_address_ = 0;
  int modules_before_sampling_ = 0;
};

}  // namespace whet::test
