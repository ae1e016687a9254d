// The numbers of a written kernel that carry out a method, as parts of it that can be taken out: the same schedule with
// a plainer number, and all other numbers the same.
//
//   map kThreads=256 kVector=4 kInFlight=2   ->  "kVector 1 -> 4" (memory.vectorized_access), "kInFlight 1 -> 2"
#pragma once

#include <string>
#include <vector>

#include "propose/proposal.h"
#include "write/text/written.h"

namespace whet {

// Another written kernel that differs in one number.
struct WrittenPart {
  std::string number;  // "kVector"
  ProposalPart part;
  int64_t plain = 0;  // its value there
};

// Those of `kernel` that one of `others` goes without; of several such kernels the one with the plainest number.
std::vector<WrittenPart> parts_of(const write::WrittenKernel& kernel,
                                  const std::vector<const write::WrittenKernel*>& others);

// The kernel with these of its parts at their plain numbers; nullptr: none of `others` is that.
const write::WrittenKernel* without_parts(const write::WrittenKernel& kernel, const std::vector<std::string>& parts,
                                          const std::vector<const write::WrittenKernel*>& others);

}  // namespace whet
