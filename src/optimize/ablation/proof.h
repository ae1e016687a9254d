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

// The strongest proof of all kernels. A kernel is compared with the parent's kernel of the same name, else with its
// only one.
MethodProof prove(const Signature& signature, const MachineCode& candidate, const MachineCode& parent);

// The verdict on a method: proven and faster, proven without gain, or not implemented. `worth` compares the candidate
// with itself without the method; nothing: it does not work without it, so the method is needed.
store::PartVerdict method_verdict(const MethodProof& proof, std::optional<Outcome> worth);

}  // namespace whet
