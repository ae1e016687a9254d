#include "calibrate/probe_run.h"

#include <algorithm>

namespace whet {

namespace {

template <typename T>
std::string argument_bytes(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

// The arrays of a launch, freed with it.
class ProbeArrays {
 public:
  ProbeArrays(Device& device, const ProbeLaunch& launch) : device_(device), launch_(launch) {}
  ProbeArrays(const ProbeArrays&) = delete;
  ProbeArrays& operator=(const ProbeArrays&) = delete;
  ~ProbeArrays() {
    for (const uint64_t address : addresses_) (void)device_.free(address);
  }

  Result<void> make() {
    for (const ProbeArray& array : launch_.arrays) {
      TRY(address, device_.allocate(array.bytes, "probe"));
      addresses_.push_back(address);
      if (array.is_zeroed) TRY_VOID(device_.fill(address, 0, array.bytes));
      if (array.content) TRY_VOID(write(array, address));
    }
    return {};
  }

  const std::vector<uint64_t>& addresses() const { return addresses_; }

  Launch with_arguments(std::shared_ptr<DeviceModule> module, const std::string& kernel) const {
    Launch launch{std::move(module), kernel, launch_.shape, {}};
    for (const uint64_t address : addresses_) launch.arguments.push_back(argument_bytes(address));
    for (const uint32_t scalar : launch_.scalars) launch.arguments.push_back(argument_bytes(scalar));
    if (launch_.passes > 0) launch.arguments.push_back(argument_bytes(launch_.passes));
    return launch;
  }

  std::vector<SamplingPlan::Reset> resets() const {
    std::vector<SamplingPlan::Reset> resets;
    for (size_t i = 0; i < addresses_.size(); ++i) {
      if (launch_.arrays[i].is_zeroed) resets.push_back({.to = addresses_[i], .bytes = launch_.arrays[i].bytes});
    }
    return resets;
  }

 private:
  // The rest of an array repeats its beginning. A model's time does not depend on it.
  Result<void> write(const ProbeArray& array, uint64_t address) {
    const std::vector<ProbePatch> patches = array.content(address);
    for (const ProbePatch& patch : patches) TRY_VOID(device_.write(address + patch.offset, patch.bytes));
    if (patches.size() != 1 || device_.facts().is_virtual) return {};
    for (uint64_t done = patches.front().bytes.size(); done < array.bytes;) {
      const uint64_t more = std::min(done, array.bytes - done);
      TRY_VOID(device_.copy(address + done, address, more));
      done += more;
    }
    return {};
  }

  Device& device_;
  const ProbeLaunch& launch_;
  std::vector<uint64_t> addresses_;
};

ProbeTimes summary(const Sampling& sampling) {
  ProbeTimes times;
  std::vector<double> seconds, clocks;
  for (const Sample& sample : sampling.samples) {
    seconds.push_back(sample.seconds);
    if (sample.sm_clock_hz > 0) clocks.push_back(sample.sm_clock_hz);
  }
  times.seconds = spread(seconds);
  times.empty_seconds = sampling.empty_seconds;
  if (!clocks.empty()) {
    times.slowest_clock_hz = *std::min_element(clocks.begin(), clocks.end());
    times.sm_clock_hz = median(std::move(clocks));
  }
  times.is_modelled = sampling.origin == Origin::modelled;
  times.before = sampling.before;
  times.after = sampling.after;
  return times;
}

}  // namespace

Result<std::string> ProbeRun::check() {
  const ProbeLaunch launch = probe_.launch(scale_, ProbeSize::check);
  ProbeArrays arrays(device_, launch);
  TRY_VOID(arrays.make());
  TRY_VOID(device_.launch(arrays.with_arguments(module_, probe_.kernel)));
  if (!launch.check) return std::string();
  TRY(result, device_.read(arrays.addresses()[launch.result], launch.arrays[launch.result].bytes));
  return launch.check(result, arrays.addresses().front());
}

Result<ProbeTimes> ProbeRun::time(ProbeSize size) {
  return time(size, scale_);
}

Result<ProbeTimes> ProbeRun::time(ProbeSize size, const ProbeScale& scale) {
  const ProbeLaunch launch = probe_.launch(scale, size);
  ProbeArrays arrays(device_, launch);
  TRY_VOID(arrays.make());
  SamplingPlan plan;
  plan.limit_seconds = seconds_;
  plan.observe = true;
  plan.resets = arrays.resets();
  const std::vector<Launch> launches(static_cast<size_t>(launch.repeats),
                                     arrays.with_arguments(module_, probe_.kernel));
  TRY(sampling, device_.sample(launches, plan));
  if (sampling.samples.empty()) return failed("no sample was taken in the time that the probe has");
  return summary(sampling);
}

}  // namespace whet
