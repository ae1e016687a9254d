// Whether several launches together compute what their meaning says: the launches run one after the other on the
// virtual GPU, on the same arrays, and what they leave is compared with the meaning evaluated on the host.
#pragma once

#include <map>
#include <set>

#include "lift/confirm/confirm.h"
#include "lift/evaluate/parameter_use.h"

namespace whet::lift {

// What a kernel of the sequence gets: a parameter of the whole, or the bytes of a number.
struct SequenceArgument {
  std::optional<int> parameter;
  std::string bytes;
};

struct SequenceStep {
  std::string kernel;  // mangled
  vgpu::Dim3 grid, block;
  uint64_t dynamic_shared_bytes = 0;
  std::vector<SequenceArgument> arguments;
};

// The launches at one set of sizes.
struct SequenceTrial {
  std::string sizes;                                // "rows = 5, cols = 37"
  std::map<std::pair<int, int>, int64_t> integers;  // numbers of the whole, as in Surroundings
  std::map<std::pair<int, int>, double> reals;
  std::vector<uint64_t> bytes;  // of the arrays of the whole
  std::set<int> scratch;        // those whose content nobody asks for afterwards
  std::vector<SequenceStep> steps;
};

// `uses` are those of the parameters of the whole. `most_work` as in ConfirmOptions.
Confirmation confirm_sequence(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                              const std::string& ptx, const std::vector<SequenceTrial>& trials, uint64_t most_work);

}  // namespace whet::lift
