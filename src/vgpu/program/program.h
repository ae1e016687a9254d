// A kernel decoded for execution: ops with the places of their operands, frames, shared memory and constants.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ptx/module.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// The instruction that an op was decoded from.
struct Origin {
  uint32_t function = 0;     // index in the module
  uint32_t instruction = 0;  // in its body
};

struct VariablePlace {
  std::string name;
  uint32_t offset = 0;  // in shared or local memory
  uint32_t bytes = 0;
};

// A per-lane area of a frame for a parameter or result of a called function. Lane i's bytes are at offset + i * bytes.
struct ParamPlace {
  uint32_t offset = 0;  // in the frame
  uint32_t bytes = 0;
};

// What a load or store does. Op::extra is its index.
struct MemoryForm {
  ptx::Space space = ptx::Space::generic;
  uint8_t element_bytes = 4;   // in memory
  uint8_t count = 1;           // elements per lane
  uint8_t register_bytes = 4;  // of each element's register
  bool sign_extend = false;
  bool write = false;
  bool bypass_l1 = false;     // .cg, .cv, .volatile and similar
  bool lanes_apart = false;   // an atomic that is not merged over lanes
  bool polls = false;         // may read in a loop that waits for another thread
  bool address32 = false;     // the base register has 32 bits
  uint32_t first_ref = 0;     // of its values in Program::refs
  ParamPlace param;           // for Space::param in a called function or at a call
  int64_t second_offset = 0;  // for the other side of a copy
  int width() const { return element_bytes * count; }
};

// An address of an instruction with several: [base + offset].
struct AddressPlace {
  Ref base;  // absent: the offset is the whole address
  int64_t offset = 0;
  bool narrow = false;  // the base has 32 bits
  bool shared = false;  // an offset in shared memory where a generic address is possible too
};

// What an instruction of the asynchronous proxy does. Op::extra is its index.
struct BulkForm {
  AddressPlace to, from, barrier;  // for a tensor copy, the map's address is in `from` or `to`
  Ref bytes;                       // size of the copy
  Ref multicast;                   // mask of ranks; absent: to one block
  std::vector<Ref> coordinates;    // in the tensor, innermost first
  std::vector<Ref> offsets;        // of im2col
  std::vector<Ref> values;         // of st.async and red.async
  CombineBytes combine = nullptr;  // for reductions of known type
  std::string reduction;           // "add"; for tensors, whose type is in the map
  uint32_t element_bytes = 0;      // for reductions and st.async
};

// How a call passes values. Op::extra is its index.
struct CallPlan {
  uint32_t callee = 0;                         // index into Program::functions; k_indirect: the address is in Op::a
  std::vector<ParamPlace> arguments, results;  // in the caller's frame
};
inline constexpr uint32_t k_indirect = ~0u;

struct ProgramFunction {
  std::string name;
  uint32_t first_op = 0;  // k_indirect: a declaration
  uint32_t frame_bytes = 0;
  uint32_t mask_offset = 0, mask_bytes = 0;  // predicates in the frame
  uint32_t local_bytes = 0;                  // stack frame of a thread
  std::vector<ParamPlace> parameters, results;
  enum class Builtin : uint8_t { none, print, assert_fail, allocate, release } builtin = Builtin::none;
};

// A basic block of a function. Executions are counted per block and hold for all its instructions.
struct ProgramBlock {
  uint32_t first_instruction = 0, end_instruction = 0;  // indices into origins
};

// How an op is run in timed launches: see ops/timed_ops.cpp.
struct TimedOp {
  enum class Kind : uint8_t { none, load, poll, store, atomic, fence, sleep, clock, await, deed } kind = Kind::none;
  bool dependent = false;  // a load whose address comes from an earlier load of its block
  bool writes = false;     // an access that writes
  Handler run = nullptr;   // the untimed handler
};

struct Program {
  std::shared_ptr<const ptx::Module> module;
  std::string kernel;  // mangled name
  std::vector<Op> ops;
  std::vector<Origin> origins;  // per instruction
  std::vector<ProgramBlock> blocks;
  std::vector<ProgramFunction> functions;  // in the order of the module's functions
  uint32_t entry = 0;
  std::vector<Ref> refs;         // elements of vector operands
  std::vector<uint32_t> tables;  // targets of brx and other lists of numbers
  std::vector<CallPlan> calls;
  std::vector<MemoryForm> memory_forms;
  std::vector<BulkForm> bulk_forms;
  alignas(64) std::vector<uint64_t> constants;
  uint32_t static_shared_bytes = 0;
  std::vector<VariablePlace> shared_variables;
  uint32_t param_bytes = 0;
  std::vector<uint32_t> param_offsets;  // of the kernel's parameters
  bool has_calls = false;
  bool any_order = false;      // splits of a warp may run in any order; see ptx::Uniformity
  bool order_matters = false;  // the result depends on the order of blocks: float atomics, atomics whose result is used
  bool takes_parameter_address = false;
  bool waits = false;          // a thread may wait for a write of another block
  std::vector<TimedOp> timed;  // per op; empty: behaviour does not depend on time

  // What one of its ops does, whether or not it is run in time.
  Handler handler(const Op& op) const {
    const auto at = static_cast<size_t>(&op - ops.data());
    return timed.empty() || !timed[at].run ? op.run : timed[at].run;
  }
  const ptx::Instruction& instruction(uint32_t index) const {
    const Origin& origin = origins[index];
    return module->functions[origin.function].body[origin.instruction];
  }
};

}  // namespace whet::vgpu
