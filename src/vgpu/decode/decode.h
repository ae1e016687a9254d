// Decodes a PTX function into a Program. Each family of instructions has a decoder; the first that accepts it wins.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"
#include "util/result.h"
#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// What a name refers to in the current function.
struct SymbolPlace {
  enum class Kind : uint8_t {
    unknown,
    global,
    shared,
    local,
    kernel_param,
    frame_param,
    function
  } kind = Kind::unknown;
  uint64_t value = 0;  // address, offset in its space, or index of the function
  ParamPlace param;    // of frame_param
};
using SymbolLookup = std::function<SymbolPlace(std::string_view)>;

// An instruction that is being decoded into an op.
struct DecodeInput {
  const ptx::Instruction& in;
  bool uniform = false;  // destination and all sources are scalars, constants or uniform masks
  // Per operand: its register, or one per element of a vector or pair; for an address the base register (absent if the
  // base is a symbol).
  std::vector<std::vector<Ref>> operands;
  std::vector<int> register_bytes;  // per operand: width of the (first) register; 0: not a register
  Program& program;
  Op& op;  // dst, dst2 and a to d are set from the first operands already; the decoder sets `run`
  const SymbolLookup& symbol;
  Ref guard = {};        // mask of the lanes whose guard holds
  bool in_entry = true;  // the function is a kernel
};

// False: the opcode belongs to another family. It is an error if the opcode is known but this form is not supported.
using Decoder = Result<bool> (*)(DecodeInput&);

Result<bool> decode_integer(DecodeInput& input);
Result<bool> decode_float(DecodeInput& input);    // f32, f64 arithmetic and special functions
Result<bool> decode_half(DecodeInput& input);     // f16, bf16, packed
Result<bool> decode_convert(DecodeInput& input);  // cvt
Result<bool> decode_compare(DecodeInput& input);  // setp, set, selp, slct, testp
Result<bool> decode_tensor(DecodeInput& input);   // mma, wmma, wgmma, ldmatrix, stmatrix, movmatrix
Result<bool> decode_memory(DecodeInput& input);
Result<bool> decode_atomic(DecodeInput& input);
Result<bool> decode_warp(DecodeInput& input);      // shuffles, votes, matches, reductions
Result<bool> decode_sync(DecodeInput& input);      // barriers, fences
Result<bool> decode_async(DecodeInput& input);     // cp.async and its groups
Result<bool> decode_mbarrier(DecodeInput& input);  // mbarrier, cp.async.mbarrier
Result<bool> decode_cluster(DecodeInput& input);   // mapa, getctarank, barrier.cluster, setmaxnreg, griddepcontrol
Result<bool> decode_bulk(DecodeInput& input);      // cp.async.bulk, its tensor forms, st.async, red.async, tensor maps
Result<bool> decode_texture(DecodeInput& input);   // tex, tld4, txq
Result<bool> decode_surface(DecodeInput& input);   // suld, sust, sured, suq
Result<bool> decode_stack(DecodeInput& input);     // alloca, stacksave, stackrestore
Result<bool> decode_control(DecodeInput& input);
Result<bool> decode_move(DecodeInput& input);  // mov, cvta, special registers

// Marks the reads of the last decoded function that may wait for other threads; see ptx/flow/spin_loops.h.
void mark_spinning(Program& program, const ptx::Function& function, const ptx::FlowGraph& graph, uint32_t first_op,
                   uint32_t first_instruction);
// Prepares timed launches for a program whose behaviour depends on time.
void keep_time(Program& program);

// The error for an instruction that cannot be run: opcode, PTX line and source line.
Error unsupported(const ptx::Module& module, const ptx::Instruction& instruction, std::string why = {});

// The device address of a module variable.
using VariableAddress = std::function<std::optional<uint64_t>(std::string_view)>;

// Decodes everything reachable from the kernel. An instruction that cannot be run is an error.
Result<std::shared_ptr<const Program>> decode(std::shared_ptr<const ptx::Module> module, std::string_view kernel,
                                              const VariableAddress& address_of);

}  // namespace whet::vgpu
