// The layout of a kernel's variables: shared memory, stack frames, parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ptx/module.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// Offsets of variables that are laid out one after another, each at its alignment.
struct AreaLayout {
  std::map<std::string, VariablePlace, std::less<>> places;
  uint32_t bytes = 0;
  void add(const ptx::Variable& variable);
};

// The functions that the kernel can reach: by direct calls, and through pointers if there is an indirect call.
std::vector<uint32_t> reachable_functions(const ptx::Module& module, uint32_t entry);

// Static shared memory of the functions, including the module's shared variables that they use. Variables of unknown
// size (extern) are at the end, where dynamic shared memory starts.
AreaLayout shared_layout(const ptx::Module& module, const std::vector<uint32_t>& functions);

AreaLayout local_layout(const ptx::Function& function);

// The parameters of an entry, as the driver packs them.
AreaLayout parameter_layout(const std::vector<ptx::Variable>& parameters);

}  // namespace whet::vgpu
