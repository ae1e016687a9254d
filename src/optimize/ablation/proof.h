// Proof in the machine code that a candidate does what it claims: each method's signature must be in its build, and
// must not have been in its parent's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binary/cubin/cubin.h"
#include "diagnose/signature.h"
#include "judge/trial/outcome.h"
#include "store/attribution.h"

namespace whet {

// The kernels of a build, decoded.
struct MachineCode {
  struct Kernel {
    const CubinFunction* function = nullptr;
    KernelCode code;
  };
  std::shared_ptr<const std::string> bytes;  // what `cubin` points into
  std::shared_ptr<const Cubin> cubin;
  std::vector<Kernel> kernels;
};
Result<MachineCode> read_machine_code(std::string cubin);

struct MethodProof {
  std::string method;
  Proof proof = Proof::absent;
  std::string evidence;  // "wide 8, parent 0 (wide > parent.wide)"

  bool proven() const { return proof == Proof::proven; }
};

// By the kernel that shows most. A kernel's parent is the one of its name, else the only one.
MethodProof prove(const Signature& signature, const MachineCode& candidate, const MachineCode& parent);

// What a method comes to: proven and faster with it, proven for nothing, or not there. `worth`: of the candidate over
// itself without the method; nothing when it could not be timed without, so that it is needed.
store::PartVerdict method_verdict(const MethodProof& proof, std::optional<Outcome> worth);

}  // namespace whet
