// The device code of a program as its host code registers it: fatbins, kernels and variables by host address.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/virtual_device.h"
#include "device/virtual_module.h"
#include "util/result.h"

namespace whet::cudart {

// One fatbin; its code is loaded when something of it is first used.
struct CodeModule {
  const void* wrapper = nullptr;
  std::shared_ptr<VirtualModule> loaded;
  Build build;
  std::optional<Error> error;  // of the attempt to load it
};

struct KernelRecord {
  CodeModule* module = nullptr;
  std::string name;              // mangled
  int dynamic_shared_limit = -1;  // bytes a launch may ask for; -1: the default
  int carve_out = -1;             // percent of shared memory preferred over L1
};

struct VariableRecord {
  CodeModule* module = nullptr;
  std::string name;
  uint64_t bytes = 0;
  void** managed_pointer = nullptr;  // where the host's code looks for its address; of a __managed__ variable alone
};

struct PlacedVariable {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

class CodeRegistry {
 public:
  explicit CodeRegistry(VirtualDevice& device) : device_(device) {}

  CodeModule* add(const void* wrapper);
  // Takes its kernels and variables along.
  void remove(CodeModule* module);
  void add_kernel(CodeModule* module, const void* host, std::string name);
  void add_variable(const void* host, VariableRecord variable);

  // By the host's address of the function, or the record itself as a handle; nullptr when it is neither.
  KernelRecord* kernel(const void* host);
  // Where a variable lies, by the host's address of it; loads its module.
  Result<PlacedVariable> variable(const void* host);
  Result<VirtualModule*> load(CodeModule& module);
  // Every module, and new ones at once: the program reads managed variables.
  Result<void> load_managed();

 private:
  Result<void> publish_managed(CodeModule& module);

  VirtualDevice& device_;
  std::vector<std::unique_ptr<CodeModule>> modules_;
  std::map<const void*, std::unique_ptr<KernelRecord>> kernels_;
  std::map<const void*, VariableRecord> variables_;
};

}  // namespace whet::cudart
