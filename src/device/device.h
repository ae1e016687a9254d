// One GPU, real or virtual. Everything above cannot tell the two apart, except by how a number was obtained.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.h"
#include "hardware/gpu.h"
#include "util/result.h"

namespace whet {

enum class Origin { measured, counted, modelled, declared, sourced };
const char* name_of(Origin origin);

struct DeviceFacts {
  std::string name;  // "virtual:h200", "cuda:0"
  Gpu gpu;
  Architecture architecture;
  bool is_virtual = false;
};

struct Extent {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
};

struct LaunchShape {
  Extent grid, block;
  uint64_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  std::optional<Extent> cluster = {};  // blocks of a cluster; none: as the kernel itself says
};

// Code loaded on a device; goes with the last holder.
class DeviceModule {
 public:
  virtual ~DeviceModule() = default;
};

// A `__device__` variable of a module, and the digest of what it holds: it may be as large as the device's memory. By
// this name, what kernels hold of the device's heap.
inline constexpr const char* k_heap_variable = "device heap";
struct ModuleVariable {
  std::string name;
  uint64_t digest = 0;
};

// Where a variable of a module lies.
struct VariablePlace {
  uint64_t address = 0, bytes = 0;
};

struct Launch {
  std::shared_ptr<DeviceModule> module;
  std::string kernel;  // mangled name
  LaunchShape shape;
  std::vector<std::string> arguments;  // bytes of each parameter in order; a pointer is 8 bytes of device address
};

// One number by Nsight Compute's name.
struct Metric {
  std::string name;  // "smsp__inst_executed.sum"
  double value = 0;
  Origin origin = Origin::counted;
};

struct Time {
  double seconds = 0;
  double low_seconds = 0, high_seconds = 0;  // quartiles of the samples, or the model's error range
  Origin origin = Origin::measured;
};

// How launches that belong together are timed, as one.
struct SamplingPlan {
  enum class Cache : uint8_t {
    cold,
    hot
  } cache = Cache::cold;  // L2 emptied before each sample, or as the last left it
  // What a sample's time is read from: events around the launches, the host's clock around launch and wait, or CUPTI's
  // record of when the GPU was at work for the process, whatever the stream.
  enum class Method : uint8_t { cuda_event, host_time, cupti } method = Method::cuda_event;
  int warm_ups = 3;
  int samples = 15;
  double limit_seconds = 10;  // no sample is begun after it
  // The launches are so many equal groups, one behind the other: the same work on other buffers. Sample i takes group
  // (first_set + i) % sets, so that none finds its data where the last left it.
  int sets = 1;
  int first_set = 0;
  int unroll = 0;        // runs of a group in a hot sample, the time being divided by it; 0: the device chooses
  bool witness = false;  // CUPTI's record beside each sample's own time
  bool observe = false;  // clocks, power and company before and after
  // Done on the device before each sample of their group, outside its time: what launches change in place is put back,
  // and outputs are poisoned, lest a kernel find its work done. Not between the runs of one unrolled sample.
  struct Reset {
    int set = 0;
    uint64_t to = 0, bytes = 0;
    uint64_t from = 0;  // copied from there; 0: filled with `value`
    uint8_t value = 0;
  };
  std::vector<Reset> resets = {};
};

struct Sample {
  double seconds = 0;
  double sm_clock_hz = 0;      // while it ran; 0: not known
  double witness_seconds = 0;  // by CUPTI's record; 0: none taken
};

// The state of a GPU outside the kernel, by NVML. What it cannot tell is 0 or empty.
struct GpuCondition {
  bool known = false;
  double sm_clock_hz = 0, memory_clock_hz = 0;
  double power_watts = 0, power_limit_watts = 0;
  double temperature_celsius = 0;
  double utilization = 0;                 // share of the last moments in which some kernel ran
  std::vector<std::string> slowed_by;     // "power cap", "heat"
  std::vector<std::string> other_owners;  // processes with work on this GPU beside this one: "pid 4711"
};

// A device that models gives one sample, with the range it may be off by.
struct Sampling {
  std::vector<Sample> samples;               // in the order taken
  double low_seconds = 0, high_seconds = 0;  // modelled alone
  double order_error = 0;                    // modelled alone: two times nearer than this share are not ordered by it
  Origin origin = Origin::measured;
  int unrolled = 1;                // runs in each sample
  int discarded = 0;               // samples taken again because the clock had dropped
  double empty_seconds = 0;        // an empty kernel timed the same way; 0: not known
  GpuCondition before, after;      // as asked for
  std::vector<std::string> notes;  // what could not be done as planned
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceFacts& facts() const = 0;
  // Much will be copied from and to this memory, which lives as long as the device.
  virtual void expect_copies(std::span<char> /*memory*/) {}
  // Device address. `name` is what findings call it.
  virtual Result<uint64_t> allocate(uint64_t bytes, const std::string& name) = 0;
  virtual Result<void> free(uint64_t address) = 0;
  virtual Result<void> write(uint64_t address, std::string_view bytes) = 0;
  virtual Result<void> read_to(std::span<char> to, uint64_t address) = 0;
  Result<std::string> read(uint64_t address, uint64_t bytes);
  // quick_digest of what is there: as good as reading it, wherever the device's process is trusted.
  virtual Result<uint64_t> digest(uint64_t address, uint64_t bytes, uint64_t key);
  virtual Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) = 0;
  // Between two places that do not overlap.
  virtual Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes);
  // The arrays of a set as they are before a sample.
  Result<void> put_back(const std::vector<SamplingPlan::Reset>& resets, int set);
  // What is under way then, or is asked later, fails: for devices that can end it. Nothing: no such moment.
  virtual void allow_until(std::optional<std::chrono::steady_clock::time_point> /*moment*/) {}
  // On the CPU, since a moment of its own, where the work is done there and the system tells of it. Less than before:
  // it was begun anew.
  virtual std::optional<double> worked_seconds() const { return std::nullopt; }
  virtual Result<std::shared_ptr<DeviceModule>> load(const Build& build) = 0;
  // What launches can leave behind for later ones: the module's variables in global memory.
  virtual Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) = 0;
  // By the variable's mangled name, of __constant__ ones too. A module that lacks it is an error of kind bad_input.
  virtual Result<VariablePlace> variable(DeviceModule& module, const std::string& name);
  // Runs it to the end. Of a module with host code, `kernel` is a function that is called.
  virtual Result<void> launch(const Launch& launch) = 0;
  virtual Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) = 0;
  virtual Result<Time> time(const Launch& launch) = 0;
  // Those of `names` the device can give; all it has when empty.
  virtual Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names) = 0;
};

}  // namespace whet
