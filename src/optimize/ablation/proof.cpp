#include "optimize/ablation/proof.h"

#include <algorithm>

#include <fmt/format.h>

#include "compile/code_file.h"
#include "optimize/ablation/attribution.h"

namespace whet {

namespace {

FunctionCode function_code(const MachineCode::Kernel& kernel) {
  return {kernel.function, &kernel.code};
}

const MachineCode::Kernel* counterpart(const MachineCode::Kernel& kernel, const MachineCode& others) {
  const auto same = std::find_if(others.kernels.begin(), others.kernels.end(), [&](const MachineCode::Kernel& other) {
    return plain_name(*other.function) == plain_name(*kernel.function);
  });
  if (same != others.kernels.end()) return &*same;
  return others.kernels.size() == 1 ? &others.kernels.front() : nullptr;
}

std::string evidence_of(const SignatureVerdict& verdict) {
  std::string text;
  for (const CountedPattern& count : verdict.counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.name, count.count);
    if (count.parent) text += fmt::format(", parent {}", *count.parent);
  }
  return text + (verdict.condition.empty() ? "" : " (" + verdict.condition + ")");
}

// How strong a proof is.
int weight(Proof proof) {
  switch (proof) {
    case Proof::proven:
      return 3;
    case Proof::not_gained:
      return 2;
    case Proof::needs_parent:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

Result<MachineCode> read_machine_code(std::string cubin) {
  MachineCode machine_code;
  machine_code.bytes = std::make_shared<const std::string>(std::move(cubin));
  TRY(read, read_cubin(as_bytes(*machine_code.bytes)));
  machine_code.cubin = std::make_shared<const Cubin>(std::move(read));
  for (const CubinFunction& function : machine_code.cubin->functions) {
    if (!function.is_kernel) continue;
    TRY(code, analyse_function(function, machine_code.cubin->architecture));
    machine_code.kernels.push_back({&function, std::move(code)});
  }
  return machine_code;
}

MethodProof prove(const Signature& signature, const MachineCode& candidate, const MachineCode& parent) {
  MethodProof best{signature.method, Proof::absent, "the build has no kernel"};
  int best_weight = -1;
  for (const MachineCode::Kernel& kernel : candidate.kernels) {
    const MachineCode::Kernel* before = counterpart(kernel, parent);
    const SignatureVerdict verdict = verify(signature, candidate.cubin->architecture, function_code(kernel),
                                            before ? std::optional(function_code(*before)) : std::nullopt);
    if (weight(verdict.proof) <= best_weight) continue;
    best_weight = weight(verdict.proof);
    best = {signature.method, verdict.proof, evidence_of(verdict)};
  }
  return best;
}

store::PartVerdict method_verdict(const MethodProof& proof, std::optional<Outcome> worth) {
  if (!proof.proven()) return store::PartVerdict::not_implemented;
  return worth ? part_verdict(*worth) : store::PartVerdict::effective;
}

}  // namespace whet
