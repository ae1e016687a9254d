// A problem at one size on a device: its module loaded, its arrays allocated, its launches ready to go.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "device/device.h"
#include "problem/data/data.h"
#include "problem/data/resolve.h"

namespace whet {

class StagedProblem;

// Puts inputs on the device, where it knows a shorter way than writing them.
class InputSource {
 public:
  virtual ~InputSource() = default;
  virtual uint64_t key() const = 0;  // of its digests
  virtual uint64_t digest_of(const std::string& content) = 0;
  virtual Result<void> put(uint64_t to, const std::string& content) = 0;
};

// Where arrays lie on the device.
struct Placement {
  uint64_t guard_bytes = 0;   // before and behind each array: nobody may write there
  uint64_t offset_bytes = 0;  // from where the device would put it
  // Another kernel of the same problem at the same sizes, whose arrays are used; scratch alone is allocated. Must
  // outlive the one staged.
  const StagedProblem* arrays_of = nullptr;
  InputSource* inputs = nullptr;  // nullptr: they are written
};

// What arrays that launches fill hold before.
struct ArrayPoison {
  uint64_t seed = 1;   // of random words: nobody knows what to look for
  bool stays = false;  // what they hold already
};

// Owns the arrays; they go with it.
class StagedProblem {
 public:
  // Compares the compiled kernels' parameters with what the launches give, loads and allocates. Nothing is written yet.
  // `device` and `resolved` must outlive it. `loaded` is the build's module where it is on the device already.
  static Result<StagedProblem> stage(const Problem& problem, const ResolvedCase& resolved, const Build& build,
                                     Device& device, const Placement& placement = {},
                                     std::shared_ptr<DeviceModule> loaded = nullptr);
  ~StagedProblem();
  StagedProblem(StagedProblem&&) = default;
  StagedProblem& operator=(StagedProblem&&) = delete;

  // In the order of the problem.
  const std::vector<Launch>& launches() const { return launches_; }
  // Of an array, by its place in ResolvedCase::arguments.
  uint64_t address(size_t argument) const { return addresses_[argument]; }
  const std::shared_ptr<DeviceModule>& module() const { return module_; }

  // Every array as it is before a run: inputs from the seed, poison in outputs and scratch.
  Result<void> fill(const DataOptions& data, const FileSystem& files);
  // As above with contents at hand, by the place of the argument; arrays that launches fill are poisoned.
  Result<void> write(const std::vector<std::string>& contents, const ArrayPoison& poison);
  // Whether a variable of the module, by its mangled name, is one of the problem's: what it holds is no secret state.
  bool is_given(const std::string& variable) const;
  // The first array beside which something was written since the last `write`.
  Result<std::optional<std::string>> overrun() const;
  // What the arrays hold now: of those that launches may change, or of the problem's outputs alone; the rest is empty.
  Result<std::vector<std::string>> save() const;
  Result<std::vector<std::string>> outputs() const;
  // Of the problem's outputs, in order.
  Result<std::vector<uint64_t>> output_digests() const;
  // The first input that no longer holds what `write` put there. `trusting` the device's process its digests are asked
  // for, else everything is read; what is known to be there is not written again.
  Result<std::optional<std::string>> changed_input(bool trusting);
  // Undoes what launches did since `save`.
  Result<void> restore(const std::vector<std::string>& saved);

 private:
  StagedProblem(const ResolvedCase& resolved, Device& device, const Placement& placement)
      : resolved_(&resolved), device_(&device), placement_(placement) {
    if (placement.inputs) digest_key_ = placement.inputs->key();
  }
  Result<void> allocate();
  Result<void> place_variables(const Problem& problem, const Build& build);
  std::string value_of(size_t argument) const;  // its bytes as a parameter
  std::string struct_bytes(const ResolvedArgument& argument) const;
  uint64_t before() const { return placement_.guard_bytes + placement_.offset_bytes; }
  Result<void> add_launches(const Problem& problem, const Build& build);
  Result<void> write_input(size_t argument, const std::string& content);
  Result<uint64_t> digest_of(size_t argument) const;
  Result<std::vector<std::string>> read_if(bool (*wanted)(const ResolvedArgument&)) const;

  uint64_t digest_key_ = std::random_device{}() * 0x100000001ull;  // nobody else's
  const ResolvedCase* resolved_;
  Device* device_;
  Placement placement_;
  std::shared_ptr<DeviceModule> module_;
  std::vector<uint64_t> addresses_;     // 0 of scalars
  std::vector<uint64_t> allocations_;   // what they lie in
  std::vector<std::string> variables_;  // mangled names of those that lie in the module
  std::vector<uint64_t> written_;       // digests of what was last put into inputs
  bool inputs_hold_ = false;            // they were seen to be there still
  std::vector<Launch> launches_;
};

}  // namespace whet
