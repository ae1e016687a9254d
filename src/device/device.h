// One GPU, real or virtual, behind one interface; every number says how it was obtained.
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
#include "util/system/descriptor.h"

namespace whet {

enum class Origin { measured, counted, modelled, declared, sourced, derived };
const char* name_of(Origin origin);

struct DeviceFacts {
  std::string name;  // "virtual:h200", "cuda:0"
  Gpu gpu;
  Architecture architecture;
  bool is_virtual = false;
};

// Tells one GPU from another, and one state of its software and clocks from another. Unknown values are empty or 0.
struct DeviceIdentity {
  std::string name;              // "NVIDIA H200", "virtual:h200"
  std::string uuid;              // as hexadecimal digits; none for a virtual GPU
  std::string driver;            // "580.65.06"; of a virtual GPU the digest of its time model
  std::string cuda;              // "13.0", as far as the driver goes
  double max_sm_clock_hz = 0;    // the highest that the GPU allows
  double set_sm_clock_hz = 0;    // that applications are set to
  double power_limit_watts = 0;  // enforced
  bool operator==(const DeviceIdentity&) const = default;
};

struct Extent {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
};

struct LaunchShape {
  Extent grid, block;
  uint64_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  std::optional<Extent> cluster = {};  // blocks per cluster; absent: the kernel's own value
};

// Code loaded on a device; unloaded with its last owner.
class DeviceModule {
 public:
  virtual ~DeviceModule() = default;
};

// A `__device__` variable of a module, with a digest instead of its value: it may be as large as the device's memory.
// The memory that kernels hold of the device's heap has the name below.
inline constexpr const char* k_heap_variable = "device heap";
struct ModuleVariable {
  std::string name;
  uint64_t digest = 0;
};

// The address and size of a variable of a module.
struct VariablePlace {
  uint64_t address = 0, bytes = 0;
};

// Memory of a device that another process can map by the descriptor.
struct SharedArray {
  uint64_t address = 0;
  Descriptor descriptor;
};

struct Launch {
  std::shared_ptr<DeviceModule> module;
  std::string kernel;  // mangled name
  LaunchShape shape;
  std::vector<std::string> arguments;  // bytes of each parameter in order; a pointer is an 8-byte device address
};

// One number under Nsight Compute's name.
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

// How a group of launches is timed as one.
struct SamplingPlan {
  enum class Cache : uint8_t { cold, hot } cache = Cache::cold;  // L2 flushed before each sample, or left as it is
  // The source of a sample's time: events around the launches, the host's clock around launch and wait, or CUPTI's
  // record of when the GPU worked for the process on any stream.
  enum class Method : uint8_t { cuda_event, host_time, cupti } method = Method::cuda_event;
  int warm_ups = 3;
  int samples = 15;
  double limit_seconds = 10;  // no sample starts after this
  // The launches form this many equal groups in sequence: the same work on different buffers. Sample i uses group
  // (first_set + i) % sets, so that it does not find its data in the caches.
  int sets = 1;
  int first_set = 0;
  int unroll = 0;        // runs per hot sample, which divide its time; 0: chosen by the device
  bool witness = false;  // also take CUPTI's record of each sample
  bool observe = false;  // clocks, power and other processes, before and after
  // Done on the device before each sample of the group, untimed: arrays changed in place are restored and outputs are
  // poisoned, so that a kernel cannot find the answer already there. Not done between the runs of one unrolled sample.
  struct Reset {
    int set = 0;
    uint64_t to = 0, bytes = 0;
    uint64_t from = 0;  // source of a copy; 0: fill with `value`
    uint8_t value = 0;
  };
  std::vector<Reset> resets = {};
};

struct Sample {
  double seconds = 0;
  double sm_clock_hz = 0;      // during the sample; 0: unknown
  double witness_seconds = 0;  // by CUPTI's record; 0: not recorded
};

// The state of a GPU outside the kernel, by NVML. Unknown values are 0 or empty.
struct GpuCondition {
  bool known = false;
  double sm_clock_hz = 0, memory_clock_hz = 0;
  double power_watts = 0, power_limit_watts = 0;
  double temperature_celsius = 0;
  double utilization = 0;                 // share of recent time in which a kernel ran
  std::vector<std::string> slowed_by;     // "power cap", "heat"
  std::vector<std::string> other_owners;  // other processes that use this GPU: "pid 4711"
};

// The samples of one plan. A virtual device gives one modelled sample with its error range.
struct Sampling {
  std::vector<Sample> samples;               // in the order taken
  double low_seconds = 0, high_seconds = 0;  // modelled only
  double order_error = 0;                    // modelled only: smaller relative differences do not order two times
  Origin origin = Origin::measured;
  int unrolled = 1;                // runs per sample
  int discarded = 0;               // samples repeated because the clock had dropped
  double empty_seconds = 0;        // an empty kernel timed in the same way; 0: unknown
  GpuCondition before, after;      // if plan.observe
  std::vector<std::string> notes;  // deviations from the plan
};

class ArrayContent;
class LaunchCounters;

// Makes and keeps contents of arrays in a device's memory without passing them through the host.
class ArrayMaker {
 public:
  virtual ~ArrayMaker() = default;
  virtual bool takes(uint64_t bytes) const = 0;  // arrays of this size
  virtual Result<void> make(const ArrayContent& content, uint64_t to) = 0;
  // A copy of what lies there, in memory that nobody else has.
  virtual Result<ArrayContent> keep(uint64_t from, uint64_t bytes) = 0;
  // What lies there, with the memory itself, which is now the maker's.
  virtual Result<ArrayContent> adopt(uint64_t address, uint64_t bytes) = 0;
  // Whether so many bytes are freed whenever they are not used, because others need the room.
  virtual bool gives_way(uint64_t bytes) const = 0;
  // Frees what it does not need now.
  virtual void give_back() {}
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceFacts& facts() const = 0;
  // For records that must not be used on another device.
  virtual Result<DeviceIdentity> identity();
  // Announces that much will be copied from and to this memory, which lives as long as the device.
  virtual void expect_copies(std::span<char> /*memory*/) {}
  // Memory that nobody has taken; nothing: it is not known.
  virtual std::optional<uint64_t> free_bytes() { return std::nullopt; }
  // Returns a device address. `name` is used in findings.
  virtual Result<uint64_t> allocate(uint64_t bytes, const std::string& name) = 0;
  // The same for an array that kernels only read: a device that can make a write to it a fault does so.
  virtual Result<uint64_t> allocate_input(uint64_t bytes, const std::string& name) { return allocate(bytes, name); }
  virtual bool protects_inputs() const { return false; }
  virtual Result<void> free(uint64_t address) = 0;
  // Zeroed memory that another process can map; `missing` where the device cannot share. `free` ends both.
  virtual Result<SharedArray> allocate_shared(uint64_t bytes);
  // Maps memory that another process allocated with these `bytes`.
  virtual Result<uint64_t> map_shared(int descriptor, uint64_t bytes, bool writable);
  // Waits until copies and fills are done, for other processes that see the memory.
  virtual Result<void> finish() { return {}; }
  virtual Result<void> write(uint64_t address, std::string_view bytes) = 0;
  virtual Result<void> read_to(std::span<char> to, uint64_t address) = 0;
  Result<std::string> read(uint64_t address, uint64_t bytes);
  // quick_digest of the memory: equivalent to reading it if the device's process is trusted.
  virtual Result<uint64_t> digest(uint64_t address, uint64_t bytes, uint64_t key);
  virtual Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) = 0;
  // The two areas must not overlap.
  virtual Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes);
  // Arrays that the maker takes are made and kept by it; it must outlive the device's use. nullptr: none are.
  void use_maker(ArrayMaker* maker) { maker_ = maker; }
  bool has_maker() const { return maker_ != nullptr; }
  bool gives_way(uint64_t bytes) const { return maker_ && maker_->gives_way(bytes); }
  // Sets an array to a content, and says whether the maker did: else it was written from the host.
  Result<bool> make(uint64_t address, const ArrayContent& content);
  // What an array holds now.
  Result<ArrayContent> keep(uint64_t address, uint64_t bytes);
  // The same of an array that ends with it: the content takes over its memory where the maker reaches it.
  Result<ArrayContent> take(uint64_t address, uint64_t bytes);
  // Restores the arrays of a set to their state before a sample.
  Result<void> put_back(const std::vector<SamplingPlan::Reset>& resets, int set);
  // From `moment` on, running and later calls fail, on devices that can interrupt them. An empty value removes the
  // limit.
  virtual void allow_until(std::optional<std::chrono::steady_clock::time_point> /*moment*/) {}
  // On the CPU, since a moment of its own, where the work is done there and the system tells of it. Less than before:
  // it was begun anew.
  virtual std::optional<double> worked_seconds() const { return std::nullopt; }
  virtual Result<std::shared_ptr<DeviceModule>> load(const Build& build) = 0;
  // Variables of the module in global memory: the state that launches can leave for later ones.
  virtual Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) = 0;
  // By the variable's mangled name, including __constant__ ones. The error for an unknown name is bad_input.
  virtual Result<VariablePlace> variable(DeviceModule& module, const std::string& name);
  // Runs the launch to its end. For a module with host code, `kernel` is a host function, which is called.
  virtual Result<void> launch(const Launch& launch) = 0;
  virtual Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) = 0;
  virtual Result<Time> time(const Launch& launch) = 0;
  // The metrics in `names` that the device supports; all it has when `names` is empty.
  virtual Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names) = 0;
  // What the hardware counts, on a GPU that counts; nullptr: there is no such thing here.
  virtual LaunchCounters* launch_counters() { return nullptr; }
  // Launches between these two are those that a profiler outside of whet should look at.
  virtual Result<void> begin_profiled() { return {}; }
  virtual Result<void> end_profiled() { return {}; }

 protected:
  // Where the maker finds an address of this device; nothing: it cannot reach it.
  virtual std::optional<uint64_t> place_for_maker(uint64_t address, uint64_t bytes);
  // Gives up an array that the maker reaches, and says where it finds it.
  virtual Result<uint64_t> surrender(uint64_t address) { return address; }

 private:
  ArrayMaker* maker_ = nullptr;
};

}  // namespace whet
