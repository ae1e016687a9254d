// __device__ and __constant__ variables that a kernel uses.
#pragma once

#include <string>
#include <vector>

#include "lift/thread/thread.h"

namespace whet::lift {

struct ModuleVariable {
  std::string name;  // in the source, without the names of its scopes
  std::string symbol;
  uint64_t bytes = 0;
  bool is_constant = false;  // __constant__
  bool has_addresses = false;
  std::string initial = {};  // its first bytes; the others are zero
};

std::vector<ModuleVariable> module_variables(const ptx::Module& module, const std::vector<std::string>& symbols);

// What is read of a variable at fixed places alone, as of a number or a struct, becomes a parameter like those that are
// passed: `options.n` can then be a size. `first` is the number of the first variable.
void read_as_numbers(Arena& arena, Thread& thread, const std::vector<ModuleVariable>& variables, size_t first);

}  // namespace whet::lift
