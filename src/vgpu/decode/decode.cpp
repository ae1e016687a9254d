#include "vgpu/decode/decode.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ptx/flow/flow_graph.h"
#include "vgpu/decode/control_ops.h"
#include "vgpu/decode/operand_places.h"
#include "vgpu/decode/time_tests.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/layout.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

constexpr Decoder k_decoders[] = {decode_control, decode_memory,  decode_move,    decode_integer, decode_float,
                                  decode_compare, decode_convert, decode_half,    decode_cluster, decode_bulk,
                                  decode_atomic,  decode_warp,    decode_sync,    decode_async,   decode_mbarrier,
                                  decode_tensor,  decode_texture, decode_surface, decode_stack};

// Lanes whose guard is false jump over these instructions: they may wait or exit, which only a whole split can do.
constexpr std::string_view k_jumped_over[] = {"bar",  "barrier",  "call",      "ret",   "exit",
                                              "shfl", "vote",     "match",     "redux", "elect",
                                              "trap", "mbarrier", "nanosleep", "wgmma", "activemask"};

// Decodes the functions of a kernel, one after another, into one program.
class ProgramBuilder {
 public:
  ProgramBuilder(std::shared_ptr<const ptx::Module> module, const VariableAddress& address_of)
      : module_(*module), places_(module_, shared_, address_of, program_) {
    program_.module = std::move(module);
  }

  Result<std::shared_ptr<const Program>> build(uint32_t entry);

 private:
  Result<void> build_function(const FunctionFrame& frame);
  Result<void> build_block(const ptx::BasicBlock& block, bool convergent);
  Result<void> build_instruction(const ptx::Instruction& in, uint32_t instruction);
  Result<Op> build_op(const ptx::Instruction& in, uint32_t instruction);
  void emit_guarded(const ptx::Instruction& in, Op op);
  void add_flip(const ptx::Instruction& in, Op op);
  bool writes_uniform(const ptx::RegisterUse& use) const;
  void patch_targets(const ptx::FlowGraph& graph);
  void finish(uint32_t entry);

  // The function that is being decoded.
  struct Current {
    const FunctionFrame* frame = nullptr;
    std::vector<uint32_t> block_op;  // the op that each block starts at
    uint32_t first_op = 0;
    uint32_t first_instruction = 0;
    uint8_t meet_flags = 0;  // of the current block
    std::vector<bool> time_tests;
  };

  const ptx::Module& module_;
  Program program_;
  AreaLayout shared_;
  std::map<uint32_t, FunctionFrame> frames_;
  OperandPlaces places_;
  Current current_;
};

Result<std::shared_ptr<const Program>> ProgramBuilder::build(uint32_t entry) {
  const std::vector<uint32_t> reachable = reachable_functions(module_, entry);
  program_.functions.resize(module_.functions.size());
  program_.entry = entry;
  program_.kernel = module_.functions[entry].name;
  shared_ = shared_layout(module_, reachable);
  // All frames are laid out first, because calls need that of the callee.
  for (const uint32_t index : reachable) frames_[index] = frame_of(index, program_);
  for (const uint32_t index : reachable) {
    if (!module_.functions[index].is_declaration) TRY_VOID(build_function(frames_[index]));
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

Result<void> ProgramBuilder::build_function(const FunctionFrame& frame) {
  const uint32_t index = frame.index;
  const ptx::Function& function = *frame.function;
  current_ = {.frame = &frame};
  places_.enter(frame);
  current_.time_tests = time_tests(function);
  const ptx::FlowGraph graph = ptx::build_flow_graph(function);
  current_.first_op = static_cast<uint32_t>(program_.ops.size());
  current_.first_instruction = static_cast<uint32_t>(program_.origins.size());
  program_.functions[index].first_op = current_.first_op;
  for (uint32_t i = 0; i < function.body.size(); ++i) program_.origins.push_back({index, i});
  if (function.body.empty()) program_.origins.push_back({index, 0});
  for (size_t b = 0; b < graph.blocks.size(); ++b)
    TRY_VOID(build_block(graph.blocks[b], frame.uniformity.convergent_blocks[b]));
  // Control that falls off the end, and labels at the end, arrive here.
  current_.block_op.push_back(static_cast<uint32_t>(program_.ops.size()));
  Op end;
  end.run = function.is_entry ? leave_kernel : leave_function;
  end.index = static_cast<uint32_t>(program_.origins.size()) - 1;
  program_.ops.push_back(end);
  patch_targets(graph);
  mark_spinning(program_, function, graph, current_.first_op, current_.first_instruction);
  return {};
}

Result<void> ProgramBuilder::build_block(const ptx::BasicBlock& block, bool convergent) {
  current_.meet_flags = convergent ? k_all_meet : 0;
  current_.block_op.push_back(static_cast<uint32_t>(program_.ops.size()));
  Op enter;
  enter.run = enter_block;
  enter.flags = current_.meet_flags;
  enter.index = current_.first_instruction + block.first;
  enter.extra = static_cast<uint32_t>(program_.blocks.size());
  enter.small = static_cast<uint16_t>(std::min<uint32_t>(block.end - block.first, 0xffff));
  program_.ops.push_back(enter);
  program_.blocks.push_back({current_.first_instruction + block.first, current_.first_instruction + block.end});
  for (uint32_t i = block.first; i < block.end; ++i) TRY_VOID(build_instruction(current_.frame->function->body[i], i));
  return {};
}

Result<void> ProgramBuilder::build_instruction(const ptx::Instruction& in, uint32_t instruction) {
  TRY(op, build_op(in, instruction));
  if (in.guard == ptx::k_none || in.opcode == "bra") {
    program_.ops.push_back(op);
    if (!current_.time_tests.empty() && current_.time_tests[instruction]) add_flip(in, op);
  } else {
    emit_guarded(in, op);
  }
  return {};
}

bool ProgramBuilder::writes_uniform(const ptx::RegisterUse& use) const {
  const auto& registers = current_.frame->uniformity.registers;
  return std::all_of(use.writes.begin(), use.writes.end(), [&](uint32_t reg) { return bool{registers[reg]}; });
}

void ProgramBuilder::add_flip(const ptx::Instruction& in, Op op) {
  const ptx::RegisterUse use = ptx::register_use(in);
  op.run = flip_test;
  op.flags = writes_uniform(use);
  program_.ops.push_back(op);
}

void ProgramBuilder::emit_guarded(const ptx::Instruction& in, Op op) {
  op.guard = places_.register_ref(in.guard);
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
  join.flags = current_.meet_flags;
  join.index = op.index;
  program_.ops.insert(program_.ops.end(), {skip, op, join});
}

Result<Op> ProgramBuilder::build_op(const ptx::Instruction& in, uint32_t instruction) {
  Op op;
  op.index = current_.first_instruction + instruction;
  op.flags = 0;
  const SymbolLookup lookup = [this](std::string_view name) { return places_.symbol(name); };
  DecodeInput input{
      .in = in, .program = program_, .op = op, .symbol = lookup, .in_entry = current_.frame->function->is_entry};
  if (in.guard != ptx::k_none) input.guard = places_.register_ref(in.guard);
  for (const Operand& operand : in.operands) {
    input.operands.push_back(places_.refs(operand));
    input.register_bytes.push_back(places_.register_bytes(operand));
  }
  Ref* const slots[] = {&op.dst, &op.a, &op.b, &op.c, &op.d};
  for (size_t i = 0; i < input.operands.size() && i < std::size(slots); ++i) {
    if (!input.operands[i].empty()) *slots[i] = input.operands[i].front();
  }
  if (!in.operands.empty() && in.operands[0].kind == Operand::Kind::pair) op.dst2 = input.operands[0][1];
  const ptx::RegisterUse use = ptx::register_use(in);
  input.uniform = !use.writes.empty() && writes_uniform(use);
  for (const Decoder decoder : k_decoders) {
    TRY(known, decoder(input));
    if (known) return op;
  }
  return unsupported(module_, in);
}

// Until the op of every block is known, targets are instruction indices.
void ProgramBuilder::patch_targets(const ptx::FlowGraph& graph) {
  const auto op_of = [&](uint32_t instruction) {
    return instruction < graph.block_of.size() ? current_.block_op[graph.block_of[instruction]]
                                               : current_.block_op.back();
  };
  for (uint32_t i = current_.first_op; i < program_.ops.size(); ++i) {
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
