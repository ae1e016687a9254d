// What one thread of a kernel stores, as expressions of its parameters and indices.
//
//   i = blockIdx.x*blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i];
//     ->  if (i < n)  c + 4*i  <-  a[i] + b[i]        with blockDim.x*blockIdx.x + threadIdx.x for i
//
// Integers are taken to be unbounded: a kernel whose 32-bit arithmetic wraps has another meaning than the one found
// here. Pointers are taken not to overlap. Everything else that is not modelled is an error that names the instruction
// and its line. A result is a hypothesis until the kernel was run against it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lift/loop/thread_loop.h"
#include "lift/thread/declared_sign.h"
#include "ptx/module.h"
#include "util/result.h"

namespace whet::lift {

struct ThreadStore {
  Expr array;   // a parameter
  Expr offset;  // in bytes
  int bytes = 0;
  Expr value;
  std::vector<Expr> guard;          // all must hold
  std::vector<ThreadLoop> loops;    // from the outside inwards
  uint32_t line = 0;                // in the PTX
  std::optional<Fold> update = {};  // an atomic operation: element = element (update) value
};

// An assumption: a plain load may race with the compare-and-swaps that follow it, since they do not rely on it.
inline constexpr const char* k_old_guesses = "what a loop of compare-and-swaps reads at first may be old";

// An assumption: what GPUs before Volta guaranteed, and compilers keep for volatile accesses as far as they can.
inline constexpr const char* k_in_step = "the lanes of a warp run in step in shared memory";

struct Thread {
  std::vector<ThreadStore> stores;    // in the order of the program
  std::set<std::string> assumptions;  // what else the result relies on
  // __device__ and __constant__ variables: parameters with the numbers that follow those of the kernel.
  std::vector<std::string> module_variables;
};

// `pointers` says for each parameter whether it is a pointer, `signs` which numbers it points to; empty: not known.
Result<Thread> evaluate_thread(const ptx::Module& module, const ptx::Function& kernel,
                               const std::vector<bool>& pointers, const std::vector<Sign>& signs, Arena& arena);

}  // namespace whet::lift
