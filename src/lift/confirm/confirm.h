// Whether a kernel computes what its meaning says: the meaning is evaluated on the host, the kernel is run on the
// virtual GPU, and every element of every array is compared, at four sets of sizes and with several data, with blocks
// in both orders.
//
//   sizes ─► launch ─► evaluate the meaning (arrays grow as it reads) ─► run the kernel ─► compare
//
// Results of floating-point arithmetic may differ by what rounding can do (evaluate/estimate.h). Elements that the
// meaning does not store, and 1 KiB before and after each array, may not change.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lift/confirm/launch_plan.h"
#include "lift/evaluate/value_evaluator.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

// One set of sizes at which the kernel agreed, with what the meaning needs there.
struct ConfirmedSizes {
  std::vector<std::pair<std::string, int64_t>> sizes;
  Surroundings numbers;  // the same by parameter, with the launch and without arrays
  std::string launch;
  OperationCounts counts;                               // of the meaning
  std::vector<std::pair<uint64_t, uint64_t>> elements;  // read and written of each parameter
};

// What the kernel executed at the first set of sizes.
struct ExecutedCounts {
  double flops = 0;
  uint64_t loaded_bytes = 0, stored_bytes = 0;  // of global memory, by all threads
};

struct Confirmation {
  enum class Verdict : uint8_t { confirmed, refuted, not_run } verdict = Verdict::not_run;
  std::string reason;                 // the first difference, or why it was not run
  bool is_cut_off = false;            // the kernel did not end within the work that is allowed
  std::vector<ConfirmedSizes> sizes;  // those that agreed
  int64_t granule = 1;                // sizes are multiples of it; above 1: the kernel faults on others
  uint64_t elements = 0;              // compared
  std::optional<ExecutedCounts> executed;
};

// For somebody who waits: some seconds of a usual processor.
inline constexpr uint64_t k_usual_work = 40'000'000;

struct ConfirmOptions {
  KnownLaunch launch;
  std::function<bool()> is_time_over;  // asked before each run; empty: never
  // Of all runs together, in instructions of warps and steps of evaluation: the same on every machine.
  uint64_t most_work = ~0ull;
  uint64_t budget = 40'000'000;  // most instructions that all warps of a launch together may execute
};

// `ptx` is what runs; it need not be the text from which the meaning was found.
Confirmation confirm(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                     const std::string& ptx, const std::string& kernel, const ConfirmOptions& options = {});

}  // namespace whet::lift
