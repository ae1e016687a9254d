// A problem of one size on a device: module loaded, arrays allocated, launches prepared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "problem/data/array_content.h"
#include "problem/data/data.h"
#include "problem/data/resolve.h"
#include "util/system/secret_number.h"

namespace whet {

class StagedProblem;

// Puts inputs on the device, possibly by a shorter way than writing them.
class InputSource {
 public:
  virtual ~InputSource() = default;
  virtual uint64_t key() const = 0;  // key of its digests
  // The digest of what was put there.
  virtual Result<uint64_t> put(uint64_t to, const ArrayContent& content) = 0;
};

// Where arrays are placed on the device.
struct Placement {
  uint64_t guard_bytes = 0;   // before and after each array; must not be written
  uint64_t offset_bytes = 0;  // added to the device's own placement
  // Another kernel of the same problem at the same sizes, whose arrays are reused; only scratch is allocated. It must
  // outlive this one.
  const StagedProblem* arrays_of = nullptr;
  InputSource* inputs = nullptr;  // nullptr: inputs are written
  bool protects_inputs = true;    // a write to an input is a fault, on devices that can do that
  uint64_t offset_elements = 0;   // that each array of the problem is moved by; what a candidate allocates is not
};

// The content of outputs and scratch before a launch.
struct ArrayPoison {
  uint64_t seed = 1;   // of random words, so that nobody can recognise them
  bool stays = false;  // keep the current content
};

// Owns the arrays and frees them.
class StagedProblem {
 public:
  // Compares the compiled kernels' parameters with the launches, loads and allocates, but writes nothing yet. `device`
  // and `resolved` must outlive it. `loaded` is the build's module if the device already has it.
  static Result<StagedProblem> stage(const Problem& problem, const ResolvedCase& resolved, const Build& build,
                                     Device& device, const Placement& placement = {},
                                     std::shared_ptr<DeviceModule> loaded = nullptr);
  ~StagedProblem();
  StagedProblem(StagedProblem&&) = default;
  StagedProblem& operator=(StagedProblem&&) = delete;

  // In the order of the problem.
  const std::vector<Launch>& launches() const { return launches_; }
  // Address of an array, by its index in ResolvedCase::arguments.
  uint64_t address(size_t argument) const { return addresses_[argument]; }
  const std::shared_ptr<DeviceModule>& module() const { return module_; }

  // Sets every array to its state before a run: inputs from the seed, poison in outputs and scratch.
  Result<void> fill(const DataOptions& data, const FileSystem& files);
  // The same with given contents, by index of the argument; arrays without one are poisoned.
  Result<void> write(const ArrayContents& contents, const ArrayPoison& poison);
  // Whether a variable of the module, by its mangled name, belongs to the problem, so that its value is not hidden
  // state.
  bool is_given(const std::string& variable) const;
  // The name of the first array outside whose bounds something was written since the last `write`.
  Result<std::optional<std::string>> overrun() const;
  // The current contents of the arrays that launches may change, or of the outputs only; other entries are empty.
  Result<std::vector<std::string>> save() const;
  Result<ArrayContents> outputs() const;
  // The same of one whose work is done: contents take over the outputs' memory.
  Result<ArrayContents> take_outputs();
  // Digests of the outputs, in order.
  Result<std::vector<uint64_t>> output_digests() const;
  // The first input that no longer has the content of the last `write`. If the device's process is trusted
  // (`trusting`), it computes the digests, and unchanged inputs are not written again; else everything is read.
  Result<std::optional<std::string>> changed_input(bool trusting);
  // Undoes the changes of launches since `save`.
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
  uint64_t before(size_t argument) const;  // bytes of its allocation
  Result<void> add_launches(const Problem& problem, const Build& build);
  Result<void> write_input(size_t argument, const ArrayContent& content);
  Result<uint64_t> digest_of(size_t argument) const;
  Result<std::vector<std::string>> read_if(bool (*wanted)(const ResolvedArgument&)) const;

  uint64_t digest_key_ = secret_number();  // known to nobody else
  const ResolvedCase* resolved_;
  Device* device_;
  Placement placement_;
  std::shared_ptr<DeviceModule> module_;
  std::vector<uint64_t> addresses_;     // 0 for scalars
  std::vector<uint64_t> allocations_;   // that contain them
  std::vector<std::string> variables_;  // mangled names of the problem's variables in the module
  ArrayContents contents_;              // that inputs were given
  std::vector<uint64_t> written_;       // digests of the last contents of inputs
  bool inputs_hold_ = false;            // inputs were verified to be unchanged
  std::vector<Launch> launches_;
};

}  // namespace whet
