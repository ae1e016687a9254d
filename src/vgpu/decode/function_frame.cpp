#include "vgpu/decode/function_frame.h"

#include "ptx/flow/flow_graph.h"
#include "vgpu/decode/control_ops.h"
#include "vgpu/program/lanes.h"

namespace whet::vgpu {

namespace {

constexpr uint32_t k_scrap_bytes = 512;  // 32 values of 16 bytes

uint32_t round_up(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

ParamPlace add_place(ProgramFunction& function, uint32_t bytes) {
  const ParamPlace place{function.frame_bytes, bytes};
  function.frame_bytes += round_up(bytes * k_lanes, 64);
  return place;
}

void place_parameters(const ptx::Function& function, FunctionFrame& frame, ProgramFunction& out) {
  const auto place_all = [&](const std::vector<ptx::Variable>& variables, std::vector<ParamPlace>* places) {
    for (const ptx::Variable& variable : variables) {
      if (variable.space != ptx::Space::param) continue;
      const ParamPlace place = add_place(out, static_cast<uint32_t>(variable.bytes));
      frame.frame_params[variable.name] = place;
      if (places) places->push_back(place);
    }
  };
  if (function.is_entry) {
    frame.parameters = parameter_layout(function.parameters);
  } else {
    place_all(function.parameters, &out.parameters);
    place_all(function.returns, &out.results);
  }
  place_all(function.variables, nullptr);
}

}  // namespace

FunctionFrame frame_of(uint32_t index, Program& program) {
  const ptx::Function& function = program.module->functions[index];
  FunctionFrame frame;
  frame.function = &function;
  frame.index = index;
  ProgramFunction& out = program.functions[index];
  out.name = function.name;
  out.first_op = k_indirect;
  out.builtin = builtin_of(function.name);
  // The order of blocks decides which address each gets.
  program.order_matters |= out.builtin == ProgramFunction::Builtin::allocate;
  const ptx::FlowGraph graph = ptx::build_flow_graph(function);
  frame.uniformity = ptx::analyse_uniformity(function, graph);
  if (index == program.entry) program.any_order = frame.uniformity.any_order;
  frame.slots = ptx::assign_slots(function, graph, frame.uniformity);
  out.frame_bytes = round_up(frame.slots.frame_bytes, 64);
  out.mask_offset = frame.slots.mask_offset;
  out.mask_bytes = frame.slots.mask_bytes;
  frame.scrap = out.frame_bytes;
  out.frame_bytes += k_scrap_bytes;
  frame.locals = local_layout(function);
  out.local_bytes = frame.locals.bytes;
  place_parameters(function, frame, out);
  return frame;
}

}  // namespace whet::vgpu
