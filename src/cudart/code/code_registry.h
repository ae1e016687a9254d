// The device code that a program's host code registers: fatbins, and kernels and variables by their host address.
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

// One fatbin; its code is loaded at the first use of a kernel or variable in it.
struct CodeModule {
  const void* wrapper = nullptr;
  std::shared_ptr<VirtualModule> loaded;
  Build build;
  std::optional<Error> error;  // why loading failed
  bool assembled = false;      // assembling was tried, with success or without
};

struct KernelRecord {
  CodeModule* module = nullptr;
  const void* host = nullptr;     // address of its host stub
  std::string name;               // mangled
  int dynamic_shared_limit = -1;  // bytes that a launch may request; -1: the default
  int carve_out = -1;             // preferred percentage of shared memory; -1: no preference
  bool large_clusters = false;    // allows clusters larger than the portable size
};

struct VariableRecord {
  CodeModule* module = nullptr;
  std::string name;
  uint64_t bytes = 0;
  void** managed_pointer = nullptr;  // __managed__ only: where host code reads the variable's address
};

struct PlacedVariable {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

class CodeRegistry {
 public:
  // Assembled code is cached in `cache_directory`.
  CodeRegistry(VirtualDevice& device, const std::string& cache_directory)
      : device_(device), assembler_(cache_directory) {}

  CodeModule* add(const void* wrapper);
  // Also removes its kernels and variables.
  void remove(CodeModule* module);
  void add_kernel(CodeModule* module, const void* host, std::string name);
  void add_variable(const void* host, VariableRecord variable);

  // `host` is the address of the host stub or of a record, which serves as a handle; nullptr if it is neither.
  KernelRecord* kernel(const void* host);
  // The place of a variable, given its host address; loads its module.
  Result<PlacedVariable> variable(const void* host);
  Result<VirtualModule*> load(CodeModule& module);
  // Assemble a loaded module that has no machine code, or none with line maps, if there is an assembler. Register
  // counts come from the machine code; modelled times need its line maps.
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
