// A kernel made ready to run: ops with their operands' places, frames, shared memory, constants.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ptx/module.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// Where an op came from.
struct Origin {
  uint32_t function = 0;     // of the module
  uint32_t instruction = 0;  // in its body
};

struct VariablePlace {
  std::string name;
  uint32_t offset = 0;  // in shared or local memory
  uint32_t bytes = 0;
};

// A per-lane area of a frame: a parameter or result of a called function. Lane i's bytes start at offset + i * bytes.
struct ParamPlace {
  uint32_t offset = 0;  // in the frame
  uint32_t bytes = 0;
};

// What a load or store does; index in Op::extra.
struct MemoryForm {
  ptx::Space space = ptx::Space::generic;
  uint8_t element_bytes = 4;   // in memory
  uint8_t count = 1;           // elements a lane
  uint8_t register_bytes = 4;  // of each element's register
  bool sign_extend = false;
  bool write = false;
  bool bypass_l1 = false;     // .cg .cv .volatile and the like
  bool lanes_apart = false;   // an atomic that is not merged among lanes
  bool polls = false;         // what a thread that waits for another does
  bool address32 = false;     // base register has 32 bits
  uint32_t first_ref = 0;     // values: Program::refs
  ParamPlace param;           // of Space::param in a called function or at a call
  int64_t second_offset = 0;  // of the other side of a copy
  int width() const { return element_bytes * count; }
};

// An address of an instruction with several: [base + offset].
struct AddressPlace {
  Ref base;  // absent: the offset is all
  int64_t offset = 0;
  bool narrow = false;  // the base has 32 bits
  bool shared = false;  // an offset in shared memory where a generic address could be too
};

// What an instruction of the asynchronous proxy does; index in Op::extra.
struct BulkForm {
  AddressPlace to, from, barrier;  // of a tensor, `from` or `to` is the map's
  Ref bytes;                       // how many
  Ref multicast;                   // mask of ranks; absent: to one block
  std::vector<Ref> coordinates;    // in the tensor, innermost first
  std::vector<Ref> offsets;        // of im2col
  std::vector<Ref> values;         // of st.async and red.async
  CombineBytes combine = nullptr;  // of reductions of known type
  std::string reduction;           // "add": of tensors, whose type is in the map
  uint32_t element_bytes = 0;      // of reductions and of st.async
};

// How a call passes values; index in Op::extra.
struct CallPlan {
  uint32_t callee = 0;                         // index into Program::functions; k_indirect: the address is in Op::a
  std::vector<ParamPlace> arguments, results;  // at the caller
};
inline constexpr uint32_t k_indirect = ~0u;

struct ProgramFunction {
  std::string name;
  uint32_t first_op = 0;  // k_indirect: a declaration
  uint32_t frame_bytes = 0;
  uint32_t mask_offset = 0, mask_bytes = 0;  // predicates in the frame
  uint32_t local_bytes = 0;                  // stack frame a thread
  std::vector<ParamPlace> parameters, results;
  enum class Builtin : uint8_t { none, print, assert_fail, allocate, release } builtin = Builtin::none;
};

// A basic block of a function; executions are counted here and its instructions share them.
struct ProgramBlock {
  uint32_t first_instruction = 0, end_instruction = 0;  // indices into origins
};

// How an op of a program that keeps time is run: see ops/timed_ops.cpp.
struct TimedOp {
  enum class Kind : uint8_t { none, load, poll, store, atomic, fence, sleep, clock, await, deed } kind = Kind::none;
  bool dependent = false;  // a load whose address an earlier one of its block gave
  bool writes = false;     // an access that does
  Handler run = nullptr;   // what it does
};

struct Program {
  std::shared_ptr<const ptx::Module> module;
  std::string kernel;  // mangled name
  std::vector<Op> ops;
  std::vector<Origin> origins;  // per instruction
  std::vector<ProgramBlock> blocks;
  std::vector<ProgramFunction> functions;  // same order as the module's; 0-based
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
  bool any_order = false;      // splits of a warp may run in any order, see ptx::Uniformity
  bool order_matters = false;  // result depends on the order of blocks: float atomics, atomics whose result is used
  bool takes_parameter_address = false;
  bool waits = false;          // a thread may wait until one of another block has written
  std::vector<TimedOp> timed;  // per op; empty: the course of a launch does not depend on time

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
