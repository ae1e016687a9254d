#include "vgpu/decode/decode.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ptx/flow/flow_graph.h"
#include "ptx/flow/slots.h"
#include "ptx/flow/uniformity.h"
#include "vgpu/decode/control_ops.h"
#include "vgpu/decode/time_tests.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/layout.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

constexpr uint32_t k_scrap_bytes = 512;  // destination of unused results: 32 values of 16 bytes

constexpr Decoder k_decoders[] = {decode_control, decode_memory,  decode_move,    decode_integer, decode_float,
                                  decode_compare, decode_convert, decode_half,    decode_cluster, decode_bulk,
                                  decode_atomic,  decode_warp,    decode_sync,    decode_async,   decode_mbarrier,
                                  decode_tensor,  decode_texture, decode_surface, decode_stack};

// Lanes whose guard is false jump over these instructions: they may wait or exit, which only a whole split can do.
constexpr std::string_view k_jumped_over[] = {"bar",   "barrier", "call",  "ret",  "exit",     "shfl",      "vote",
                                              "match", "redux",   "elect", "trap", "mbarrier", "nanosleep", "wgmma"};

// Decodes the functions of a kernel, one after another, into one program.
class ProgramBuilder {
 public:
  ProgramBuilder(std::shared_ptr<const ptx::Module> module, const VariableAddress& address_of)
      : module_(*module), address_of_(address_of) {
    program_.module = std::move(module);
  }

  Result<std::shared_ptr<const Program>> build(uint32_t entry);

 private:
  struct FunctionState {
    const ptx::Function* function = nullptr;
    uint32_t index = 0;
    ptx::SlotMap slots;
    ptx::Uniformity uniformity;
    AreaLayout locals, parameters;
    std::map<std::string, ParamPlace, std::less<>> frame_params;
    uint32_t scrap = 0;              // offset in the frame
    std::vector<uint32_t> block_op;  // the op that each block starts at
    uint32_t first_op = 0;
    uint32_t first_instruction = 0;
    uint8_t meet_flags = 0;  // of the current block
    std::vector<bool> time_tests;
  };

  void declare(uint32_t index);
  ParamPlace frame_place(FunctionState& state, uint32_t bytes);
  Result<void> build_function(uint32_t index);
  Result<void> build_block(const ptx::BasicBlock& block, bool convergent);
  Result<void> build_instruction(const ptx::Instruction& in, uint32_t instruction);
  Result<Op> build_op(const ptx::Instruction& in, uint32_t instruction);
  void emit_guarded(const ptx::Instruction& in, Op op);
  void add_flip(const ptx::Instruction& in, Op op);
  void patch_targets(const ptx::FlowGraph& graph);
  Result<std::vector<Ref>> places_of(const Operand& operand, const ptx::Instruction& in);
  Ref register_ref(uint32_t index) const;
  Ref constant_ref(uint64_t bits);
  Ref scrap_ref() const { return {Ref::lanes, state_.scrap}; }
  int register_bytes(const Operand& operand) const;
  SymbolPlace symbol(std::string_view name) const;
  void finish(uint32_t entry);

  const ptx::Module& module_;
  const VariableAddress& address_of_;
  Program program_;
  AreaLayout shared_;
  FunctionState state_;
  std::map<uint32_t, FunctionState> states_;
  std::map<uint64_t, uint32_t> constant_offsets_;
};

uint32_t round_up(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

ParamPlace ProgramBuilder::frame_place(FunctionState& state, uint32_t bytes) {
  ProgramFunction& function = program_.functions[state.index];
  const ParamPlace place{function.frame_bytes, bytes};
  function.frame_bytes += round_up(bytes * k_lanes, 64);
  return place;
}

// Lays out the frames and parameters of all functions first, because calls need those of the callee.
void ProgramBuilder::declare(uint32_t index) {
  const ptx::Function& function = module_.functions[index];
  FunctionState& state = states_[index];
  state.function = &function;
  state.index = index;
  ProgramFunction& out = program_.functions[index];
  out.name = function.name;
  out.first_op = k_indirect;
  out.builtin = builtin_of(function.name);
  // The order of blocks decides which address each gets.
  program_.order_matters |= out.builtin == ProgramFunction::Builtin::allocate;
  const ptx::FlowGraph graph = ptx::build_flow_graph(function);
  state.uniformity = ptx::analyse_uniformity(function, graph);
  if (index == program_.entry) program_.any_order = state.uniformity.any_order;
  state.slots = ptx::assign_slots(function, graph, state.uniformity);
  out.frame_bytes = round_up(state.slots.frame_bytes, 64);
  out.mask_offset = state.slots.mask_offset;
  out.mask_bytes = state.slots.mask_bytes;
  state.scrap = out.frame_bytes;
  out.frame_bytes += k_scrap_bytes;
  state.locals = local_layout(function);
  out.local_bytes = state.locals.bytes;
  const auto place_all = [&](const std::vector<ptx::Variable>& variables, std::vector<ParamPlace>* places) {
    for (const ptx::Variable& variable : variables) {
      if (variable.space != ptx::Space::param) continue;
      const ParamPlace place = frame_place(state, static_cast<uint32_t>(variable.bytes));
      state.frame_params[variable.name] = place;
      if (places) places->push_back(place);
    }
  };
  if (!function.is_entry) {
    place_all(function.parameters, &out.parameters);
    place_all(function.returns, &out.results);
  }
  place_all(function.variables, nullptr);
}

Result<std::shared_ptr<const Program>> ProgramBuilder::build(uint32_t entry) {
  const std::vector<uint32_t> reachable = reachable_functions(module_, entry);
  program_.functions.resize(module_.functions.size());
  program_.entry = entry;
  program_.kernel = module_.functions[entry].name;
  shared_ = shared_layout(module_, reachable);
  for (const uint32_t index : reachable) declare(index);
  for (const uint32_t index : reachable) {
    if (!module_.functions[index].is_declaration) TRY_VOID(build_function(index));
  }
  finish(entry);
  return std::shared_ptr<const Program>(std::make_shared<Program>(std::move(program_)));
}

void ProgramBuilder::finish(uint32_t entry) {
  keep_time(program_);
  program_.static_shared_bytes = shared_.bytes;
  for (const auto& [name, place] : shared_.places) program_.shared_variables.push_back(place);
  const AreaLayout parameters = parameter_layout(module_.functions[entry].parameters);
  program_.param_bytes = parameters.bytes;
  for (const ptx::Variable& parameter : module_.functions[entry].parameters) {
    program_.param_offsets.push_back(parameters.places.at(parameter.name).offset);
  }
}

Result<void> ProgramBuilder::build_function(uint32_t index) {
  state_ = states_[index];
  const ptx::Function& function = *state_.function;
  if (function.is_entry) state_.parameters = parameter_layout(function.parameters);
  state_.time_tests = time_tests(function);
  const ptx::FlowGraph graph = ptx::build_flow_graph(function);
  state_.first_op = static_cast<uint32_t>(program_.ops.size());
  state_.first_instruction = static_cast<uint32_t>(program_.origins.size());
  program_.functions[index].first_op = state_.first_op;
  for (uint32_t i = 0; i < function.body.size(); ++i) program_.origins.push_back({index, i});
  if (function.body.empty()) program_.origins.push_back({index, 0});
  for (size_t b = 0; b < graph.blocks.size(); ++b)
    TRY_VOID(build_block(graph.blocks[b], state_.uniformity.convergent_blocks[b]));
  // Control that falls off the end, and labels at the end, arrive here.
  state_.block_op.push_back(static_cast<uint32_t>(program_.ops.size()));
  Op end;
  end.run = function.is_entry ? leave_kernel : leave_function;
  end.index = static_cast<uint32_t>(program_.origins.size()) - 1;
  program_.ops.push_back(end);
  patch_targets(graph);
  mark_spinning(program_, function, graph, state_.first_op, state_.first_instruction);
  return {};
}

Result<void> ProgramBuilder::build_block(const ptx::BasicBlock& block, bool convergent) {
  state_.meet_flags = convergent ? k_all_meet : 0;
  state_.block_op.push_back(static_cast<uint32_t>(program_.ops.size()));
  Op enter;
  enter.run = enter_block;
  enter.flags = state_.meet_flags;
  enter.index = state_.first_instruction + block.first;
  enter.extra = static_cast<uint32_t>(program_.blocks.size());
  enter.small = static_cast<uint16_t>(std::min<uint32_t>(block.end - block.first, 0xffff));
  program_.ops.push_back(enter);
  program_.blocks.push_back({state_.first_instruction + block.first, state_.first_instruction + block.end});
  for (uint32_t i = block.first; i < block.end; ++i) TRY_VOID(build_instruction(state_.function->body[i], i));
  return {};
}

Result<void> ProgramBuilder::build_instruction(const ptx::Instruction& in, uint32_t instruction) {
  TRY(op, build_op(in, instruction));
  if (in.guard == ptx::k_none || in.opcode == "bra") {
    program_.ops.push_back(op);
    if (!state_.time_tests.empty() && state_.time_tests[instruction]) add_flip(in, op);
  } else {
    emit_guarded(in, op);
  }
  return {};
}

void ProgramBuilder::add_flip(const ptx::Instruction& in, Op op) {
  const ptx::RegisterUse use = ptx::register_use(in);
  op.run = flip_test;
  op.flags = std::all_of(use.writes.begin(), use.writes.end(),
                         [&](uint32_t reg) { return bool{state_.uniformity.registers[reg]}; });
  program_.ops.push_back(op);
}

void ProgramBuilder::emit_guarded(const ptx::Instruction& in, Op op) {
  op.guard = register_ref(in.guard);
  op.guard_negated = in.guard_negated;
  const bool jump = std::find(std::begin(k_jumped_over), std::end(k_jumped_over), in.opcode) != std::end(k_jumped_over);
  if (!jump) {
    op.guarded = op.run;
    op.run = run_guarded;
    program_.ops.push_back(op);
    return;
  }
  Op skip;
  skip.run = skip_unless_guard;
  skip.guard = op.guard;
  skip.guard_negated = op.guard_negated;
  skip.index = op.index;
  skip.target = static_cast<uint32_t>(program_.ops.size()) + 2;
  Op join;
  join.run = join_splits;
  join.flags = state_.meet_flags;
  join.index = op.index;
  program_.ops.insert(program_.ops.end(), {skip, op, join});
}

Result<Op> ProgramBuilder::build_op(const ptx::Instruction& in, uint32_t instruction) {
  Op op;
  op.index = state_.first_instruction + instruction;
  op.flags = 0;
  const SymbolLookup lookup = [this](std::string_view name) { return symbol(name); };
  DecodeInput input{.in = in, .program = program_, .op = op, .symbol = lookup, .in_entry = state_.function->is_entry};
  if (in.guard != ptx::k_none) input.guard = register_ref(in.guard);
  for (const Operand& operand : in.operands) {
    TRY(places, places_of(operand, in));
    input.operands.push_back(std::move(places));
    input.register_bytes.push_back(register_bytes(operand));
  }
  Ref* const slots[] = {&op.dst, &op.a, &op.b, &op.c, &op.d};
  for (size_t i = 0; i < input.operands.size() && i < std::size(slots); ++i) {
    if (!input.operands[i].empty()) *slots[i] = input.operands[i].front();
  }
  if (!in.operands.empty() && in.operands[0].kind == Operand::Kind::pair) op.dst2 = input.operands[0][1];
  const ptx::RegisterUse use = ptx::register_use(in);
  input.uniform = !use.writes.empty() && std::all_of(use.writes.begin(), use.writes.end(),
                                                     [&](uint32_t r) { return bool{state_.uniformity.registers[r]}; });
  for (const Decoder decoder : k_decoders) {
    TRY(known, decoder(input));
    if (known) return op;
  }
  return unsupported(module_, in);
}

int ProgramBuilder::register_bytes(const Operand& operand) const {
  if (operand.kind == Operand::Kind::vector || operand.kind == Operand::Kind::pair) {
    for (const Operand& element : operand.elements) {
      if (const int bytes = register_bytes(element)) return bytes;
    }
    return 0;
  }
  const bool has_register = operand.kind == Operand::Kind::reg ||
                            (operand.kind == Operand::Kind::address && operand.base_kind == Operand::Kind::reg);
  return has_register ? ptx::bytes_of(state_.function->registers[operand.index].type) : 0;
}

Ref ProgramBuilder::register_ref(uint32_t index) const {
  const ptx::Slot& slot = state_.slots.registers[index];
  switch (slot.file) {
    case ptx::Slot::File::scalar:
      return {Ref::scalar, slot.offset};
    case ptx::Slot::File::lanes:
    case ptx::Slot::File::mask:
      return {Ref::lanes, slot.offset};
    case ptx::Slot::File::unused:
      break;
  }
  return scrap_ref();
}

Ref ProgramBuilder::constant_ref(uint64_t bits) {
  const auto [known, is_new] =
      constant_offsets_.try_emplace(bits, static_cast<uint32_t>(program_.constants.size() * sizeof(uint64_t)));
  if (is_new) program_.constants.push_back(bits);
  return {Ref::constant, known->second};
}

Result<std::vector<Ref>> ProgramBuilder::places_of(const Operand& operand, const ptx::Instruction& in) {
  std::vector<Ref> places;
  switch (operand.kind) {
    case Operand::Kind::reg:
      places.push_back(register_ref(operand.index));
      break;
    case Operand::Kind::immediate:
      places.push_back(constant_ref(operand.value));
      break;
    case Operand::Kind::sink:
      places.push_back(scrap_ref());
      break;
    case Operand::Kind::address:
      places.push_back(operand.base_kind == Operand::Kind::reg ? register_ref(operand.index) : Ref());
      for (const Operand& element : operand.elements) {
        TRY(more, places_of(element, in));
        places.insert(places.end(), more.begin(), more.end());
      }
      break;
    case Operand::Kind::vector:
    case Operand::Kind::pair:
      for (const Operand& element : operand.elements) {
        TRY(more, places_of(element, in));
        places.insert(places.end(), more.begin(), more.end());
      }
      break;
    case Operand::Kind::special:
    case Operand::Kind::symbol:
    case Operand::Kind::label:
    case Operand::Kind::list:
      places.push_back(Ref());
      break;
  }
  return places;
}

SymbolPlace ProgramBuilder::symbol(std::string_view name) const {
  using Kind = SymbolPlace::Kind;
  if (const auto it = state_.frame_params.find(name); it != state_.frame_params.end()) {
    return {.kind = Kind::frame_param, .param = it->second};
  }
  if (const auto it = state_.parameters.places.find(name); it != state_.parameters.places.end()) {
    return {.kind = Kind::kernel_param, .value = it->second.offset};
  }
  if (const auto it = state_.locals.places.find(name); it != state_.locals.places.end()) {
    return {.kind = Kind::local, .value = it->second.offset};
  }
  if (const auto it = shared_.places.find(name); it != shared_.places.end()) {
    return {.kind = Kind::shared, .value = it->second.offset};
  }
  for (uint32_t i = 0; i < module_.functions.size(); ++i) {
    if (module_.functions[i].name == name) return {.kind = Kind::function, .value = i};
  }
  if (const auto address = address_of_(name)) return {.kind = Kind::global, .value = *address};
  return {};
}

// Until the op of every block is known, targets are instruction indices.
void ProgramBuilder::patch_targets(const ptx::FlowGraph& graph) {
  const auto op_of = [&](uint32_t instruction) {
    return instruction < graph.block_of.size() ? state_.block_op[graph.block_of[instruction]] : state_.block_op.back();
  };
  for (uint32_t i = state_.first_op; i < program_.ops.size(); ++i) {
    Op& op = program_.ops[i];
    if (op.run == jump || op.run == jump_if) op.target = op_of(op.target);
    if (op.run == jump_indexed) {
      for (uint32_t t = 0; t < op.small; ++t) program_.tables[op.extra + t] = op_of(program_.tables[op.extra + t]);
    }
  }
}

}  // namespace

Error unsupported(const ptx::Module& module, const ptx::Instruction& in, std::string why) {
  const std::string source = ptx::source_text(module, in);
  Error error =
      missing(fmt::format("the virtual GPU does not run `{}` yet{}{}", in.full_opcode(), why.empty() ? "" : ": ", why),
              fmt::format("PTX line {}{}{}", in.line, source.empty() ? "" : ", ", source));
  error.mend = "run this kernel on a GPU, or build a variant without that instruction for the virtual one";
  return error;
}

Result<std::shared_ptr<const Program>> decode(std::shared_ptr<const ptx::Module> module, std::string_view kernel,
                                              const VariableAddress& address_of) {
  for (uint32_t i = 0; i < module->functions.size(); ++i) {
    const ptx::Function& function = module->functions[i];
    if (function.is_entry && function.name == kernel && !function.is_declaration) {
      return ProgramBuilder(std::move(module), address_of).build(i);
    }
  }
  return bad_input("the module has no kernel `" + std::string(kernel) + "`");
}

}  // namespace whet::vgpu
