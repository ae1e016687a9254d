// The device code of a program as its host code registers it: fatbins, kernels and variables by host address.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cudart/code/assembler.h"
#include "device/virtual/virtual_device.h"
#include "device/virtual/virtual_module.h"
#include "util/result.h"

namespace whet::cudart {

// One fatbin; its code is loaded when something of it is first used.
struct CodeModule {
  const void* wrapper = nullptr;
  std::shared_ptr<VirtualModule> loaded;
  Build build;
  std::optional<Error> error;  // of the attempt to load it
  bool assembled = false;      // or tried to
};

struct KernelRecord {
  CodeModule* module = nullptr;
  const void* host = nullptr;     // the host's address of it
  std::string name;               // mangled
  int dynamic_shared_limit = -1;  // bytes a launch may ask for; -1: the default
  int carve_out = -1;             // percent of shared memory preferred over L1
  bool large_clusters = false;    // of more blocks than every GPU with clusters holds together
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
  // What is assembled is kept in `cache_directory`.
  CodeRegistry(VirtualDevice& device, const std::string& cache_directory)
      : device_(device), assembler_(cache_directory) {}

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
  // Gives a loaded module machine code where it has none, or none with line maps, and there is an assembler. Registers
  // are counted with it; times rest on its line maps.
  void add_machine_code(CodeModule& module);
  void add_line_maps(CodeModule& module);

 private:
  Result<void> publish_managed(CodeModule& module);
  void assemble(CodeModule& module);

  VirtualDevice& device_;
  Assembler assembler_;
  std::vector<std::unique_ptr<CodeModule>> modules_;
  std::map<const void*, std::unique_ptr<KernelRecord>> kernels_;
  std::map<const void*, VariableRecord> variables_;
};

}  // namespace whet::cudart
