// The frame of a function: the places of its registers, stack variables and parameters.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "ptx/flow/slots.h"
#include "ptx/flow/uniformity.h"
#include "ptx/module.h"
#include "vgpu/program/layout.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct FunctionFrame {
  const ptx::Function* function = nullptr;
  uint32_t index = 0;
  ptx::SlotMap slots;
  ptx::Uniformity uniformity;
  AreaLayout locals;
  AreaLayout parameters;                                        // of a kernel
  std::map<std::string, ParamPlace, std::less<>> frame_params;  // of the function if it is called, and of its calls
  uint32_t scrap = 0;                                           // offset of the destination of unused results
};

// Lays out one function of the program's module and sets its sizes in Program::functions.
FunctionFrame frame_of(uint32_t index, Program& program);

}  // namespace whet::vgpu
